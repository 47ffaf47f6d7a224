import { describe, expect, it } from 'vitest';
import { type CallFate, fakeAmount } from '../../../test/support/vault/fakeLedger.ts';
import {
  collect,
  createReaderFixture,
  settle,
  vaultReads,
} from '../../../test/support/vault/readerFixture.ts';
import { failedCallsMax, notAskedForMs } from './ledgerCall.ts';
import { LedgerError } from './ledgerPort.ts';
import type { VaultRead, VaultReading } from './ledgerReader.ts';

const answer = (afterMs = 100): CallFate => ({ kind: 'answer', afterMs });
const fail = (error: unknown): CallFate => ({ kind: 'error', afterMs: 100, error });
const unavailable = new LedgerError('unavailable', 'The ledger is down.');

/** Creates a reader that has checked its network, so that every call is one for vaults. */
async function setUp() {
  const fixture = createReaderFixture();
  const { clock, reader, ledger, outcomes } = fixture;
  const { signal } = new AbortController();
  await settle(clock, reader.tokens(signal));
  ledger.calls.length = 0;
  outcomes.length = 0;
  const readAll = (vaults: AsyncIterable<VaultRead> | Iterable<VaultRead>) =>
    settle(clock, collect(reader.read(vaults, signal)));
  const readOne = async (): Promise<VaultReading | undefined> =>
    (await readAll(vaultReads(1, 2)))[0]?.reading;
  return { ...fixture, signal, readAll, readOne };
}

describe('reading vaults', () => {
  it('gives every token of a vault what its ledger holds, 0 for what it does not', async () => {
    const { ledger, readAll } = await setUp();
    ledger.absent.add('V3');
    const reads = await readAll(vaultReads(12, 15));
    expect(ledger.calls).toHaveLength(1);
    const amounts = new Map<string, bigint>();
    for (const { vault, reading } of reads) {
      if (vault.address === 'V3') {
        expect(reading).toEqual({ kind: 'absent' });
        continue;
      }
      const wanted = vault.tokens.map(
        (token) => [token, fakeAmount(token, vault.address, 0) ?? 0n] as const,
      );
      expect(reading).toEqual({ kind: 'read', ledger: 0, amounts: new Map(wanted) });
      for (const [token, amount] of wanted) amounts.set(`${token} ${vault.address}`, amount);
    }
    expect([...amounts.values()]).toContain(0n);
  });

  it('gives an address asked twice its answer twice', async () => {
    const { ledger, readAll } = await setUp();
    const [vault] = vaultReads(1, 3);
    const reads = await readAll(vault ? [vault, { ...vault }] : []);
    expect(reads).toHaveLength(2);
    expect(reads[0]?.reading).toEqual(reads[1]?.reading);
    expect(reads[0]?.reading.kind).toBe('read');
    expect(ledger.calls[0]?.keys).toHaveLength(4);
  });

  it.each([
    [50, 5],
    [1000, 84],
  ])('reads %i vaults of 15 tokens in %i calls, four at once', async (count, calls) => {
    const { ledger, outcomes, readAll } = await setUp();
    ledger.fate = () => answer();
    expect(await readAll(vaultReads(count, 15))).toHaveLength(count);
    expect(ledger.calls).toHaveLength(calls);
    expect(ledger.busiest).toBe(4);
    expect(outcomes).toEqual(Array.from({ length: calls }, () => 'ok'));
  });

  it('makes no more calls at once for two readings than for one, and serves both', async () => {
    const { clock, ledger, reader, signal } = await setUp();
    ledger.fate = () => answer();
    const large = settle(clock, collect(reader.read(vaultReads(1000, 15), signal)));
    await clock.advance(150);
    const small = collect(reader.read(vaultReads(1, 15), signal));
    await clock.advance(400);
    expect(await small).toHaveLength(1);
    expect(await large).toHaveLength(1000);
    expect(ledger.busiest).toBe(4);
  });

  it('fails the vaults of a failed call and no other', async () => {
    const { ledger, readAll } = await setUp();
    ledger.fate = (number) => (number === 1 ? fail(new LedgerError('refused', 'No.')) : answer());
    const reads = await readAll(vaultReads(36, 15));
    const failed = reads.filter(({ reading }) => reading.kind === 'failed');
    expect(failed.map(({ vault }) => vault.address)).toEqual(
      Array.from({ length: 12 }, (_, index) => `V${index + 12}`),
    );
    expect(failed[0]?.reading).toEqual({ kind: 'failed', reason: 'No.' });
  });

  it('keeps a fault of the port to itself, and logs it', async () => {
    const { ledger, faults, outcomes, readOne } = await setUp();
    ledger.fate = () => fail(new TypeError('secret of the inside'));
    expect(await readOne()).toEqual({ kind: 'failed', reason: 'The ledger could not be read.' });
    expect(ledger.calls).toHaveLength(1);
    expect(faults.map(({ error }) => error)).toEqual(['secret of the inside']);
    expect(outcomes).toEqual(['unavailable']);
  });

  it('never takes an entry of another kind for a balance', async () => {
    const { ledger, readOne } = await setUp();
    ledger.entries = async (keys) => ({
      ledger: 1,
      entries: new Map(
        keys.map((key) => [
          key.kind === 'instance' ? key.contract : `${key.token} ${key.holder}`,
          { kind: 'instance', executable: 'stellarAsset' },
        ]),
      ),
    });
    expect(await readOne()).toEqual({ kind: 'failed', reason: 'The ledger could not be read.' });
  });

  it('gives back what it took before the source threw', async () => {
    const { clock, reader, ledger, signal } = await setUp();
    ledger.fate = () => answer();
    const source = function* () {
      yield* vaultReads(30, 15);
      throw new Error('no more pages');
    };
    const given: number[] = [];
    const drain = async () => {
      for await (const batch of reader.read(source(), signal)) given.push(batch.length);
    };
    await expect(settle(clock, drain())).rejects.toThrow('no more pages');
    expect(given).toEqual([12, 12, 6]);
  });

  it('gives readings while the source is slow, and takes no more than there is room for', async () => {
    const { clock, reader, signal } = await setUp();
    let taken = 0;
    const source = async function* () {
      for (const vault of vaultReads(1000, 15)) {
        if (taken === 13) await clock.sleep(60_000);
        taken += 1;
        yield vault;
      }
    };
    const batches = reader.read(source(), signal);
    const first = batches.next();
    await clock.advance(1000);
    expect((await first).value).toHaveLength(12);
    await clock.advance(120_000);
    // Eight chunks of twelve that the consumer has not taken, its first, and one vault ahead.
    expect(taken).toBe(9 * 12 + 1);
    await batches.return(undefined);
  });
});

