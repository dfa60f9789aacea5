import { describe, expect, it } from "vitest";
import { read, type Setup, usual, write } from "../src/router.ts";

describe("addresses", () => {
  it("contain the whole set-up", () => {
    const setup: Setup = {
      ...usual("connect3d:width=4,depth=4,height=4,gravity=off"),
      with: "watch",
      agent: "alphabeta:depth=4,eval=(alignments:count=runs,view=own)",
      agent2: "level:n=7",
      pace: 150,
      endless: true,
      random: true,
      start: "3/1x1/3 o",
      moves: ["a11", "b22"],
      clock: "300+3",
      side: "random",
    };
    expect(read(write("setup", setup))).toEqual({ at: "setup", setup });
  });

  it("omit default values", () => {
    expect(write("play", usual())).toBe("#/play?game=connect4&agent=level:n=3");
  });

  it("reject or pass on invalid values", () => {
    expect(read("#/nowhere").at).toBe("nowhere");
    expect(read("#/room/").at).toBe("nowhere");
    expect(read("#/room/%E0%A4%A").at).toBe("room");
    expect(read(`#/play?moves=${"x".repeat(200_000)}`).at).toBe("nowhere");
    const route = read("#/play?game=&with=nobody&side=left&pace=-5");
    expect(route).toMatchObject({ at: "play", setup: { with: "computer", side: "first", pace: 0 } });
    expect(read("")).toEqual({ at: "home" });
  });
});
