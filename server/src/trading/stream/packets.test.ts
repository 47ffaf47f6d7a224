import { describe, expect, it } from 'vitest';
import { createPacketJoiner, encodeFrame, encodePacket } from './packets.ts';

/** An independent decoder of RFC 6455 §5.2, for unmasked frames. */
function decodeFrames(bytes: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    expect(bytes[at]).toBe(0x81);
    const short = bytes.readUInt8(at + 1);
    const headLength = short < 126 ? 2 : short === 126 ? 4 : 10;
    const length =
      short < 126
        ? short
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : Number(bytes.readBigUInt64BE(at + 2));
    texts.push(bytes.toString('utf8', at + headLength, at + headLength + length));
    at += headLength + length;
  }
  return texts;
}

describe('packets', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('frames %i bytes', (length) => {
    const text = 'x'.repeat(length);
    expect(decodeFrames(encodeFrame(text))).toEqual([text]);
  });

  it('counts bytes, not characters', () => {
    const text = '€'.repeat(50);
    expect(decodeFrames(encodeFrame(text))).toEqual([text]);
  });

  it('encodes an event once for both transports', () => {
    const packet = encodePacket('error', { message: 'no' });
    expect(packet.text).toBe('2["error",{"message":"no"}]');
    expect(decodeFrames(packet.frame)).toEqual(['42["error",{"message":"no"}]']);
  });

  it('joins packets in order, as frames and as one polling payload', () => {
    const join = createPacketJoiner();
    const joined = join([encodePacket('a', 1), encodePacket('b', 2)]);
    expect(decodeFrames(joined?.frame ?? Buffer.of())).toEqual(['42["a",1]', '42["b",2]']);
    expect(`4${joined?.text}`.split('\x1e')).toEqual(['42["a",1]', '42["b",2]']);
  });

  it('joins the same packets only once, and others anew', () => {
    const join = createPacketJoiner();
    const [a, b, c] = [encodePacket('a', 1), encodePacket('b', 2), encodePacket('c', 3)];
    const first = join([a, b]);
    expect(join([a, b])).toBe(first);
    expect(join([b, a])).not.toBe(first);
    expect(decodeFrames(join([a, c])?.frame ?? Buffer.of())).toEqual(['42["a",1]', '42["c",3]']);
  });

  it('lets no payload hold the mark that sets packets apart', () => {
    expect(encodePacket('error', { message: 'a\x1e4b' }).text).not.toContain('\x1e');
  });
});
