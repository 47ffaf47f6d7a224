/** What a frame of RFC 6455 carries; the others are no business of an exchange's. */
export const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;

export interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** What a client sends that is no frame, or none that exchanges take. */
class FrameError extends Error {}

/** Clients send requests of a few hundred bytes. */
const payloadBytesMax = 65_535;
const finalBit = 0x80;
const maskBit = 0x80;
const maskBytes = 4;

/** One whole frame as a server sends it: not masked. */
export function encodeFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = [finalBit | opcode];
  if (length < 126) return Buffer.concat([Buffer.from([...head, length]), payload]);
  const wide = length > 0xffff;
  const size = Buffer.alloc(wide ? 8 : 2);
  if (wide) size.writeBigUInt64BE(BigInt(length));
  else size.writeUInt16BE(length);
  return Buffer.concat([Buffer.from([...head, wide ? 127 : 126]), size, payload]);
}

/** Makes frames of what comes in pieces. Throws `FrameError` on what is none. */
export function createFrameReader(): (piece: Buffer) => readonly Frame[] {
  let rest: Buffer = Buffer.alloc(0);
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    const frames: Frame[] = [];
    for (let taken = takeFrame(rest); taken; taken = takeFrame(rest)) {
      frames.push(taken.frame);
      rest = rest.subarray(taken.bytes);
    }
    return frames;
  };
}

/** The first frame, once it is there as a whole. */
function takeFrame(buffer: Buffer): { readonly frame: Frame; readonly bytes: number } | undefined {
  const [first, second] = buffer;
  if (first === undefined || second === undefined) return undefined;
  if ((first & finalBit) === 0) throw new FrameError('Messages in pieces are not taken');
  if ((second & maskBit) === 0) throw new FrameError('Frames of clients are masked');
  const short = second & 0x7f;
  if (short === 127) throw new FrameError(`Messages have at most ${payloadBytesMax} bytes`);
  const sizeBytes = short === 126 ? 2 : 0;
  const start = 2 + sizeBytes + maskBytes;
  if (buffer.length < start) return undefined;
  const length = sizeBytes === 0 ? short : buffer.readUInt16BE(2);
  if (buffer.length < start + length) return undefined;
  const mask = buffer.subarray(start - maskBytes, start);
  const payload = Buffer.from(buffer.subarray(start, start + length));
  for (let at = 0; at < length; at += 1) payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0);
  return { frame: { opcode: first & 0x0f, payload }, bytes: start + length };
}
