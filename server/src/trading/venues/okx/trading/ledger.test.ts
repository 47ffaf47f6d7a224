import { describe, expect, it } from 'vitest';
import {
  type OkxAnswer,
  type OkxAsked,
  okxFuture,
  okxSwap,
  okxTrading,
} from '../../../../../test/support/exchanges/okx/client.ts';
import type { LedgerQuery, VenueLedgerEntry } from '../../perpsPort.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { inOrder } from '../../shared/live/perpsSession.ts';
import { okxDialect } from './dialect.ts';

const nowMs = 1_724_751_400_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const firstId = 623_950_854_533_513_219n;

/** Bills as documented (GET /api/v5/account/bills). */
const paid = {
  type: '8',
  subType: '173',
  instType: 'SWAP',
  instId: 'BTC-USDT-SWAP',
  ccy: 'USDT',
  bal: '8694.2179403378290202',
  balChg: '-0.0219338232210000123',
  billId: String(firstId),
  pnl: '-0.021933823221',
  fee: '0',
  posBal: '0',
  posBalChg: '0',
  mgnMode: 'cross',
  sz: '0.021933823221',
  px: '60000.1',
  from: '',
  to: '',
  ordId: '',
  ts: String(nowMs),
};
const sold = {
  ...paid,
  type: '2',
  subType: '2',
  balChg: '1.2',
  pnl: '1.25000000000000000001',
  fee: '-0.05',
};
type Bill = typeof paid;

/** Returns that many bills, the oldest first, each at its time; ids grow with it. */
function billsAt(times: readonly number[], bill: Bill = paid): readonly Bill[] {
  return times.map((atMs, index) => ({
    ...bill,
    ts: String(atMs),
    billId: String(firstId + BigInt(index)),
  }));
}

/** Returns that many times, at even distances, the last of them now. */
function timesUpToNow(count: number, stepMs: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => nowMs - (count - 1 - index) * stepMs);
}

/** Both lists, as the venue keeps them: newest first, at most a hundred. */
function listing(bills: readonly Bill[]) {
  return ({ path, query }: OkxAsked): OkxAnswer => {
    const days = { '/api/v5/account/bills': 7, '/api/v5/account/bills-archive': 92 }[path];
    if (days === undefined) return new Error(`no ${path} here`);
    const { begin = '0', end = '9'.repeat(14), after = '9'.repeat(20), type } = query;
    return bills
      .filter((bill) => {
        const isWithin = Number(bill.ts) >= Number(begin) && Number(bill.ts) <= Number(end);
        const isThere = Number(bill.ts) >= nowMs - days * dayMs;
        return isWithin && isThere && bill.type === type && BigInt(bill.billId) < BigInt(after);
      })
      .slice(-100)
      .reverse();
  };
}

const usual: LedgerQuery = { ...okxSwap, sinceMs: undefined, limit: 100 };

async function read(
  answer: (asked: OkxAsked) => OkxAnswer,
  changes: Partial<LedgerQuery> = {},
  kind: 'fundingPayments' | 'realizedPnl' = 'fundingPayments',
) {
  const query = { ...usual, ...changes };
  const { asked, run } = await okxTrading(answer, nowMs);
  const found = await run(async (call) => okxDialect.perps?.[kind](call, query));
  return { entries: inOrder(found ?? [], query), asked };
}

const timesOf = (entries: readonly VenueLedgerEntry[]) => entries.map(({ atMs }) => atMs);
const pathsOf = (asked: readonly OkxAsked[]) => asked.map(({ path }) => path.split('/').at(-1));

