import { abortable } from '../../../src/kit/abortable.ts';
import { assert } from '../../../src/kit/assert.ts';
import { hash32 } from '../../../src/kit/random.ts';
import {
  keysPerCallMax,
  keyText,
  type LedgerAnswer,
  type LedgerEntry,
  LedgerError,
  type LedgerKey,
  type LedgerPort,
} from '../../../src/vault/ledger/ledgerPort.ts';
import type { ManualClock } from '../manualClock.ts';

export const fakePassphrase = 'Fake Network';

/** The result of one call. */
export type CallFate =
  | { readonly kind: 'answer'; readonly afterMs: number }
  | { readonly kind: 'error'; readonly afterMs: number; readonly error: unknown }
  /** No answer, and the signal is ignored; a late answer comes when `afterMs` is given. */
  | { readonly kind: 'deaf'; readonly afterMs?: number };

export interface FakeCall {
  readonly kind: 'passphrase' | 'entries';
  readonly keys: readonly LedgerKey[];
  readonly atMs: number;
}

/** A ledger in memory. Every call closes a ledger, and every ledger has other amounts. */
export interface FakeLedger extends LedgerPort {
  passphraseText: string;
  /** Contracts that do not exist, though every other does. */
  readonly absent: Set<string>;
  /** Contracts that run their own code. */
  readonly custom: Set<string>;
  /** Decides the result of calls; the number is that of the call among all, from 0. */
  fate: (callNumber: number) => CallFate;
  readonly calls: FakeCall[];
  /** Returns only the calls for entries. */
  entryCalls(): readonly FakeCall[];
  /** The most calls that were in progress at once. */
  readonly busiest: number;
  readonly underWay: number;
}

export function createFakeLedger(clock: ManualClock): FakeLedger {
  const calls: FakeCall[] = [];
  let underWay = 0;
  let busiest = 0;

  const go = async <Answer>(fate: CallFate, signal: AbortSignal, answer: () => Answer) => {
    if (fate.kind === 'deaf') {
      if (fate.afterMs === undefined) return new Promise<never>(() => undefined);
      await clock.sleep(fate.afterMs);
      return answer();
    }
    await abortable(clock.sleep(fate.afterMs, signal), signal);
    signal.throwIfAborted();
    if (fate.kind === 'error') throw fate.error;
    return answer();
  };
  const run = async <Answer>(call: FakeCall, signal: AbortSignal, answer: () => Answer) => {
    const fate = ledger.fate(calls.length);
    calls.push(call);
    underWay += 1;
    busiest = Math.max(busiest, underWay);
    const outcome = go(fate, signal, answer);
    // The caller's part is over when its signal says so, whatever the call continues to do.
    void abortable(outcome, signal)
      .catch(() => undefined)
      .finally(() => {
        underWay -= 1;
      });
    return outcome;
  };

  const ledger: FakeLedger = {
    network: 'mainnet',
    passphraseText: fakePassphrase,
    absent: new Set(),
    custom: new Set(),
    fate: () => ({ kind: 'answer', afterMs: 0 }),
    calls,
    entryCalls: () => calls.filter(({ kind }) => kind === 'entries'),
    get busiest() {
      return busiest;
    },
    get underWay() {
      return underWay;
    },
    passphrase: (signal) =>
      run({ kind: 'passphrase', keys: [], atMs: clock.monotonic() }, signal, () => {
        return ledger.passphraseText;
      }),
    entries(keys, signal) {
      const number = calls.length;
      return run({ kind: 'entries', keys, atMs: clock.monotonic() }, signal, () => {
        refuseWrongKeys(keys);
        return answerOf(ledger, keys, number);
      });
    },
  };
  return ledger;
}

/** Returns the holder's amount at the ledger of that number; nothing in one case of three. */
export function fakeAmount(token: string, holder: string, ledger: number): bigint | undefined {
  const drawn = hash32(`${token} ${holder} ${ledger}`, 1);
  return drawn % 3 === 0 ? undefined : BigInt(drawn);
}

function refuseWrongKeys(keys: readonly LedgerKey[]): void {
  const texts = keys.map(keyText);
  if (texts.length > keysPerCallMax) throw new LedgerError('refused', 'Too many keys.');
  if (new Set(texts).size < texts.length) throw new LedgerError('refused', 'A key twice.');
  assert(texts.length > 0, 'a call without keys is none');
}

/** Returns entries in another order than requested, and with gaps. */
function answerOf(
  from: Pick<FakeLedger, 'absent' | 'custom'>,
  keys: readonly LedgerKey[],
  ledger: number,
): LedgerAnswer {
  const entries = new Map<string, LedgerEntry>();
  for (const key of keys.toReversed()) {
    if (key.kind === 'instance') {
      if (from.absent.has(key.contract)) continue;
      const executable = from.custom.has(key.contract) ? 'other' : 'stellarAsset';
      entries.set(keyText(key), { kind: 'instance', executable });
      continue;
    }
    const amount = fakeAmount(key.token, key.holder, ledger);
    if (amount !== undefined) entries.set(keyText(key), { kind: 'balance', amount });
  }
  return { ledger, entries };
}
