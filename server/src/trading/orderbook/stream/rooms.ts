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
  /** Queues for each member what it has not seen yet; returns whether there was anything. */
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
   * Members that were shown something else between two beats; without it, a change that is undone
   * would be missed.
   */
  readonly #ahead = new Map<Outbox, string>();
  /** Always encodes the last beat's key. */
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
    const isNews = view.key !== this.#beatKey;
    if (!isNews && this.#ahead.size === 0) return false;
    if (isNews) this.#encoded = undefined;
    this.#beatKey = view.key;
    let isOwed = false;
    for (const member of this.#members) {
      const shown = this.#ahead.get(member);
      if (shown === undefined ? !isNews : shown === view.key) continue;
      member.owe(this);
      woken.add(member);
      isOwed = true;
    }
    this.#ahead.clear();
    return isOwed;
  }

  packetFor(member: Outbox): Packet | undefined {
    const { clock, view: look } = this.#deps;
    // No member is both owed and ahead: a beat clears the one, and being shown clears the other.
    if (this.#encoded && clock.monotonic() - this.#encoded.atMs <= encodingFreshMs) {
      return this.#encoded.packet;
    }
    const view = look();
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