describe('a payment of funding', () => {
  it('is what it changed of the wallet, to the last digit', async () => {
    const { entries, asked } = await read(listing([paid]));
    expect(entries).toEqual([
      {
        id: String(firstId),
        symbol: okxSwap.symbol,
        amount: '-0.0219338232210000123',
        asset: 'USDT',
        atMs: nowMs,
        info: paid,
      },
    ]);
    const named = { instId: 'BTC-USDT-SWAP', ccy: 'USDT', ctType: 'linear' };
    const query = { type: '8', instType: 'SWAP', ...named };
    expect(asked.map((each) => each.query)).toEqual([query, { ...query, after: String(firstId) }]);
    expect(pathsOf(asked)).toEqual(['bills', 'bills-archive']);
  });

  it('changes an isolated position, and not the wallet', async () => {
    const isolated = { ...paid, balChg: '0', posBalChg: '0.031', subType: '174' };
    expect((await read(listing([isolated]))).entries).toMatchObject([{ amount: '0.031' }]);
  });

  it('of nothing is one as well', async () => {
    const { entries } = await read(listing([{ ...paid, balChg: '0', posBalChg: '' }]));
    expect(entries).toMatchObject([{ amount: '0' }]);
  });

  it('of a contract settled in its base is asked for by that', async () => {
    const inverse = { ...paid, instId: 'BTC-USD-SWAP', ccy: 'BTC', balChg: '0.00001' };
    const symbol = 'BTC/USD:BTC' as typeof okxSwap.symbol;
    const { entries, asked } = await read(listing([inverse]), { symbol });
    expect(entries).toMatchObject([{ symbol, asset: 'BTC', amount: '0.00001' }]);
    expect(asked[0]?.query).toMatchObject({
      instId: 'BTC-USD-SWAP',
      ccy: 'BTC',
      ctType: 'inverse',
    });
  });

  it('of any market is asked for by the kind of market alone', async () => {
    const other = { ...paid, instId: 'ETH-USDT-SWAP', billId: '7', ts: String(nowMs - 1) };
    const { entries, asked } = await read(listing([paid, other]), { symbol: undefined });
    expect(entries.map(({ symbol }) => symbol)).toEqual(['ETH/USDT:USDT', 'BTC/USDT:USDT']);
    expect(asked[0]?.query).toEqual({ type: '8', instType: 'SWAP' });
  });

  it('of another market is left out where the venue does not', async () => {
    const other = { ...paid, instId: 'ETH-USDT-SWAP', billId: '7' };
    expect((await read(listing([other, paid]))).entries).toHaveLength(1);
  });
});

describe('a profit taken', () => {
  it('stands apart from fees, and from trades that take none', async () => {
    const opened = { ...sold, pnl: '0', billId: '9' };
    const { entries, asked } = await read(listing([opened, sold]), {}, 'realizedPnl');
    expect(entries).toMatchObject([{ amount: '1.25000000000000000001', asset: 'USDT' }]);
    const types = new Set(asked.map(({ query }) => query.type));
    expect([...types]).toEqual(['2', '5', '9']);
  });

  it('may be that of a liquidation, or of a delivery where contracts expire', async () => {
    const bills = ['5', '9', '3'].map((type, index) => ({
      ...sold,
      type,
      pnl: '-7.5',
      billId: String(index + 1),
      instType: 'FUTURES',
      instId: 'ETH-USDT-261225',
    }));
    const { entries } = await read(listing(bills), { ...okxFuture }, 'realizedPnl');
    expect(entries.map(({ id, amount }) => [id, amount])).toEqual([
      ['1', '-7.5'],
      ['2', '-7.5'],
      ['3', '-7.5'],
    ]);
    const { asked } = await read(listing([]), { ...okxFuture }, 'realizedPnl');
    expect(asked.map(({ query }) => query.type)).toContain('3');
    expect(asked[0]?.query).toMatchObject({ instType: 'FUTURES', instId: 'ETH-USDT-261225' });
  });
});

