/** What a move does to the pieces of a board: the one application of effects, and the way back. */

import { type Effect, type MoveView, other, type Piece } from "../protocol.ts";

/** Pieces after an effect; an effect on a cell without a piece changes nothing. `create`: what a new piece becomes. */
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

/** Pieces before an effect, as far as it tells: a piece that was removed does not come back, and a promoted one stays what it is. */
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

/** Pieces after the first steps of a move; after all of them if `count` is not given. */
export function afterSteps(pieces: readonly Piece[], move: MoveView, count = move.steps.length): Piece[] {
  const effects = move.steps.slice(0, count).flat();
  return effects.reduce((now, effect) => apply(now, effect, piece => piece), [...pieces]);
}
