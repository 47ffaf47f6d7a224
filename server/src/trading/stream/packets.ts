import type { ServerEvents } from '@windlass/contract';

/** One event in both forms that a transport may want, encoded once however many clients get it. */
export interface Packet {
  /** Engine.IO message payload: the body of a polling response. */
  readonly text: string;
  /** The same event as a finished WebSocket frame. */
  readonly frame: Buffer;
}

/** Joins packets; it remembers the last join, because whole rooms ask for the same one in turn. */
export type PacketJoiner = (packets: readonly Packet[]) => Packet | undefined;

/** Socket.IO: packet type 2 is an event. */
const eventPacketType = '2';
/**
 * Engine.IO: packet type 4 is a message; the record separator stands between packets in a payload.
 */
const messagePacketType = '4';
const recordSeparator = '\x1e';

/** RFC 6455 §5.2. */
const finalTextFrame = 0x81;
const lengthIn16Bits = 126;
const lengthIn64Bits = 127;

/** Encodes one event for every transport. */
export function encodePacket(event: string, payload: unknown): Packet {
  const text = `${eventPacketType}${JSON.stringify([event, payload])}`;
  return { text, frame: encodeFrame(`${messagePacketType}${text}`) };
}

/** Encodes an event of the stream; the compiler checks that name and payload belong together. */
export function toPacket<E extends keyof ServerEvents>(
  event: E,
  payload: Parameters<ServerEvents[E]>[0],
): Packet {
  return encodePacket(event, payload);
}

/** Encodes a text frame of a server: unmasked and in one piece. */
export function encodeFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headLength = length < lengthIn16Bits ? 2 : length <= 0xffff ? 4 : 10;
  const frame = Buffer.allocUnsafe(headLength + length);
  frame[0] = finalTextFrame;
  if (headLength === 2) frame[1] = length;
  if (headLength === 4) {
    frame[1] = lengthIn16Bits;
    frame.writeUInt16BE(length, 2);
  }
  if (headLength === 10) {
    frame[1] = lengthIn64Bits;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headLength);
  return frame;
}

/**
 * Makes a joiner. Several events for one client leave in one write: with a thousand clients, the
 * system calls are what a beat costs. JSON escapes the record separator, so no payload contains
 * one.
 */
export function createPacketJoiner(): PacketJoiner {
  let lastParts: readonly Packet[] = [];
  let lastJoined: Packet | undefined;
  return (packets) => {
    if (packets.length <= 1) return packets[0];
    if (lastJoined && areSame(packets, lastParts)) return lastJoined;
    lastParts = packets;
    lastJoined = {
      text: packets.map((packet) => packet.text).join(`${recordSeparator}${messagePacketType}`),
      frame: Buffer.concat(packets.map((packet) => packet.frame)),
    };
    return lastJoined;
  };
}

function areSame(left: readonly Packet[], right: readonly Packet[]): boolean {
  return left.length === right.length && left.every((packet, index) => packet === right[index]);
}
