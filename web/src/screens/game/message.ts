/** A short message under the board, which disappears after a while. */

const SHOWN_MS = 6000;

export class Message {
  text = "";
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** `changed`: the message has changed or disappeared. */
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
