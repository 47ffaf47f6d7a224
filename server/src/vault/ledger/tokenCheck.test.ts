import { describe, expect, it } from 'vitest';
import type { CallFate } from '../../../test/support/vault/fakeLedger.ts';
import {
  collect,
  createReaderFixture,
  curatedToken,
  settle,
  tokenNames,
  vaultReads,
} from '../../../test/support/vault/readerFixture.ts';
import { LedgerError } from './ledgerPort.ts';
import { checkAgainMs, checkedForMs } from './tokenCheck.ts';

const down = (): CallFate => ({
  kind: 'error',
  afterMs: 0,
  error: new LedgerError('unavailable', 'The ledger is down.'),
});
const up = (): CallFate => ({ kind: 'answer', afterMs: 5 });

function setUp(tokenCount = 4) {
  const fixture = createReaderFixture({ tokens: tokenNames(tokenCount).map(curatedToken) });
  const { signal } = new AbortController();
  fixture.ledger.fate = up;
  const symbols = async () => {
    const tokens = await settle(fixture.clock, fixture.reader.tokens(signal));
    return tokens.map(({ symbol }) => symbol);
  };
  return { ...fixture, signal, symbols };
}

describe('check of the tokens', () => {
  it('switches off what is missing or runs its own code, and says so once', async () => {
    const { clock, ledger, warnings, symbols } = setUp();
    ledger.absent.add('T1');
    ledger.custom.add('T2');
    expect(await symbols()).toEqual(['T0', 'T3']);
    await clock.advance(checkedForMs);
    expect(await symbols()).toEqual(['T0', 'T3']);
    expect(warnings.map(({ contract }) => contract)).toEqual(['T1', 'T2']);
    ledger.absent.clear();
    await clock.advance(checkedForMs);
    expect(await symbols()).toEqual(['T0', 'T1', 'T3']);
  });

  it('reads the whole list in as few calls as there can be', async () => {
    const { ledger, symbols } = setUp(401);
    expect(await symbols()).toHaveLength(401);
    expect(ledger.entryCalls().map(({ keys }) => keys.length)).toEqual([200, 200, 1]);
  });

  it('happens once for all who ask meanwhile, and serves for an hour', async () => {
    const { clock, ledger, reader, signal, symbols } = setUp();
    const users = [reader.tokens(signal), reader.tokens(signal)].map((one) => settle(clock, one));
    const reads = settle(clock, collect(reader.read(vaultReads(1, 1), signal)));
    await Promise.all([...users, reads]);
    expect(ledger.calls).toHaveLength(3);
    await clock.advance(checkedForMs - 10_000);
    const before = ledger.calls.length;
    await symbols();
    expect(ledger.calls).toHaveLength(before);
    await clock.advance(10_000);
    await symbols();
    expect(ledger.calls).toHaveLength(before + 2);
  });

  it("refuses another network's server until it speaks for the right one", async () => {
    const { clock, ledger, reader, signal, symbols } = setUp();
    ledger.passphraseText = 'Another Network';
    const text = 'The server for mainnet speaks for another network.';
    await expect(symbols()).rejects.toMatchObject({ kind: 'wrongNetwork', message: text });
    const reads = await settle(clock, collect(reader.read(vaultReads(450, 0), signal)));
    expect(reads).toHaveLength(450);
    expect(new Set(reads.map(({ reading }) => JSON.stringify(reading)))).toEqual(
      new Set([JSON.stringify({ kind: 'failed', reason: text })]),
    );
    expect(ledger.entryCalls()).toEqual([]);
    ledger.passphraseText = 'Fake Network';
    expect(await symbols()).toHaveLength(4);
  });

  it('gives the vaults it refuses in batches of bounded size', async () => {
    const { clock, ledger, reader, signal } = setUp();
    ledger.fate = down;
    const sizes: number[] = [];
    const drain = async () => {
      for await (const batch of reader.read(vaultReads(450, 0), signal)) sizes.push(batch.length);
    };
    await settle(clock, drain());
    expect(sizes).toEqual([200, 200, 50]);
  });

  it('forgets a good result when the server turns out to be of another network', async () => {
    const { clock, ledger, symbols } = setUp();
    await symbols();
    ledger.passphraseText = 'Another Network';
    await clock.advance(checkedForMs);
    await expect(symbols()).rejects.toThrow('speaks for another network');
    ledger.fate = down;
    await expect(symbols()).rejects.toThrow('The ledger is down.');
  });

  it('keeps the old result while the ledger is down, and asks again after a minute', async () => {
    const { clock, ledger, symbols } = setUp();
    await symbols();
    ledger.absent.add('T0');
    ledger.fate = down;
    await clock.advance(checkedForMs);
    expect(await symbols()).toHaveLength(4);
    const before = ledger.calls.length;
    expect(await symbols()).toHaveLength(4);
    expect(ledger.calls).toHaveLength(before);
    ledger.fate = up;
    await clock.advance(checkAgainMs);
    expect(await symbols()).toEqual(['T1', 'T2', 'T3']);
  });

  it('remembers no failure', async () => {
    const { ledger, symbols } = setUp();
    ledger.fate = down;
    await expect(symbols()).rejects.toThrow('The ledger is down.');
    ledger.fate = up;
    expect(await symbols()).toHaveLength(4);
  });

  it('goes on for the others when one user leaves, and ends when all have left', async () => {
    const { clock, ledger, reader, signal } = setUp();
    ledger.fate = () => ({ kind: 'answer', afterMs: 1000 });
    const stop = new AbortController();
    const leaving = expect(reader.tokens(stop.signal)).rejects.toThrow('enough');
    const staying = reader.tokens(signal);
    await clock.advance(500);
    stop.abort(new Error('enough'));
    await leaving;
    expect(await settle(clock, staying)).toHaveLength(4);
    await clock.advance(checkedForMs);
    const last = new AbortController();
    const alone = expect(reader.tokens(last.signal)).rejects.toThrow('over');
    await clock.advance(500);
    last.abort(new Error('over'));
    await alone;
    expect(ledger.underWay).toBe(0);
    expect(clock.pending()).toBe(0);
  });
});
