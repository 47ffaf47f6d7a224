import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CallFate, fakeAmount } from '../../../test/support/vault/fakeLedger.ts';
import {
  collect,
  createReaderFixture,
  curatedToken,
  settle,
  tokenNames,
} from '../../../test/support/vault/readerFixture.ts';
import { notAskedForMs } from './ledgerCall.ts';
import { LedgerError } from './ledgerPort.ts';
import type { Read, VaultRead } from './ledgerReader.ts';

interface Numbered extends VaultRead {
  readonly number: number;
}

const delay = fc.integer({ min: 0, max: 12_000 });
const error = fc.oneof(
  fc
    .constantFrom('unavailable' as const, 'refused' as const, 'wrongNetwork' as const)
    .map((kind) => new LedgerError(kind, `It is ${kind}.`)),
  fc
    .integer({ min: 0, max: 15_000 })
    .map((retryAfterMs) => new LedgerError('limited', 'It is limited.', { retryAfterMs })),
  fc.constant(new Error('a fault')),
);
const fate: fc.Arbitrary<CallFate> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('answer' as const), afterMs: delay }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('error' as const), afterMs: delay, error }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deaf' as const), afterMs: delay }) },
);
// Few addresses, so that some are asked for twice; up to 90 tokens, so that chunks are small.
const vault = fc.record({
  address: fc.integer({ min: 0, max: 30 }).map((number) => `V${number}`),
  tokens: fc.integer({ min: 0, max: 90 }).map(tokenNames),
});
const fateLists = fc.array(fate, { minLength: 1, maxLength: 20, size: 'max' });
const vaultLists = fc
  .array(vault, { maxLength: 50, size: 'max' })
  .map((list) => list.map((one, number): Numbered => ({ ...one, number })));

/** Expects the ledger's own amounts at the ledger that the reading names. */
function expectTrue({ vault: { address, tokens }, reading }: Read<Numbered>): void {
  if (reading.kind === 'failed') {
    expect(reading.reason).toMatch(/^(It|The (mainnet )?ledger) .*\.$/);
    return;
  }
  expect(reading.kind).toBe(address === 'V0' ? 'absent' : 'read');
  if (reading.kind === 'absent') return;
  const wanted = tokens.map(
    (token) => [token, fakeAmount(token, address, reading.ledger) ?? 0n] as const,
  );
  expect(reading.amounts).toEqual(new Map(wanted));
}

/** Creates a reader whose calls fail as given: from the first, or after the network check. */
async function createFaultyReader(fates: readonly CallFate[], isChecked: boolean) {
  const fixture = createReaderFixture({ tokens: [curatedToken('T0')] });
  const { signal } = new AbortController();
  if (isChecked) await settle(fixture.clock, fixture.reader.tokens(signal));
  fixture.ledger.absent.add('V0');
  fixture.ledger.fate = (number) => fates[number % fates.length] ?? { kind: 'answer', afterMs: 0 };
  return { ...fixture, signal };
}

it('gives every vault back exactly once and never a wrong amount, whatever goes wrong', async () => {
  await fc.assert(
    fc.asyncProperty(vaultLists, vaultLists, fateLists, fc.boolean(), async (...drawn) => {
      const [first, second, fates, isChecked] = drawn;
      const { clock, ledger, reader, signal } = await createFaultyReader(fates, isChecked);
      const [one = [], two = []] = await Promise.all(
        [first, second].map((vaults) => settle(clock, collect(reader.read(vaults, signal)))),
      );
      expect(numbersOf(one)).toEqual(first.map(({ number }) => number));
      expect(numbersOf(two)).toEqual(second.map(({ number }) => number));
      for (const read of [...one, ...two]) expectTrue(read);
      expect(ledger.busiest).toBeLessThanOrEqual(4);
      // Only late answers of a port that ignores aborts may still come.
      await clock.advance(12_000);
      expect([clock.pending(), ledger.underWay]).toEqual([0, 0]);
    }),
  );
});

it('needs as many calls as next-fit without faults, and each chunk is of one ledger', async () => {
  await fc.assert(
    fc.asyncProperty(vaultLists, async (vaults) => {
      const { clock, ledger, reader } = createReaderFixture();
      const { signal } = new AbortController();
      await settle(clock, reader.tokens(signal));
      const before = ledger.calls.length;
      const ledgers: number[] = [];
      const drain = async () => {
        for await (const batch of reader.read(vaults, signal)) {
          const found = batch.flatMap(({ reading }) =>
            reading.kind === 'read' ? [reading.ledger] : [],
          );
          expect(new Set(found).size).toBe(1);
          ledgers.push(...new Set(found));
        }
      };
      await settle(clock, drain());
      expect(ledger.calls.length - before).toBe(nextFitCalls(vaults));
      expect(new Set(ledgers).size).toBe(ledgers.length);
    }),
  );
});

it('leaves nothing behind and frees every slot, whenever the signal aborts', async () => {
  const abortTimes = fc.integer({ min: 0, max: 30_000 });
  await fc.assert(
    fc.asyncProperty(vaultLists, fateLists, fc.boolean(), abortTimes, async (...drawn) => {
      const [vaults, fates, isChecked, abortAtMs] = drawn;
      const { clock, ledger, reader, signal } = await createFaultyReader(fates, isChecked);
      const stop = new AbortController();
      const outcome = collect(reader.read(vaults, stop.signal)).then(
        (reads) => reads.length,
        (reason: unknown) => reason,
      );
      await clock.advance(abortAtMs);
      stop.abort('enough');
      expect(['enough', vaults.length]).toContain(await outcome);
      await clock.advance(0);
      expect(ledger.underWay).toBe(0);

      ledger.fate = () => ({ kind: 'answer', afterMs: 100 });
      // A reading that ended before may have found the server down: after this time it is asked
      // again.
      await clock.advance(notAskedForMs);
      await settle(clock, reader.tokens(signal));
      await settle(clock, collect(reader.read([{ address: 'W0', tokens: [] }], signal)));
      let isDone = false;
      const reads = collect(reader.read(eightCalls(), signal)).then(() => {
        isDone = true;
      });
      // Two rounds of four calls: one lost slot would make it three.
      await clock.advance(200);
      expect(isDone).toBe(true);
      await reads;
    }),
  );
});

function eightCalls(): VaultRead[] {
  const tokens = tokenNames(199);
  return Array.from({ length: 8 }, (_, index) => ({ address: `W${index}`, tokens }));
}

function numbersOf(reads: readonly Read<Numbered>[]): number[] {
  return reads.map(({ vault: { number } }) => number).sort((a, b) => a - b);
}

function nextFitCalls(vaults: readonly VaultRead[]): number {
  let calls = 0;
  let keys = new Set<string>();
  for (const { address, tokens } of vaults) {
    const own = [address, ...tokens.map((token) => `${token} ${address}`)];
    const together = new Set([...keys, ...own]);
    if (calls === 0 || together.size > 200) {
      calls += 1;
      keys = new Set(own);
    } else keys = together;
  }
  return calls;
}
