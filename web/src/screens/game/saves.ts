/** The buttons to save a game as a file. */

import { html, nothing } from "lit";
import { address, type FileKind, Refusal } from "../../api.ts";
import { t, troubleText } from "../../i18n/text.ts";
import { icon } from "../../parts/icon.ts";
import { kindsOf, record, save } from "../../parts/save.ts";
import type { Session } from "../../session/session.ts";

/** `tell` shows an error message. */
export function saves(session: Session, tell: (text: string) => void): unknown {
  const { shown, room } = session;
  if (!shown || shown.ply === 0) return nothing;
  const label = (kind: FileKind) => t("export-as", { format: kind.toUpperCase() });
  const inside = (buttons: unknown) =>
    html`<div class="saves"><span class="quiet">${icon("save")}${t("export")}</span>${buttons}</div>`;
  if (room) {
    const door = (kind: FileKind) => {
      const url = address(`rooms/${encodeURIComponent(room.code)}/export`);
      url.searchParams.set("format", kind);
      return url.href;
    };
    return inside(
      kindsOf(shown).map(
        kind =>
          html`<a class="button" download aria-label=${label(kind)} href=${door(kind)}>${kind.toUpperCase()}</a>`,
      ),
    );
  }
  const write = async (kind: FileKind) => {
    try {
      await save(record(shown, session.ending, session.seats), shown.game, kind);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      tell(reason.isLost ? t("no-answer") : troubleText(reason.problem.code, reason.problem.message));
    }
  };
  return inside(
    kindsOf(shown).map(
      kind =>
        html`<button type="button" aria-label=${label(kind)} @click=${() => write(kind)}>${kind.toUpperCase()}</button>`,
    ),
  );
}