describe('trying again', () => {
  it('takes an answer of the third attempt, after growing pauses', async () => {
    const { ledger, outcomes, readOne } = await setUp();
    ledger.fate = (number) => (number < 2 ? fail(unavailable) : answer());
    expect((await readOne())?.kind).toBe('read');
    expect(outcomes).toEqual(['unavailable', 'unavailable', 'ok']);
    const [first = 0, second = 0, third = 0] = ledger.calls.map(({ atMs }) => atMs);
    expect(second - first).toBeGreaterThanOrEqual(350);
    expect(third - second).toBeGreaterThanOrEqual(600);
  });

  it('gives up after three attempts', async () => {
    const { ledger, readOne } = await setUp();
    ledger.fate = () => fail(unavailable);
    expect(await readOne()).toEqual({ kind: 'failed', reason: 'The ledger is down.' });
    expect(ledger.calls).toHaveLength(3);
  });

  it.each(['refused', 'wrongNetwork'] as const)('never asks again what was %s', async (kind) => {
    const { ledger, readOne } = await setUp();
    ledger.fate = () => fail(new LedgerError(kind, 'No.'));
    expect(await readOne()).toEqual({ kind: 'failed', reason: 'No.' });
    expect(ledger.calls).toHaveLength(1);
  });

  it('waits as long as the server asks', async () => {
    const { ledger, readOne } = await setUp();
    const limited = new LedgerError('limited', 'Slow down.', { retryAfterMs: 10_000 });
    ledger.fate = (number) => (number === 0 ? fail(limited) : answer());
    expect((await readOne())?.kind).toBe('read');
    const [first = 0, second = 0] = ledger.calls.map(({ atMs }) => atMs);
    expect(second - first).toBe(10_100);
  });

  it('does not wait for a server that asks for more than ten seconds', async () => {
    const { ledger, outcomes, readOne } = await setUp();
    ledger.fate = () => fail(new LedgerError('limited', 'Slow.', { retryAfterMs: 10_001 }));
    const reason = 'The ledger server asks for a pause of 11 seconds.';
    expect(await readOne()).toEqual({ kind: 'failed', reason });
    expect(outcomes).toEqual(['limited']);
  });

  it('gives up an attempt after ten seconds, also when the port is deaf to the signal', async () => {
    const { ledger, readOne } = await setUp();
    ledger.fate = (number) => (number === 0 ? { kind: 'deaf', afterMs: 15_000 } : answer());
    const reading = await readOne();
    expect(reading?.kind === 'read' && reading.ledger).toBe(1);
    const [first = 0, second = 0] = ledger.calls.map(({ atMs }) => atMs);
    expect(second - first).toBeGreaterThanOrEqual(10_000);
    expect(second - first).toBeLessThanOrEqual(10_500);
  });

  it('says so when no attempt is answered', async () => {
    const { ledger, readOne } = await setUp();
    ledger.fate = () => ({ kind: 'deaf' });
    const reason = 'The ledger did not answer in 10 seconds.';
    expect(await readOne()).toEqual({ kind: 'failed', reason });
  });
});

