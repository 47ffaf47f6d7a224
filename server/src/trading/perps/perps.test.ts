import { describe, expect, it } from 'vitest';
import { newAccount, venueOf } from '../../../test/support/accounts/fixture.ts';
import { oneWorld } from '../../../test/support/algorithms/oneWorld.ts';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { AppError } from '../../kit/errors.ts';
import type { AuditEntry } from '../../store/rows.ts';
import type { Account } from '../model/account.ts';
import type { PerpsSession, SettingOutcome } from '../venues/perpsPort.ts';
import { VenueUnavailableError } from '../venues/venuePort.ts';
import { createPerps } from './perps.ts';

const actor = { id: 'key-1', name: 'desk', requestId: 'request-1' };
const symbol = 'BTC/USDT:USDT';
const query = { accountId: 'desk', symbol };

function open(
  session: PerpsSession,
  changes: Partial<Account> & { readonly name?: string } = {},
  audit?: () => Promise<void>,
) {
  const { name = 'binance', ...own } = changes;
  const account = { ...newAccount(), venue: venueOf(name), ...own } as unknown as Account;
  const clock = createManualClock();
  const lines: AuditEntry[] = [];
  const unwritten: string[] = [];
  const perps = createPerps({
    accounts: { find: async () => account },
    sessions: { at: () => session },
    worldOf: oneWorld({
      markets: {
        knows: () => true,
        prepare: async () => undefined,
        rulesOf: (_, asked) => (asked === symbol ? ({ kind: 'swap' } as never) : undefined),
      },
    }),
    transfers: { intended: async () => 'transfer-1', settled: async () => undefined },
    clock,
    audit: audit ?? (async (entry) => void lines.push(entry)),
    observe: {
      auditNotWritten: (...[id, action, error]) => unwritten.push(`${id} ${action}: ${error}`),
    },
  });
  return { perps, clock, lines, unwritten };
}

async function refusalOf(work: Promise<unknown>) {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error(`refused, and not ${String(error)}`);
  return error;
}

const rate = {
  rate: 0.0001,
  nextRate: undefined,
  windowHours: 8,
  nextFundingMs: 1,
  markPrice: 1,
  indexPrice: 1,
  atMs: 1,
};

describe('the funding rate', () => {
  it('is asked for once, however many want it, and again after 30 seconds', async () => {
    let asked = 0;
    const { perps, clock } = open({
      async fundingRate() {
        asked += 1;
        return rate;
      },
    });
    const all = await Promise.all(Array.from({ length: 100 }, () => perps.fundingRate(query)));
    expect([asked, all.filter(({ isCached }) => isCached).length]).toEqual([1, 0]);
    await clock.advance(29_999);
    expect((await perps.fundingRate(query)).isCached).toBe(true);
    expect(asked).toBe(1);
    await clock.advance(1);
    expect((await perps.fundingRate(query)).isCached).toBe(false);
    expect(asked).toBe(2);
  });

  it('that could not be had is asked for anew', async () => {
    let asked = 0;
    const { perps } = open({
      async fundingRate() {
        asked += 1;
        if (asked === 1) throw new VenueUnavailableError('down');
        return rate;
      },
    });
    const { code, message } = await refusalOf(perps.fundingRate(query));
    expect([code, message]).toEqual(['NETWORK_ERROR', 'Could not reach binance. down']);
    expect((await perps.fundingRate(query)).rate).toEqual(rate);
  });
});

describe('a setting', () => {
  const set = (outcome: SettingOutcome<{ result: object }>) =>
    open({ setLeverage: async () => outcome as never });
  const ask = ({ perps }: ReturnType<typeof set>) =>
    perps.setLeverage({ ...query, leverage: 7 }, actor);

  it('that is done leaves a line of who did it', async () => {
    const bench = set({ kind: 'done', result: { ok: true } });
    expect((await ask(bench)).result).toEqual({ ok: true });
    expect(bench.lines).toMatchObject([
      { actorId: 'key-1', action: 'leverage.set', subject: 'desk', after: { symbol, leverage: 7 } },
    ]);
  });

  it.each([
    ['INVALID', 'VALIDATION_FAILED'],
    ['CONFLICT', 'CONFLICT'],
    ['INSUFFICIENT_BALANCE', 'INSUFFICIENT_MARGIN'],
    ['OTHER', 'EXCHANGE_ERROR'],
  ] as const)('refused as %s is %s, and leaves no line', async (code, wanted) => {
    const bench = set({ kind: 'rejected', code, message: 'No.' });
    const error = await refusalOf(ask(bench));
    expect([error.code, bench.lines]).toEqual([wanted, []]);
    if (wanted === 'VALIDATION_FAILED') {
      expect(error.issues).toMatchObject([{ field: 'leverage', message: 'No.' }]);
    } else expect(error.message).toBe('No.');
  });

  it('of which nothing is known says so', async () => {
    const error = await refusalOf(ask(set({ kind: 'unknown', message: 'lost' })));
    expect([error.code, error.data]).toMatchObject(['NETWORK_ERROR', { status: 'unknown' }]);
  });
});

describe('a market', () => {
  const { perps } = open({ setLeverage: async () => ({ kind: 'done', result: {} }) });
  const ask = (own: string, marketType?: 'swap' | 'future') =>
    refusalOf(perps.setLeverage({ ...query, symbol: own, marketType, leverage: 2 }, actor));

  it('has to be a derivative that the exchange lists', async () => {
    expect((await ask('BTC/USDT')).issues?.[0]?.field).toBe('market_type');
    expect((await ask('nonsense')).issues?.[0]?.field).toBe('symbol');
    expect((await ask('XYZ/USDT:USDT')).code).toBe('SYMBOL_NOT_FOUND');
    expect((await ask(symbol, 'future')).issues?.[0]?.field).toBe('market_type');
  });
});

