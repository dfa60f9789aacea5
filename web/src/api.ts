/** HTTP client of the server. All addresses are relative to the page, because the server may run under a path prefix. */

import type {
  AnalyseRequest,
  AnalysisInfo,
  ApiError,
  Lobby,
  NewRoom,
  PositionValues,
  Profile,
  ViewRequest,
  ViewResponse,
} from "./protocol.ts";

/** The URL of an API path. */
export function address(path: string): URL {
  return new URL(`api/v1/${path}`, document.baseURI);
}

/** An error response of the server, or a failed connection. */
export class Refusal extends Error {
  constructor(
    readonly problem: ApiError,
    readonly status: number,
    /** Seconds to wait before the next attempt. */
    readonly retryAfter: number | null = null,
  ) {
    super(problem.message);
  }

  /** Whether the server could not be reached or a proxy answered, so that a retry can help. */
  get isLost(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

function lost(reason: unknown): Refusal {
  return new Refusal({ code: "client/no-answer", message: String(reason) }, 0);
}

async function refusal(response: Response): Promise<Refusal> {
  const wait = Number(response.headers.get("retry-after"));
  const retryAfter = Number.isFinite(wait) && wait > 0 ? wait : null;
  try {
    const { error } = (await response.json()) as { error: ApiError };
    if (typeof error.code === "string") return new Refusal(error, response.status, retryAfter);
  } catch {
    // A proxy answered with a page of its own. Only the status is used.
  }
  const code = response.status === 404 ? "client/no-door" : "client/no-answer";
  return new Refusal({ code, message: `HTTP ${response.status}` }, response.status, retryAfter);
}

async function post(path: string, type: string, body: string, signal?: AbortSignal): Promise<Response> {
  return send(path, { method: "POST", headers: { "content-type": type }, body }, signal);
}

async function send(path: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address(path), {
      credentials: "same-origin",
      ...init,
      ...(signal ? { signal } : {}),
    });
  } catch (reason) {
    if (signal?.aborted) throw signal.reason;
    throw lost(reason);
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

const postJson = (path: string, body: unknown, signal?: AbortSignal): Promise<Response> =>
  post(path, "application/json", JSON.stringify(body), signal);

async function ask<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = body === undefined ? await send(path, {}, signal) : await postJson(path, body, signal);
  try {
    return (await response.json()) as T;
  } catch (reason) {
    throw lost(reason);
  }
}

/** The view of a game. The request contains the whole game. */
export const view = (place: ViewRequest, signal?: AbortSignal): Promise<ViewResponse> =>
  ask("view", place, signal);

export const guest = (name?: string): Promise<Profile> => ask("guest", name ? { name } : {});
export const makeRoom = (room: NewRoom): Promise<{ room: string }> => ask("rooms", room);
export const joinRoom = (code: string): Promise<unknown> => ask(`rooms/${encodeURIComponent(code)}/join`, {});
export const lobby = (): Promise<Lobby> => ask("lobby");

/** The file formats of games. */
export type FileKind = "json" | "csv" | "pdn";

/** Converts a file of games to another format. The server checks each game by its rules. */
export async function convert(text: string, from: FileKind, to: FileKind): Promise<string> {
  const response = await post(`convert?from=${from}&to=${to}`, "text/plain; charset=utf-8", text);
  try {
    return await response.text();
  } catch (reason) {
    throw lost(reason);
  }
}

/** Callbacks for the intermediate results of a search. */
export interface Listener {
  values?(values: PositionValues): void;
  progress?(thought: AnalysisInfo): void;
}

/** Runs a search and returns its decision, or null if only values were requested. Aborting closes the stream, which stops the search. */
export async function analyse(
  request: AnalyseRequest,
  listener: Listener = {},
  signal?: AbortSignal,
): Promise<AnalysisInfo | null> {
  const response = await postJson("analyse", request, signal);
  let decision: AnalysisInfo | null = null;
  try {
    for await (const [event, data] of serverEvents(response)) {
      if (event === "values") listener.values?.(data as PositionValues);
      else if (event === "progress") listener.progress?.(data as AnalysisInfo);
      else if (event === "decision") decision = data as AnalysisInfo;
      else if (event === "error")
        throw new Refusal((data as { error: ApiError }).error ?? (data as ApiError), 422);
    }
  } catch (reason) {
    if (signal?.aborted) throw signal.reason;
    throw reason instanceof Refusal ? reason : lost(reason);
  }
  return decision;
}

/** Parses a stream of server-sent events. */
async function* serverEvents(response: Response): AsyncGenerator<[string, unknown]> {
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
      const lines = rest.slice(0, end).split("\n");
      rest = rest.slice(end + 2);
      const field = (name: string) =>
        lines
          .filter(line => line.startsWith(`${name}:`))
          .map(line => line.slice(name.length + 1).trimStart())
          .join("\n");
      const [event, data] = [field("event"), field("data")];
      if (data) yield [event || "message", JSON.parse(data)];
    }
  }
}