describe('a server that is down', () => {
  const reason = 'The mainnet ledger is not answering; it is asked again in a moment.';
  const refused = { kind: 'failed', reason } as const;
  const kinds = (reads: readonly { reading: VaultReading }[]) =>
    Map.groupBy(reads, ({ reading }) => (reading.kind === 'failed' ? reading.reason : 'read'));

  it('is given up after two rounds of calls, and a thousand vaults with it', async () => {
    const { clock, ledger, readAll, readOne } = await setUp();
    ledger.fate = () => ({ kind: 'deaf' });
    const startMs = clock.now();
    const reads = kinds(await readAll(vaultReads(1_000, 33)));
    // Including those that were in progress when the last of them failed.
    const calls = failedCallsMax + 3;
    expect(reads.get('The ledger did not answer in 10 seconds.')).toHaveLength(5 * calls);
    expect(reads.get(reason)).toHaveLength(1_000 - 5 * calls);
    // Three rounds of three attempts, ten seconds each, and the pauses between them.
    expect(clock.now() - startMs).toBeLessThan(105_000);
    ledger.fate = () => fail(unavailable);
    await clock.advance(notAskedForMs);
    await readOne();
    expect(await readOne()).toEqual(refused);
  });

  it('is asked by one call a while later, and by all once that was answered', async () => {
    const { clock, ledger, readAll, readOne } = await setUp();
    ledger.fate = () => fail(unavailable);
    await readAll(vaultReads(1_000, 33));
    await clock.advance(notAskedForMs);
    const before = ledger.calls.length;
    expect(new Set(kinds(await readAll(vaultReads(1_000, 33))).keys())).toEqual(
      new Set([unavailable.message, reason]),
    );
    expect(ledger.calls).toHaveLength(before + 3);
    expect(await readOne()).toEqual(refused);
    await clock.advance(notAskedForMs);
    ledger.fate = () => answer();
    expect(kinds(await readAll(vaultReads(1_000, 33))).get('read')).toHaveLength(1_000);
  });

  it.each([
    ['limits', new LedgerError('limited', 'Slow down.', { retryAfterMs: 60_000 })],
    ['refuses', new LedgerError('refused', 'No.')],
  ])('is another one than a server that %s', async (_, error) => {
    const { ledger, readAll } = await setUp();
    ledger.fate = () => fail(error);
    await readAll(vaultReads(100, 33));
    expect(ledger.calls).toHaveLength(20);
  });

  it('is not seen in readings that were given up', async () => {
    const { clock, ledger, reader, readOne } = await setUp();
    ledger.fate = () => fail(unavailable);
    for (let round = 0; round < failedCallsMax; round += 1) {
      const stop = new AbortController();
      const ended = expect(collect(reader.read(vaultReads(20, 33), stop.signal))).rejects.toThrow(
        'enough',
      );
      // During the pause after the first attempt.
      await clock.advance(200);
      stop.abort(new Error('enough'));
      await ended;
    }
    ledger.fate = () => answer();
    expect((await readOne())?.kind).toBe('read');
  });
});