describe('the newest entries', () => {
  it('come page after page, from the week and then from the archive', async () => {
    const times = timesUpToNow(300, 8 * hourMs);
    const { entries, asked } = await read(listing(billsAt(times)), { limit: 250 });
    expect(timesOf(entries)).toEqual(times.slice(-250));
    // A week has 21 or 22 of them, and three months have 276.
    expect(pathsOf(asked)).toEqual(['bills', ...Array(3).fill('bills-archive')]);
  });

  it('are no more requests than they need', async () => {
    const times = timesUpToNow(1_500, 60_000);
    const { entries, asked } = await read(listing(billsAt(times)), { limit: 1_000 });
    expect(timesOf(entries)).toEqual(times.slice(-1_000));
    expect(pathsOf(asked)).toEqual(Array(10).fill('bills'));
  });

  it('are refused where too much else lies between them', async () => {
    const opened = billsAt(timesUpToNow(9_000, 60_000), { ...sold, pnl: '0' });
    const reading = read(listing(opened), {}, 'realizedPnl');
    const error = await reading.catch((thrown: unknown) => thrown);
    // A refused request is not made again.
    expect(failureOf(error, okxDialect.errorMeanings)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('more bills than can be read'),
    });
  });
});

describe('the first entries since a time', () => {
  it('are all of three months, where that is what is asked for', async () => {
    const times = timesUpToNow(276, 8 * hourMs);
    const sinceMs = nowMs - 200 * dayMs;
    const { entries, asked } = await read(listing(billsAt(times)), { sinceMs, limit: 1_000 });
    expect(timesOf(entries)).toEqual(times);
    expect(pathsOf(asked)).toEqual(Array(3).fill('bills-archive'));
    expect(asked[0]?.query).toMatchObject({ begin: String(nowMs - 92 * dayMs) });
    expect(asked[0]?.query).not.toHaveProperty('end');
  });

  it('are the oldest of many, in few requests', async () => {
    const times = timesUpToNow(2_200 * 4, hourMs / 4);
    const sinceMs = nowMs - 90 * dayMs;
    const { entries, asked } = await read(listing(billsAt(times)), { sinceMs, limit: 1_000 });
    const wanted = times.filter((atMs) => atMs >= sinceMs).slice(0, 1_000);
    expect(timesOf(entries)).toEqual(wanted);
    expect(asked.length).toBeLessThanOrEqual(30);
  });

  it('come from the list of the week where they are all in it', async () => {
    const times = timesUpToNow(24, hourMs);
    const sinceMs = nowMs - 6 * dayMs;
    const { entries, asked } = await read(listing(billsAt(times)), { sinceMs });
    expect(timesOf(entries)).toEqual(times);
    expect(pathsOf(asked)).toEqual(['bills']);
  });

  it('are found where a quiet time follows a wild one', async () => {
    const wild = Array.from({ length: 900 }, (_, index) => nowMs - 80 * dayMs + index * 50);
    const quiet = timesUpToNow(100, 12 * hourMs).filter((atMs) => atMs > nowMs - 40 * dayMs);
    const times = [...wild, ...quiet];
    const query = { sinceMs: nowMs - 85 * dayMs, limit: 950 };
    const { entries, asked } = await read(listing(billsAt(times)), query);
    expect(timesOf(entries)).toEqual(times.slice(0, 950));
    expect(asked.length).toBeLessThanOrEqual(30);
  });

  it('are found where an account began to trade yesterday', async () => {
    const times = timesUpToNow(5_000, 17_000);
    const { entries, asked } = await read(listing(billsAt(times)), { sinceMs: 0 });
    expect(timesOf(entries)).toEqual(times.slice(0, 100));
    expect(asked.length).toBeLessThanOrEqual(30);
  });

  it('include those of the very moment, and none before', async () => {
    const times = [nowMs - 3, nowMs - 2, nowMs - 1];
    const { entries } = await read(listing(billsAt(times)), { sinceMs: nowMs - 2, limit: 1 });
    expect(timesOf(entries)).toEqual([nowMs - 2]);
  });

  it('are refused where a moment has more than can be read', async () => {
    const bills = billsAt(Array<number>(5_000).fill(nowMs - dayMs));
    const reading = read(listing(bills), { sinceMs: nowMs - 2 * dayMs });
    await expect(reading).rejects.toThrow('lists more bills than can be read');
  });
});
