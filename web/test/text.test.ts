import { describe, expect, it } from "vitest";
import { entryOf, games, valuesOf, withParams } from "../src/games.ts";
import { levelOf, parts, seeded, spec } from "../src/session/agent.ts";

describe("specifications of agents and games", () => {
  it("are parsed and formatted", () => {
    const text = "alphabeta:depth=4,eval=(alignments:count=runs,view=own),threads=2";
    const [name, params] = parts(text);
    expect(params.eval).toBe("(alignments:count=runs,view=own)");
    expect(spec(name, params)).toBe(text);
    expect(levelOf("level:n=8")).toBe(8);
    expect(levelOf("level:n=9")).toBeNull();
  });

  it("get a seed if they have that parameter", () => {
    expect(seeded("level:n=3", 5)).toBe("level:n=3,seed=5");
    expect(seeded("random", 5)).toBe("random:seed=5");
    expect(seeded("mcts:playouts=10,seed=1", 5)).toBe("mcts:playouts=10,seed=1");
    expect(seeded("solver:threads=2", 5)).toBe("solver:threads=2");
  });

  it("identify the game", () => {
    for (const game of games) expect(entryOf(game.game)?.id).toBe(game.id);
    expect(entryOf("mnk:width=3,height=3,k=3")?.id).toBe("gomoku");
    expect(entryOf("connect3d:gravity=off,k=3")?.id).toBe("qubic");
    expect(entryOf("chess")).toBeUndefined();
    const connect4 = games.find(game => game.id === "connect4");
    if (connect4) {
      expect(withParams(connect4, { width: "8", height: "6" })).toBe("connect4:width=8");
      expect(withParams(connect4, { width: "7" })).toBe("connect4");
    }
    const qubic = games.find(game => game.id === "qubic");
    if (qubic) {
      const wider = withParams(qubic, { ...valuesOf(qubic.game), width: "6" });
      expect(wider).toBe("connect3d:depth=4,height=4,gravity=off");
      expect(valuesOf(wider).width).toBe("6");
    }
    expect(games.length).toBeGreaterThan(7);
  });
});