describe('ending early', () => {
  const enough = new Error('enough');

  it.each<[string, () => CallFate]>([
    ['calls under way', () => answer(5000)],
    ['calls to a deaf port', () => ({ kind: 'deaf' })],
    ['pauses between attempts', () => fail(unavailable)],
  ])('ends %s by the reason of the signal, and leaves nothing behind', async (_, fate) => {
    const { clock, ledger, reader, readAll } = await setUp();
    const stop = new AbortController();
    ledger.fate = fate;
    const ended = expect(collect(reader.read(vaultReads(500, 15), stop.signal))).rejects.toBe(
      enough,
    );
    await clock.advance(400);
    stop.abort(enough);
    await ended;
    expect(ledger.underWay).toBe(0);
    expect(clock.pending()).toBe(0);
    // Every slot is free again; otherwise this would not end.
    ledger.fate = () => answer();
    expect(await readAll(vaultReads(50, 15))).toHaveLength(50);
    expect(ledger.busiest).toBe(4);
  });

  it('ends a reading that waits for the slots of another', async () => {
    const { clock, ledger, reader, signal } = await setUp();
    ledger.fate = () => answer(5000);
    const other = settle(clock, collect(reader.read(vaultReads(96, 15), signal)));
    await clock.advance(0);
    const stop = new AbortController();
    const waiting = collect(reader.read(vaultReads(12, 15), stop.signal));
    const ended = expect(waiting).rejects.toBe(enough);
    await clock.advance(1000);
    stop.abort(enough);
    await ended;
    expect(await other).toHaveLength(96);
    expect(ledger.calls).toHaveLength(8);
  });

  it('ends while the source hangs, and takes nothing more from it', async () => {
    const { clock, reader } = await setUp();
    const stop = new AbortController();
    const page = Promise.withResolvers<void>();
    let taken = 0;
    const source = async function* () {
      for (const vault of vaultReads(100, 15)) {
        if (taken === 5) await page.promise;
        taken += 1;
        yield vault;
      }
    };
    const ended = expect(collect(reader.read(source(), stop.signal))).rejects.toBe(enough);
    await clock.advance(1000);
    stop.abort(enough);
    await ended;
    page.resolve();
    await clock.advance(1000);
    expect(taken).toBe(6);
  });

  it('does nothing for a signal that has aborted before', async () => {
    const { ledger, reader } = await setUp();
    const reads = collect(reader.read(vaultReads(1, 1), AbortSignal.abort(enough)));
    await expect(reads).rejects.toBe(enough);
    expect(ledger.calls).toEqual([]);
  });

  it('stops the work of a consumer that leaves', async () => {
    const { clock, ledger, reader, signal, readAll } = await setUp();
    ledger.fate = (number) => answer(number === 0 ? 100 : 5000);
    let isClosed = false;
    const source = function* () {
      try {
        yield* vaultReads(500, 15);
      } finally {
        isClosed = true;
      }
    };
    const takeOne = async () => {
      for await (const batch of reader.read(source(), signal)) {
        // Until the source pauses, because there is no room.
        await clock.sleep(1000);
        return batch.length;
      }
      return 0;
    };
    expect(await settle(clock, takeOne())).toBe(12);
    await clock.advance(0);
    expect(isClosed).toBe(true);
    expect(ledger.underWay).toBe(0);
    expect(clock.pending()).toBe(0);
    const calls = ledger.calls.length;
    await clock.advance(20_000);
    expect(ledger.calls).toHaveLength(calls);
    expect(await readAll(vaultReads(50, 15))).toHaveLength(50);
  });
});
