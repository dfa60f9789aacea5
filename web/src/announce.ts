/** The two live regions: what is said when it happens. */

let polite: HTMLElement | null = null;
let assertive: HTMLElement | null = null;

/** Puts the regions into the document; they have to be there before anything is said. */
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

/** Says a text. The same text twice differs by a space, so that it is read again. */
export function announce(text: string, isUrgent = false): void {
  const region = isUrgent ? assertive : polite;
  if (!region || !text) return;
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
