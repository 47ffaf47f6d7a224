import { describe, expect, it } from 'vitest';
import {
  openHyperliquidWire,
  symbolNamed,
} from '../../../../../test/support/exchanges/hyperliquid/wire.ts';
import type { LedgerQuery } from '../../perpsPort.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { hyperliquidErrors } from './errors.ts';
import { hyperliquidLimits } from './limits.ts';
import { hyperliquidPerps } from './perps.ts';

const hourMs = 3_600_000;
const nowMs = 1_700_000_000_000;

const query = (changes: Partial<LedgerQuery>): LedgerQuery => ({
  marketType: 'swap',
  symbol: undefined,
  sinceMs: undefined,
  limit: 10,
  ...changes,
});

interface Row {
  readonly time: number;
}

/**
 * Creates an exchange that lists rows of a time, oldest first, with a limited number per answer.
 */
async function exchange(rows: readonly Row[], pageSize: number) {
  const wire = await openHyperliquidWire(({ type, startTime, endTime }) => {
    if (type === 'userFills') return rows.slice(-pageSize).toReversed();
    const [from, to] = [Number(startTime), Number(endTime ?? Number.POSITIVE_INFINITY)];
    return rows.filter(({ time }) => time >= from && time <= to).slice(0, pageSize);
  });
  const ask = async (kind: 'fundingPayments' | 'realizedPnl', changes: Partial<LedgerQuery>) => {
    const found = await wire.run((call) => hyperliquidPerps[kind](call, query(changes)));
    return [...found].sort((a, b) => a.atMs - b.atMs);
  };
  const count = () => wire.asked.length;
  const weights = () =>
    wire.asked.map(({ body }) => {
      const call = { path: 'info', api: 'public', method: 'POST', params: body };
      return hyperliquidLimits.rate(call).weight;
    });
  return { ask, count, weights };
}

const funding = (time: number, coin = 'ETH', usdc = '-0.5') => ({
  time,
  hash: `0x${'0'.repeat(64)}`,
  delta: { type: 'funding', coin, usdc, szi: '2.0', fundingRate: '0.0000125', nSamples: null },
});
/** Every hour up to now. */
const hourly = (hours: number, coin = 'ETH') =>
  Array.from({ length: hours }, (_, i) => funding(nowMs - (hours - 1 - i) * hourMs, coin));

describe('funding payments of hyperliquid', () => {
  it('bear the sign of the account and an id of hour and coin, as hashes are zero', async () => {
    const rows = [funding(nowMs, 'ETH', '-3.625000'), funding(nowMs, 'kPEPE', '75.635093')];
    const { ask } = await exchange(rows, 500);
    expect(await ask('fundingPayments', {})).toEqual([
      {
        id: `${nowMs}:ETH`,
        symbol: 'ETH/USDC:USDC',
        amount: '-3.625',
        asset: 'USDC',
        atMs: nowMs,
        info: rows[0],
      },
      {
        id: `${nowMs}:kPEPE`,
        symbol: 'KPEPE/USDC:USDC',
        amount: '75.635093',
        asset: 'USDC',
        atMs: nowMs,
        info: rows[1],
      },
    ]);
  });

  it('are read back from now in longer and longer times, to the year it began', async () => {
    const rows = hourly(5_000);
    const { ask, count } = await exchange(rows, 500);
    const found = await ask('fundingPayments', { limit: 100 });
    expect(found.slice(-100).map(({ atMs }) => atMs)).toEqual(
      rows.slice(-100).map(({ time }) => time),
    );
    // Requests for 7, 28 and 112 hours.
    expect(count()).toBe(3);
    const empty = await exchange([], 500);
    expect(await empty.ask('fundingPayments', { limit: 100 })).toEqual([]);
    expect(empty.count()).toBeLessThan(8);
    const old = await exchange([funding(1_675_000_000_000)], 500);
    expect(await old.ask('fundingPayments', { limit: 100 })).toHaveLength(1);
  });

  it.each([
    ['sixty coins', 60, 100, 1],
    ['so many that the first hours are just too few', 58, 1_000, 11],
    ['all coins there are', 200, 1_000, 9],
  ])(
    'of %s are the newest, however much so many hours would be',
    async (_, coins, limit, requests) => {
      const rows = Array.from({ length: 110 * coins }, (_row, at) => {
        const hoursAgo = 109 - Math.floor(at / coins);
        return funding(nowMs - hoursAgo * hourMs, `C${at % coins}`);
      });
      const { ask, count } = await exchange(rows, 500);
      const found = await ask('fundingPayments', { limit });
      expect(found.slice(-limit).map(({ atMs }) => atMs)).toEqual(
        rows.slice(-limit).map(({ time }) => time),
      );
      expect(count()).toBe(requests);
    },
  );

  it('are read from a time on, of one coin or of all', async () => {
    const rows = Array.from({ length: 9 }, (_, i) =>
      ['BTC', 'ETH', 'kPEPE'].map((coin) => funding(nowMs - (9 - i) * hourMs, coin)),
    ).flat();
    const { ask } = await exchange(rows, 500);
    const sinceMs = rows[3]?.time ?? 0;
    const found = await ask('fundingPayments', { sinceMs, limit: 1_000 });
    expect(found).toHaveLength(24);
    const btc = symbolNamed('BTC/USDC:USDC');
    const own = await ask('fundingPayments', { sinceMs, symbol: btc, limit: 1_000 });
    expect(own.map(({ symbol }) => symbol)).toEqual(Array.from({ length: 8 }, () => btc));
  });

  it('are read page by page until there are enough', async () => {
    const rows = ['BTC', 'ETH', 'kPEPE'].flatMap((coin) => hourly(700, coin));
    rows.sort((a, b) => a.time - b.time);
    const { ask, count } = await exchange(rows, 500);
    const found = await ask('fundingPayments', { sinceMs: 0, limit: 1_000 });
    // Pages overlap in the hour that they end in.
    expect(found.slice(0, 1_000).map(({ atMs }) => atMs)).toEqual(
      rows.slice(0, 1_000).map(({ time }) => time),
    );
    expect(count()).toBe(3);
    const all = await ask('fundingPayments', { sinceMs: 0, limit: 5_000 });
    expect(all).toHaveLength(2_100);
  });

  it('are refused where they would take too many answers, once and for all', async () => {
    const { ask, count } = await exchange(hourly(9_000), 500);
    const symbol = symbolNamed('BTC/USDC:USDC');
    const error = await ask('fundingPayments', { sinceMs: 0, symbol }).catch((thrown) => thrown);
    expect(failureOf(error, hyperliquidErrors).kind).toBe('refused');
    expect(count()).toBe(12);
  });
});

