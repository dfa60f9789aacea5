// Writes src/screens/demos.json: a short game of every kind, as the server shows it, for the small pictures of the first page.
// A server has to listen at ZERMELO_SERVER.
import { writeFile } from "node:fs/promises";

const server = process.env.ZERMELO_SERVER ?? "http://127.0.0.1:8123";
const wished = [
  ["connect4", "connect4", "level:n=7", 26],
  ["tictactoe", "tictactoe", "level:n=5", 9],
  ["gomoku", "mnk:width=9,height=9", "level:n=7", 30],
  ["checkers", "draughts-english", "level:n=6", 34],
  ["draughts", "draughts-international", "level:n=6", 36],
  ["teeko", "teeko", "level:n=6", 26],
  ["connect3d", "connect3d", "level:n=3", 30],
  ["qubic", "connect3d:width=4,depth=4,height=4,gravity=off", "level:n=6", 26],
];

async function post(path, body) {
  const answer = await fetch(`${server}/api/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

const demos = {};
for (const [id, game, agent, length] of wished) {
  const moves = [];
  let view = await (await post("view", { game, moves })).json();
  const start = view;
  const steps = [];
  while (!view.ending && moves.length < length) {
    const answer = await (
      await post("analyse", { game, moves, agent: `${agent},seed=${moves.length * 7 + 3}` })
    ).text();
    const decision = answer
      .split("\n\n")
      .filter(event => event.startsWith("event: decision"))
      .at(-1);
    moves.push(JSON.parse(decision.slice(decision.indexOf("data:") + 5)).best);
    view = await (await post("view", { game, moves })).json();
    steps.push(
      view.last.steps.flat().map(effect => {
        if (effect.do === "place") return ["p", effect.piece.square, effect.piece.side === "first" ? 0 : 1];
        if (effect.do === "move") return ["m", effect.from, effect.to];
        if (effect.do === "remove") return ["r", effect.square];
        return ["k", effect.square];
      }),
    );
  }
  demos[id] = {
    game,
    kind: start.board.kind,
    size: start.board.size,
    cells: start.board.cells.map(cell => [cell.square, ...cell.at]),
    sides: start.sides.map(side => side.id),
    piece: view.pieces[0]?.kind === "stone" ? "stone" : "man",
    pieces: start.pieces.map(piece => [piece.square, piece.side === "first" ? 0 : 1]),
    moves: moves.join(","),
    steps,
    winning: view.winning,
  };
  console.log(id, moves.length, moves.join(" "));
}
await writeFile(new URL("../src/screens/demos.json", import.meta.url), `${JSON.stringify(demos)}\n`);
