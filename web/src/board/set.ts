/** Sets style properties of an element one by one. The content security policy forbids style attributes, but allows this. */

import { noChange } from "lit";
import { Directive, directive, type ElementPart, type PartInfo, PartType } from "lit/directive.js";

class SetDirective extends Directive {
  private before = new Map<string, string>();

  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.ELEMENT) throw new Error("set() stands in a tag");
  }

  render(_values: Record<string, string | number>): unknown {
    return noChange;
  }

  override update(part: ElementPart, [values]: [Record<string, string | number>]): unknown {
    const style = (part.element as HTMLElement | SVGElement).style;
    for (const [name, value] of Object.entries(values)) {
      const text = String(value);
      if (this.before.get(name) === text) continue;
      style.setProperty(name, text);
      this.before.set(name, text);
    }
    return noChange;
  }
}

export const set = directive(SetDirective);
