import { describe, expect, it } from 'vitest';
import { BodyTooLargeError, readBody } from './readBody.ts';

async function* bodyOf(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text, 'latin1');
}

describe('a body', () => {
  it('is read whole, characters across chunks included', async () => {
    const [first, second] = ['a\u00c3', '\u00a4b'];
    expect(await readBody(bodyOf(first, second), { bytesMax: 4 })).toBe('a\u00e4b');
  });

  it('is left at its bound', async () => {
    let isLeft = false;
    async function* endless() {
      try {
        for (;;) yield Buffer.from('abc');
      } finally {
        isLeft = true;
      }
    }
    await expect(readBody(endless(), { bytesMax: 8 })).rejects.toThrow(BodyTooLargeError);
    expect(isLeft).toBe(true);
  });

  it('is left when the signal aborts, though the body goes on', async () => {
    const stop = new AbortController();
    async function* deaf() {
      yield Buffer.from('a');
      stop.abort(new Error('called off'));
      for (;;) yield Buffer.from('b');
    }
    const reading = readBody(deaf(), { bytesMax: 1_000_000, signal: stop.signal });
    await expect(reading).rejects.toThrow('called off');
  });
});
