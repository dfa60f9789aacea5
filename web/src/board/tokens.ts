/** The pieces as things that last, so that they can be seen to move. */

import type { Effect, Piece, View } from "../protocol.ts";

/** A piece on the board, the same from move to move. */
export interface Token extends Piece {
  id: number;
}

let ids = 0;
const token = (piece: Piece): Token => ({ ...piece, id: ++ids });

/** Tokens for pieces; a piece that stands where one like it stood is the same token. */
export function settle(tokens: readonly Token[], pieces: readonly Piece[]): Token[] {
  const rest = new Map(tokens.map(token => [token.square, token]));
  return pieces.map(piece => {
    const before = rest.get(piece.square);
    if (!before || before.side !== piece.side) return token(piece);
    rest.delete(piece.square);
    return before.kind === piece.kind ? before : { ...before, kind: piece.kind };
  });
}

/** Whether tokens show just these pieces. */
export function agree(tokens: readonly Token[], pieces: readonly Piece[]): boolean {
  if (tokens.length !== pieces.length) return false;
  const at = new Map(tokens.map(token => [token.square, token]));
  return pieces.every(piece => {
    const token = at.get(piece.square);
    return token !== undefined && token.side === piece.side && token.kind === piece.kind;
  });
}

/** What a step does to tokens. */
export function step(tokens: readonly Token[], effects: readonly Effect[]): Token[] {
  let now = [...tokens];
  for (const effect of effects) {
    switch (effect.do) {
      case "place":
        now.push(token(effect.piece));
        break;
      case "move":
        now = now.map(token => (token.square === effect.from ? { ...token, square: effect.to } : token));
        break;
      case "remove":
        now = now.filter(token => token.square !== effect.square);
        break;
      case "promote":
        now = now.map(token => (token.square === effect.square ? { ...token, kind: effect.kind } : token));
        break;
    }
  }
  return now;
}

/** Tokens before a move, as far as they are still there: its pieces go back where they came from. */
export function undo(tokens: readonly Token[], view: View): Token[] {
  let now = [...tokens];
  for (const effect of (view.last?.steps ?? []).flat().reverse()) {
    if (effect.do === "move") {
      now = now.map(token => (token.square === effect.to ? { ...token, square: effect.from } : token));
    } else if (effect.do === "place") {
      now = now.filter(token => token.square !== effect.piece.square);
    }
  }
  return now;
}
