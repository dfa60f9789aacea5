/** A short text under the board, which goes away after a while. */

const SHOWN_MS = 6000;

export class Message {
  text = "";
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** `changed`: another text is to be seen, or none. */
  constructor(private readonly changed: () => void) {}

  show(text: string): void {
    this.clear();
    this.text = text;
    this.timer = setTimeout(() => this.clear(), SHOWN_MS);
    this.changed();
  }

  clear(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.text === "") return;
    this.text = "";
    this.changed();
  }
}
