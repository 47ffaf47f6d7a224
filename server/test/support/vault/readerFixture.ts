import type { LogFields } from '../../../src/kit/logger.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import {
  createLedgerReader,
  type Read,
  type VaultRead,
} from '../../../src/vault/ledger/ledgerReader.ts';
import type { CuratedToken } from '../../../src/vault/tokens/curatedToken.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { silentLogger } from '../silentLogger.ts';
import { createFakeLedger, fakePassphrase } from './fakeLedger.ts';

/** Creates a reader on a fake ledger and a manual clock, with its logs. */
export function createReaderFixture(options: { tokens?: readonly CuratedToken[] } = {}) {
  const clock = createManualClock();
  const ledger = createFakeLedger(clock);
  const warnings: LogFields[] = [];
  const faults: LogFields[] = [];
  const outcomes: string[] = [];
  const reader = createLedgerReader({
    port: ledger,
    passphrase: fakePassphrase,
    tokens: options.tokens ?? [],
    clock,
    random: createSeededRandom('reader'),
    logger: {
      ...silentLogger,
      warn: (fields) => warnings.push(fields),
      error: (fields) => faults.push(fields),
    },
    metrics: { call: (outcome) => outcomes.push(outcome) },
  });
  return { clock, ledger, reader, warnings, faults, outcomes };
}

export function curatedToken(contract: string): CuratedToken {
  return {
    network: 'mainnet',
    group: 'major',
    contract,
    symbol: contract,
    name: contract,
    issuer: null,
    decimals: 7,
  };
}

export function tokenNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `T${index}`);
}

export function vaultReads(count: number, tokenCount: number): VaultRead[] {
  const tokens = tokenNames(tokenCount);
  return Array.from({ length: count }, (_, index) => ({ address: `V${index}`, tokens }));
}

/** Returns all readings as one list. */
export async function collect<V extends VaultRead>(
  batches: AsyncIterable<readonly Read<V>[]>,
): Promise<Read<V>[]> {
  const reads: Read<V>[] = [];
  for await (const batch of batches) reads.push(...batch);
  return reads;
}

/** Advances the clock until the promise settles; ten minutes are more than any reading takes. */
export async function settle<Value>(clock: ManualClock, promise: Promise<Value>): Promise<Value> {
  let isSettled = false;
  const done = promise.finally(() => {
    isSettled = true;
  });
  done.catch(() => undefined);
  for (let second = 0; second < 600 && !isSettled; second += 1) await clock.advance(1000);
  if (!isSettled) throw new Error('It did not end.');
  return done;
}
