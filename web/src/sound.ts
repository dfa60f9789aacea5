/** Synthesised sounds; no file is loaded. They are off by default. */

import { settings } from "./settings.ts";

let context: AudioContext | null = null;

export type Sound = "drop" | "move" | "capture" | "end" | "turn" | "refused";

/** Frequency, length in seconds and volume of each tone of a sound. */
const TONES: Record<Sound, [number, number, number][]> = {
  drop: [[180, 0.07, 0.5]],
  move: [[320, 0.05, 0.35]],
  capture: [
    [320, 0.05, 0.35],
    [210, 0.08, 0.4],
  ],
  turn: [[520, 0.09, 0.2]],
  refused: [[120, 0.12, 0.3]],
  end: [
    [392, 0.14, 0.25],
    [494, 0.14, 0.25],
    [587, 0.28, 0.25],
  ],
};

/** Plays a sound if it is enabled and the browser allows it. */
export function play(sound: Sound): void {
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    let at = context.currentTime;
    for (const [frequency, length, loudness] of TONES[sound]) {
      const oscillator = context.createOscillator();
      const gain = context.createGain();
      oscillator.type = "triangle";
      oscillator.frequency.value = frequency;
      gain.gain.setValueAtTime(loudness * 0.4, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + length);
      oscillator.connect(gain).connect(context.destination);
      oscillator.start(at);
      oscillator.stop(at + length);
      at += length * 0.8;
    }
  } catch {
    // A browser may block sound before the first gesture. Everything is also visible.
  }
}
