import type { Clock } from '../../kit/clock.ts';
import type { Outbox, PacketSource } from './backpressure.ts';
import type { Packet } from './packets.ts';

/** What a room shows at one moment. Equal keys mean that a client would see no difference. */
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
  /** The member is being shown the present state elsewhere, in a snapshot. */
  showed(member: Outbox): void;
  /** Owes the members what they have not seen yet; returns whether there was anything. */
  beat(woken: Set<Outbox>): boolean;
}

interface RoomDeps {
  readonly clock: Clock;
  /** Undefined while there is nothing to show. */
  readonly view: () => RoomView | undefined;
}

/** An encoded state older than one beat is encoded again: its staleness would be a beat behind. */
const encodingFreshMs = 100;

export function createRoom({ clock, view }: RoomDeps): Room {
  const members = new Set<Outbox>();
  /** Key of the last beat: what every member has seen or is owed, except those in `ahead`. */
  let beatKey: string | undefined;
  /** Members shown something else between two beats; without it a change taken back is missed. */
  const ahead = new Map<Outbox, string>();
  let encoded: { readonly packet: Packet; readonly atMs: number } | undefined;

  const remember = (member: Outbox, key: string): void => {
    if (key === beatKey) ahead.delete(member);
    else ahead.set(member, key);
  };

  const room: Room = {
    get memberCount() {
      return members.size;
    },
    add: (member) => void members.add(member),
    remove(member) {
      members.delete(member);
      ahead.delete(member);
      member.forget(room);
    },
    showed(member) {
      const now = view();
      if (!now || !members.has(member)) return;
      remember(member, now.key);
      // Whatever was owed is older than what is being shown.
      member.forget(room);
    },
    beat(woken) {
      const now = view();
      if (!now) return false;
      const isNews = now.key !== beatKey;
      if (!isNews && ahead.size === 0) return false;
      if (isNews) encoded = undefined;
      beatKey = now.key;
      let isOwed = false;
      for (const member of members) {
        const shown = ahead.get(member);
        if (shown === undefined ? !isNews : shown === now.key) continue;
        member.owe(room);
        woken.add(member);
        isOwed = true;
      }
      ahead.clear();
      return isOwed;
    },
    packetFor(member) {
      if (encoded && clock.monotonic() - encoded.atMs <= encodingFreshMs) {
        ahead.delete(member);
        return encoded.packet;
      }
      const now = view();
      if (!now) return undefined;
      remember(member, now.key);
      const packet = now.encode();
      if (now.key === beatKey) encoded = { packet, atMs: clock.monotonic() };
      return packet;
    },
  };
  return room;
}
