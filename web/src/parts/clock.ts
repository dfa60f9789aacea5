/** Texts of clocks and time controls. */

import { t } from "../i18n/text.ts";

/** A remaining time as text: with tenths in the last ten seconds, in days from one day on. */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  if (left >= 86_400_000) return t("clock-days", { days: Math.ceil(left / 86_400_000) });
  // Whole seconds are rounded up, tenths down.
  const seconds = left < 10_000 ? Math.floor(left / 100) / 10 : Math.ceil(left / 1000);
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  if (hours > 0) return `${hours}:${two(minutes)}:${two(rest)}`;
  const tenths = left < 10_000 ? `.${Math.floor(seconds * 10) % 10}` : "";
  return `${minutes}:${two(rest)}${tenths}`;
}

/** A time control in words. */
export function controlText(control: string): string {
  if (control === "none" || control === "") return t("clock-none");
  const perMove = /^move=(\d+(?:\.\d+)?)$/.exec(control);
  if (perMove) return t("clock-move", { seconds: Number(perMove[1]) });
  const days = /^days=(\d+)$/.exec(control);
  if (days) return t("clock-days-move", { days: Number(days[1]) });
  const game = /^(\d+(?:\.\d+)?)\+(\d+(?:\.\d+)?)$/.exec(control);
  if (game) return t("clock-game", { minutes: Number(game[1]) / 60, seconds: Number(game[2]) });
  return control;
}
