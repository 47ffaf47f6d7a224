import type { Clock } from '../../../kit/clock.ts';
import type { Outbox, Packet, PacketSource } from '../../stream/types.ts';

/** The content of a room at one moment. Equal keys mean that a client would see no difference. */
export interface RoomView {
  readonly key: string;
  encode(): Packet;
}

/**
 * The clients that get the same events: one book at one depth, or one global book. Everything is
 * encoded once for all of them.
 */
export interface Room extends PacketSource {
  readonly memberCount: number;
  add(member: Outbox): void;
  remove(member: Outbox): void;
  /** Call it when the member is shown the current state elsewhere, in a snapshot. */
  showed(member: Outbox): void;
  /** Queues the state for each member that has not seen it; returns true if any was queued. */
  beat(woken: Set<Outbox>): boolean;
}

interface RoomDeps {
  readonly clock: Clock;
  /** Undefined while there is nothing to show. */
  readonly view: () => RoomView | undefined;
}

/** An encoded state older than one beat is encoded again: its staleness would be a beat behind. */
const encodingFreshMs = 100;

export function createRoom(deps: RoomDeps): Room {
  return new SharedRoom(deps);
}

class SharedRoom implements Room {
  readonly #deps: RoomDeps;
  readonly #members = new Set<Outbox>();
  /** Key of the last beat: every member has seen it or has it queued, except those in `#ahead`. */
  #beatKey: string | undefined;
  /**
   * Key that a member was shown between two beats, where it is not the last beat's. Without it, the
   * member would not learn that the book changed back.
   */
  readonly #ahead = new Map<Outbox, string>();
  /** The encoded state of the last beat's key. */
  #encoded: { readonly packet: Packet; readonly atMs: number } | undefined;

  constructor(deps: RoomDeps) {
    this.#deps = deps;
  }

  get memberCount(): number {
    return this.#members.size;
  }

  add(member: Outbox): void {
    this.#members.add(member);
  }

  remove(member: Outbox): void {
    this.#members.delete(member);
    this.#ahead.delete(member);
    member.forget(this);
  }

  showed(member: Outbox): void {
    const view = this.#deps.view();
    if (!view || !this.#members.has(member)) return;
    this.#remember(member, view.key);
    // The queued state is older than the one being shown.
    member.forget(this);
  }

  beat(woken: Set<Outbox>): boolean {
    const view = this.#deps.view();
    if (!view) return false;
    const hasChanged = view.key !== this.#beatKey;
    if (!hasChanged && this.#ahead.size === 0) return false;
    if (hasChanged) this.#encoded = undefined;
    this.#beatKey = view.key;
    let isAnyQueued = false;
    for (const member of this.#members) {
      const shown = this.#ahead.get(member);
      const hasSeen = shown === undefined ? !hasChanged : shown === view.key;
      if (hasSeen) continue;
      member.schedule(this);
      woken.add(member);
      isAnyQueued = true;
    }
    this.#ahead.clear();
    return isAnyQueued;
  }

  packetFor(member: Outbox): Packet | undefined {
    const { clock, view: currentView } = this.#deps;
    // A member is queued or ahead, never both: `beat` clears `#ahead`, `showed` the queued state.
    if (this.#encoded && clock.monotonic() - this.#encoded.atMs <= encodingFreshMs) {
      return this.#encoded.packet;
    }
    const view = currentView();
    if (!view) return undefined;
    this.#remember(member, view.key);
    const packet = view.encode();
    if (view.key === this.#beatKey) this.#encoded = { packet, atMs: clock.monotonic() };
    return packet;
  }

  #remember(member: Outbox, key: string): void {
    if (key === this.#beatKey) this.#ahead.delete(member);
    else this.#ahead.set(member, key);
  }
}
