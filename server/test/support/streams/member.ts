import type { PacketSource, StreamClient } from '../../../src/trading/stream/types.ts';

/** Creates a client that takes everything at once, or nothing while it is blocked. */
export function createTestMember() {
  const owed = new Set<PacketSource>();
  const received: [event: string, payload: Record<string, unknown>][] = [];
  const dropped: string[] = [];
  const member = {
    isStuck: false,
    received,
    dropped,
    owed,
    /** Returns the payloads of the events of a name. */
    of: (name: string) => received.filter(([event]) => event === name).map(([, what]) => what),
    outbox: {
      schedule: (source: PacketSource) => void owed.add(source),
      forget: (source: PacketSource) => void owed.delete(source),
      answer: (source: PacketSource) => void owed.add(source),
      flush() {
        if (member.isStuck) return;
        for (const source of owed) {
          owed.delete(source);
          const packet = source.packetFor(member.outbox);
          if (packet) received.push(JSON.parse(packet.text.slice(1)));
        }
      },
      busySinceMs: () => undefined,
      pendingCount: () => owed.size,
      close: () => undefined,
    },
    fail: (message: string) => void received.push(['error', { message }]),
    drop: (reason: string, message: string) => void dropped.push(`${reason}: ${message}`),
  } satisfies StreamClient & Record<string, unknown>;
  return member;
}

/** Returns the error messages that a client got. */
export const errorsOf = ({ member }: { member: ReturnType<typeof createTestMember> }) =>
  member.of('error').map(({ message }) => message);
