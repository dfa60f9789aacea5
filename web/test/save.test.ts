import { describe, expect, it } from "vitest";
import { kindOf } from "../src/parts/save.ts";

describe("a file of games", () => {
  it("is recognised by its first line", () => {
    expect(kindOf('\n{"game":"connect4","moves":["4"]}\n')).toBe("json");
    expect(kindOf("\uFEFFdate,game,start,first,second,winner,moves\n2026-01-01,connect4")).toBe("csv");
    expect(kindOf('[Event "moves, of a game"]\n[Result "1-0"]\n1. 11-15 22-18 1-0')).toBe("pdn");
    expect(kindOf("1. 32-28 18-23 *")).toBe("pdn");
    expect(kindOf("🦀 nonsense")).toBe("pdn");
  });
});
