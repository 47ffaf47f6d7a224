import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vaultReads } from '../../../test/support/vault/readerFixture.ts';
import { keyText } from './ledgerPort.ts';
import { type Chunk, packVaults } from './packing.ts';
import type { VaultRead } from './vaultRead.ts';

const { signal } = new AbortController();

async function pack(vaults: AsyncIterable<VaultRead> | Iterable<VaultRead>) {
  const chunks: Chunk<VaultRead>[] = [];
  for await (const chunk of packVaults(vaults, signal)) chunks.push(chunk);
  return chunks;
}

describe('packing', () => {
  it.each([
    [50, 15, 5],
    [1000, 15, 84],
    [10, 15, 1],
    [50, 45, 13],
    [200, 0, 1],
    [201, 0, 2],
    [3, 199, 3],
    [0, 15, 0],
  ])('reads %i vaults of %i tokens in %i calls', async (count, tokens, calls) => {
    const vaults = vaultReads(count, tokens);
    const chunks = await pack(vaults);
    expect(chunks).toHaveLength(calls);
    expect(chunks.flatMap((chunk) => chunk.vaults)).toEqual(vaults);
  });

  it('refuses a vault that no call can hold, after what came before it', async () => {
    const chunks = packVaults([...vaultReads(3, 2), ...vaultReads(1, 200)], signal);
    expect((await chunks.next()).value?.vaults).toHaveLength(3);
    await expect(chunks.next()).rejects.toThrow('at most 200 keys');
    await expect(pack(vaultReads(1, 200))).rejects.toThrow('at most 200 keys');
  });

  it('sends the keys of an address asked twice once', async () => {
    const vaults = [
      { address: 'V', tokens: ['A', 'B'] },
      { address: 'V', tokens: ['B', 'C'] },
    ];
    const [chunk, ...more] = await pack(vaults);
    expect(more).toEqual([]);
    expect(chunk?.vaults).toEqual(vaults);
    expect(chunk?.keys.map(keyText)).toEqual(['V', 'A V', 'B V', 'C V']);
  });

  it('ends a chunk also when one address is asked over and over', async () => {
    const vaults = Array.from({ length: 450 }, () => ({ address: 'V', tokens: ['A'] }));
    const chunks = await pack(vaults);
    expect(chunks.map((chunk) => chunk.vaults.length)).toEqual([200, 200, 50]);
  });

  it('asks for no more than the chunk and the vault after it, and closes the source', async () => {
    let asked = 0;
    let isClosed = false;
    const source = function* () {
      try {
        for (const vault of vaultReads(100, 15)) {
          asked += 1;
          yield vault;
        }
      } finally {
        isClosed = true;
      }
    };
    const chunks = packVaults(source(), signal);
    expect(asked).toBe(0);
    await chunks.next();
    expect(asked).toBe(13);
    await chunks.return();
    expect(isClosed).toBe(true);
  });

  it('is next-fit: whole vaults, in order, and no chunk that could have taken one more', async () => {
    const vault = fc.record({
      address: fc.integer({ min: 0, max: 20 }).map((number) => `V${number}`),
      tokens: fc
        .integer({ min: 0, max: 199 })
        .map((count) => vaultReads(1, count)[0]?.tokens ?? []),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(vault, { maxLength: 40 }), async (vaults) => {
        const chunks = await pack(vaults);
        expect(chunks.flatMap((chunk) => chunk.vaults)).toEqual(vaults);
        for (const [index, chunk] of chunks.entries()) {
          const texts = keysWanted(chunk.vaults);
          expect(new Set(chunk.keys.map(keyText))).toEqual(texts);
          expect(chunk.keys).toHaveLength(texts.size);
          expect(texts.size).toBeLessThanOrEqual(200);
          const next = chunks[index + 1]?.vaults[0];
          if (next) expect(keysWanted([...chunk.vaults, next]).size).toBeGreaterThan(200);
        }
      }),
    );
  });
});

function keysWanted(vaults: readonly VaultRead[]): Set<string> {
  return new Set(
    vaults.flatMap(({ address, tokens }) => [
      address,
      ...tokens.map((token) => `${token} ${address}`),
    ]),
  );
}