const fill = (tid: number, closedPnl = '0.0', changes: object = {}) => ({
  coin: 'SOL',
  px: '132.31',
  sz: '0.5',
  side: 'B',
  time: nowMs - 100_000 + tid,
  closedPnl,
  hash: '0x15',
  oid: 6_928_122_855,
  tid,
  fee: '0.023154',
  feeToken: 'USDC',
  ...changes,
});

describe('profits taken at hyperliquid', () => {
  it('stand at executions that closed something', async () => {
    const rows = [
      fill(1),
      fill(2, '-1.500000'),
      fill(3, '12.345678'),
      fill(4, '5.0', { coin: '@107' }),
      fill(5, '5.0', { coin: 'PURR/USDC' }),
    ];
    const { ask } = await exchange(rows, 2_000);
    expect(await ask('realizedPnl', {})).toEqual([
      {
        id: '2',
        symbol: 'SOL/USDC:USDC',
        amount: '-1.5',
        asset: 'USDC',
        atMs: nowMs - 99_998,
        info: rows[1],
      },
      {
        id: '3',
        symbol: 'SOL/USDC:USDC',
        amount: '12.345678',
        asset: 'USDC',
        atMs: nowMs - 99_997,
        info: rows[2],
      },
    ]);
  });

  it('are looked for in all that is kept, where the newest page has too few', async () => {
    const hasProfit = (i: number) => i < 100 || i >= 4_490;
    const rows = Array.from({ length: 4_500 }, (_, i) => fill(i, hasProfit(i) ? '1.0' : '0.0'));
    const { ask, count } = await exchange(rows, 2_000);
    expect(await ask('realizedPnl', { limit: 20 })).toHaveLength(110);
    expect(count()).toBe(1 + 2);
    const since = await ask('realizedPnl', { sinceMs: rows[50]?.time ?? 0, limit: 1_000 });
    expect(since).toHaveLength(60);
  });

  it('are refused where they would weigh more than reads may in a minute', async () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => fill(i, '0.0'));
    for (const changes of [{}, { sinceMs: 0 }]) {
      const { ask, weights } = await exchange(rows, 2_000);
      const error = await ask('realizedPnl', changes).catch((thrown) => thrown);
      expect(failureOf(error, hyperliquidErrors).kind).toBe('refused');
      expect(weights()).toEqual(Array.from({ length: 5 }, () => 21));
    }
  });

  it('are none of futures, of which nothing is asked', async () => {
    const { ask, count } = await exchange([fill(1, '1.0')], 2_000);
    expect(await ask('realizedPnl', { marketType: 'future' })).toEqual([]);
    expect(await ask('fundingPayments', { marketType: 'future' })).toEqual([]);
    expect(count()).toBe(0);
  });
});