describe('what an exchange has not', () => {
  it('is named with it', async () => {
    const { perps } = open({}, { name: 'hyperliquid' });
    const error = await refusalOf(perps.leverage(query));
    expect([error.code, error.message, error.data]).toEqual([
      'NOT_SUPPORTED',
      'Error - hyperliquid does not support leverage.',
      { exchange: 'hyperliquid', feature: 'leverage' },
    ]);
  });

  it('is said of the account where others of the exchange have it', async () => {
    const plain = await refusalOf(open({}).perps.marginBalances('desk'));
    expect(plain.message).toBe(
      'Error - binance does not support portfolio margin on accounts without portfolio_margin.',
    );
    const { perps } = open({}, { portfolioMargin: true });
    const margin = await refusalOf(perps.setMarginMode({ ...query, marginMode: 'cross' }, actor));
    expect(margin.message).toBe(
      'Error - binance does not support margin mode on portfolio-margin accounts.',
    );
  });
});

describe('a transfer', () => {
  const draft = { accountId: 'desk', asset: 'USDT', amount: 0.1, from: 'spot', to: 'swap' };
  const moved = {
    kind: 'done',
    transferId: '9',
    status: 'completed',
    atMs: 5,
    result: {},
  } as const;

  /** An exchange that sends it, and counts. */
  const sending = (audit?: () => Promise<void>) => {
    let sent = 0;
    const session: PerpsSession = {
      async transfer() {
        sent += 1;
        return moved;
      },
    };
    return { ...open(session, {}, audit), sends: () => sent };
  };

  it('is written down before it is sent, and when it is done', async () => {
    const order: string[] = [];
    const bench = open({
      async transfer(move) {
        order.push(`sent after ${bench.lines.length}: ${JSON.stringify(move)}`);
        return moved;
      },
    });
    expect(await bench.perps.transfer(draft, actor)).toMatchObject({ transferId: '9', atMs: 5 });
    expect(order).toEqual([
      'sent after 1: {"asset":"USDT","amount":"0.1","from":"spot","to":"swap"}',
    ]);
    expect(bench.lines.map(({ action }) => action)).toEqual([
      'transfer.sent',
      'transfer.completed',
    ]);
  });

  it('that cannot be written down is not sent', async () => {
    const { perps, sends } = sending(async () => {
      throw new Error('the disk is full');
    });
    const { code, message } = await refusalOf(perps.transfer(draft, actor));
    expect([code, message]).toEqual([
      'STORE_UNAVAILABLE',
      'The database cannot be written at the moment. Nothing was moved.',
    ]);
    expect(sends()).toBe(0);
  });

  it('that is done is answered as done, whatever becomes of the line after it', async () => {
    let lines = 0;
    const bench = sending(async () => {
      lines += 1;
      if (lines > 1) throw new Error('the disk is full');
    });
    expect(await bench.perps.transfer(draft, actor)).toMatchObject({ transferId: '9' });
    expect([bench.sends(), bench.unwritten]).toEqual([
      1,
      ['desk transfer.completed: Error: the disk is full'],
    ]);
  });

  it.each([
    ['savings', 'swap', 'from_account', 'binance has no wallet savings: it has spot, main, '],
    ['spot', 'savings', 'to_account', 'binance has no wallet savings'],
    ['spot', 'spot', 'to_account', 'to_account must differ from from_account'],
    ['spot', 'main', 'to_account', 'source and destination are the same wallet'],
    ['swap', 'future', 'to_account', 'directly: move it from swap to spot, and from spot to fu'],
  ])('from %s to %s is refused for %s', async (from, to, field, message) => {
    const { perps, sends } = sending();
    const { issues } = await refusalOf(perps.transfer({ ...draft, from, to }, actor));
    expect(issues).toMatchObject([{ field, message: expect.stringContaining(message) }]);
    expect(sends()).toBe(0);
  });

  it('of a tiny amount keeps its digits', async () => {
    const moves: string[] = [];
    const { perps } = open({
      async transfer({ amount }) {
        moves.push(amount);
        return moved;
      },
    });
    await perps.transfer({ ...draft, amount: 1e-8 }, actor);
    await perps.transfer({ ...draft, amount: 1234567.12345678 }, actor);
    expect(moves).toEqual(['0.00000001', '1234567.12345678']);
  });

  it('refused for want of money, or not known, says so', async () => {
    const poor = { kind: 'rejected', code: 'INSUFFICIENT_BALANCE', message: 'Too much.' } as const;
    const first = await refusalOf(
      open({ transfer: async () => poor }).perps.transfer(draft, actor),
    );
    expect([first.code, first.message]).toEqual(['INSUFFICIENT_BALANCE', 'Too much.']);
    const lost = { kind: 'unknown', message: 'lost' } as const;
    const bench = open({ transfer: async () => lost });
    const error = await refusalOf(bench.perps.transfer(draft, actor));
    expect([error.code, error.data]).toMatchObject(['NETWORK_ERROR', { status: 'unknown' }]);
    expect(bench.lines.map(({ action }) => action)).toEqual(['transfer.sent']);
  });
});
