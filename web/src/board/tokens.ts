/** Pieces with an identity across moves, so that they can be animated. */

import type { Effect, Piece, View } from "../protocol.ts";
import { apply, revert } from "./effects.ts";

/** A piece on the board with an id that stays the same from move to move. */
export interface Token extends Piece {
  id: number;
}

let ids = 0;
const token = (piece: Piece): Token => ({ ...piece, id: ++ids });

/** Tokens for pieces. A piece on the same cell with the same side keeps its token. */
export function settle(tokens: readonly Token[], pieces: readonly Piece[]): Token[] {
  const rest = new Map(tokens.map(token => [token.square, token]));
  return pieces.map(piece => {
    const before = rest.get(piece.square);
    if (!before || before.side !== piece.side) return token(piece);
    rest.delete(piece.square);
    return before.kind === piece.kind ? before : { ...before, kind: piece.kind };
  });
}

/** Whether the tokens match these pieces exactly. */
export function agree(tokens: readonly Token[], pieces: readonly Piece[]): boolean {
  if (tokens.length !== pieces.length) return false;
  const at = new Map(tokens.map(token => [token.square, token]));
  return pieces.every(piece => {
    const token = at.get(piece.square);
    return token !== undefined && token.side === piece.side && token.kind === piece.kind;
  });
}

/** Applies a step to the tokens. */
export const step = (tokens: readonly Token[], effects: readonly Effect[]): Token[] =>
  effects.reduce((now, effect) => apply(now, effect, token), [...tokens]);

/** The tokens before the last move of a view. Its pieces go back to their origin. */
export const undo = (tokens: readonly Token[], { last }: Pick<View, "last">): Token[] =>
  (last?.steps ?? []).flat().reduceRight(revert<Token>, [...tokens]);
