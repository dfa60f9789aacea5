/** The WebSocket of this page. It reconnects as long as a room or the lobby is followed. */

import { address } from "../api.ts";
import { type ClientMessage, type Lobby, type Profile, type ServerMessage, VERSION } from "../protocol.ts";

const WAIT_MS = [300, 800, 1500, 3000, 6000, 12_000, 30_000];
const PING_MS = 12_000;
/** The connection is considered dead after this time without a message. */
const SILENCE_MS = 30_000;
/** The connection stays open for this time after the last follower left, for a change of screen. */
const LINGER_MS = 2000;

/** Receives the messages of a room. */
export interface RoomFollower {
  hear(message: ServerMessage): void;
  connected(isConnected: boolean): void;
}

class Wire extends EventTarget {
  isConnected = false;
  you: Profile | null = null;
  /** Half of the round-trip time, smoothed, in milliseconds. */
  lagMs = 0;
  private socket: WebSocket | null = null;
  private rooms = new Map<string, RoomFollower>();
  private lobbies = new Set<(lobby: Lobby) => void>();
  private fails = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private beat: ReturnType<typeof setInterval> | null = null;
  private heard = 0;
  private pinged = 0;

  constructor() {
    super();
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible") return;
      // The connection may have died while the machine was asleep.
      if (this.isConnected) this.ping();
      else this.now();
    });
  }

  private get isNeeded(): boolean {
    return this.rooms.size > 0 || this.lobbies.size > 0;
  }

  follow(room: string, follower: RoomFollower): void {
    this.rooms.set(room, follower);
    if (this.isConnected) this.send({ type: "follow", room, views: true });
    else this.open();
  }

  unfollow(room: string, follower: RoomFollower): void {
    if (this.rooms.get(room) !== follower) return;
    this.rooms.delete(room);
    if (this.isConnected) this.send({ type: "unfollow", room });
    this.rest();
  }

  followLobby(hear: (lobby: Lobby) => void): void {
    this.lobbies.add(hear);
    if (this.isConnected) this.send({ type: "follow_lobby" });
    else this.open();
  }

  unfollowLobby(hear: (lobby: Lobby) => void): void {
    this.lobbies.delete(hear);
    if (this.isConnected && this.lobbies.size === 0) this.send({ type: "unfollow_lobby" });
    this.rest();
  }

  /** Requests the whole state of a room again. */
  resync(room: string): void {
    if (this.isConnected) this.send({ type: "follow", room, views: true });
  }

  send(message: ClientMessage): boolean {
    if (!this.isConnected || !this.socket) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Reconnects, because the connection is bound to the identity of the user. */
  renew(): void {
    this.drop();
    this.fails = 0;
    this.open();
  }

  private now(): void {
    if (!this.isNeeded || this.isConnected) return;
    this.fails = 0;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.open();
  }

  private open(): void {
    if (this.socket || this.timer || !this.isNeeded) return;
    const url = address("socket");
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    let socket: WebSocket;
    try {
      socket = new WebSocket(url);
    } catch {
      this.wait();
      return;
    }
    this.socket = socket;
    socket.onmessage = event => {
      if (this.socket !== socket) return;
      this.heard = performance.now();
      let message: ServerMessage;
      try {
        message = JSON.parse(String(event.data)) as ServerMessage;
      } catch {
        return;
      }
      this.hear(message);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.drop();
      this.wait();
    };
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case "hello":
        this.you = message.you;
        if (message.version !== VERSION) this.dispatchEvent(new Event("older"));
        this.isConnected = true;
        this.fails = 0;
        this.beat = setInterval(() => this.check(), 3000);
        this.ping();
        for (const [room, follower] of this.rooms) {
          follower.connected(true);
          this.send({ type: "follow", room, views: true });
        }
        if (this.lobbies.size > 0) this.send({ type: "follow_lobby" });
        this.dispatchEvent(new Event("change"));
        return;
      case "pong": {
        const half = (performance.now() - this.pinged) / 2;
        this.lagMs = this.lagMs === 0 ? half : (this.lagMs * 3 + half) / 4;
        return;
      }
      case "lobby":
        for (const hear of this.lobbies) hear(message.lobby);
        return;
      case "state":
        this.rooms.get(message.state.room)?.hear(message);
        return;
      case "error":
        if (message.room !== undefined) this.rooms.get(message.room)?.hear(message);
        return;
      default:
        this.rooms.get(message.room)?.hear(message);
    }
  }

  private ping(): void {
    this.pinged = performance.now();
    this.send({ type: "ping" });
  }

  private check(): void {
    const now = performance.now();
    if (now - this.heard > SILENCE_MS && now - this.pinged > 5000 && this.pinged > this.heard) {
      this.drop();
      this.wait();
    } else if (now - this.pinged > PING_MS) {
      this.ping();
    }
  }

  private drop(): void {
    const was = this.isConnected;
    const socket = this.socket;
    this.socket = null;
    this.isConnected = false;
    if (this.beat) clearInterval(this.beat);
    this.beat = null;
    socket?.close();
    if (!was) return;
    for (const follower of this.rooms.values()) follower.connected(false);
    this.dispatchEvent(new Event("change"));
  }

  private wait(): void {
    if (!this.isNeeded || this.timer) return;
    if (this.fails === 1) {
      for (const follower of this.rooms.values()) follower.connected(false);
      this.dispatchEvent(new Event("change"));
    }
    const wait = WAIT_MS[Math.min(this.fails++, WAIT_MS.length - 1)] as number;
    // Random jitter, so that not all pages reconnect at the same moment.
    this.timer = setTimeout(
      () => {
        this.timer = null;
        this.open();
      },
      wait * (0.75 + Math.random() / 2),
    );
  }

  /** Closes the connection if it is still not needed after a delay. */
  private rest(): void {
    setTimeout(() => {
      if (this.isNeeded) return;
      if (this.timer) clearTimeout(this.timer);
      this.timer = null;
      this.drop();
    }, LINGER_MS);
  }
}

export const wire = new Wire();
