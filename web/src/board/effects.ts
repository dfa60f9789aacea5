/** Applies and reverts the effects of a move on the pieces of a board. */

import { type Effect, type MoveView, other, type Piece } from "../protocol.ts";

/** The pieces after an effect. An effect on a cell without a piece changes nothing. `create` makes a new piece. */
export function apply<P extends Piece>(
  pieces: readonly P[],
  effect: Effect,
  create: (piece: Piece) => P,
): P[] {
  const change = (square: number, changed: (piece: P) => Partial<Piece>) =>
    pieces.map(piece => (piece.square === square ? { ...piece, ...changed(piece) } : piece));
  switch (effect.do) {
    case "place":
      return [...pieces, create(effect.piece)];
    case "move":
      return change(effect.from, () => ({ square: effect.to }));
    case "remove":
      return pieces.filter(piece => piece.square !== effect.square);
    case "promote":
      return change(effect.square, () => ({ kind: effect.kind }));
    case "flip":
      return change(effect.square, ({ side }) => ({ side: other(side) }));
  }
}

/** The pieces before an effect. Removed pieces do not return and promotions stay: the effect lacks that data. */
export function revert<P extends Piece>(pieces: readonly P[], effect: Effect): P[] {
  switch (effect.do) {
    case "place":
      return pieces.filter(piece => piece.square !== effect.piece.square);
    case "move":
      return pieces.map(piece => (piece.square === effect.to ? { ...piece, square: effect.from } : piece));
    case "flip":
      return pieces.map(piece =>
        piece.square === effect.square ? { ...piece, side: other(piece.side) } : piece,
      );
    case "remove":
    case "promote":
      return [...pieces];
  }
}

/** The pieces after the first `count` steps of a move; by default after all. */
export function afterSteps(pieces: readonly Piece[], move: MoveView, count = move.steps.length): Piece[] {
  const effects = move.steps.slice(0, count).flat();
  return effects.reduce((now, effect) => apply(now, effect, piece => piece), [...pieces]);
}
