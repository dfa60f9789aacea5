/** The two live regions, which announce events to screen readers. */

let polite: HTMLElement | null = null;
let assertive: HTMLElement | null = null;

/** Adds the live regions to the document. Must be called before the first announcement. */
export function listen(root: HTMLElement): void {
  const region = (politeness: string) => {
    const element = document.createElement("div");
    element.className = "unseen";
    element.setAttribute("aria-live", politeness);
    element.setAttribute("aria-atomic", "true");
    element.dataset.live = politeness;
    root.append(element);
    return element;
  };
  polite = region("polite");
  assertive = region("assertive");
}

/** Announces a text. If the same text is announced twice, a space is appended, so that it is read again. */
export function announce(text: string, isUrgent = false): void {
  const region = isUrgent ? assertive : polite;
  if (!region || !text) return;
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
