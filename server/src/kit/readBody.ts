/** Thrown when a body is longer than the limit; the rest of it is not read. */
export class BodyTooLargeError extends Error {
  constructor(bytesMax: number) {
    super(`The body is over ${bytesMax} bytes.`);
    this.name = 'BodyTooLargeError';
  }
}

interface ReadOptions {
  readonly bytesMax: number;
  /** Ends the reading between two chunks, even when the body ignores it. */
  readonly signal?: AbortSignal;
}

/** Returns a whole body as text. Rejects with `BodyTooLargeError`, or as the body does. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  { bytesMax, signal }: ReadOptions,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  // Leaving the loop destroys the body, so nothing more is read.
  for await (const chunk of body) {
    signal?.throwIfAborted();
    byteCount += chunk.length;
    if (byteCount > bytesMax) throw new BodyTooLargeError(bytesMax);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
