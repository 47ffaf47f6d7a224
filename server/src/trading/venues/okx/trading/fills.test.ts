import { describe, expect, it } from 'vitest';
import {
  type OkxAnswer,
  type OkxAsked,
  okxClientId,
  okxFuture,
  okxSpot,
  okxSwap,
  okxTrading,
} from '../../../../../test/support/exchanges/okx/client.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import type { VenueFill } from '../../venuePort.ts';
import { okxDialect } from './dialect.ts';

const nowMs = 1_724_751_400_000;
const dayMs = 86_400_000;

/** Transaction details as documented (GET /api/v5/trade/fills). */
const row = {
  side: 'sell',
  fillSz: '0.2',
  fillPx: '51858.5',
  fee: '-0.0002',
  execType: 'T',
  ordId: '680800019749904384',
  instType: 'SPOT',
  instId: 'BTC-USDT',
  clOrdId: okxClientId,
  billId: '680800019754098688',
  tradeId: '744876980',
  feeCcy: 'BTC',
  subType: '1',
  fillTime: '1724751379000',
  ts: '1724751379001',
  posSide: 'net',
  tag: '',
};
type Row = typeof row;

/** Returns that many rows, the oldest first, each at its time. */
function rowsAt(times: readonly number[]): readonly Row[] {
  return times.map((atMs, index) => ({
    ...row,
    ts: String(atMs),
    tradeId: String(index),
    billId: String(680_800_019_754_098_688n + BigInt(index)),
  }));
}

/** The venue's list: the newest of the window, at most a hundred, newest first. */
function listing(rows: readonly Row[]) {
  return ({ path, query }: OkxAsked): OkxAnswer => {
    const { begin = '0', end = '9'.repeat(14), after = '9'.repeat(20) } = query;
    if (!path.startsWith('/api/v5/trade/fills')) return new Error(`no ${path} here`);
    return rows
      .filter(({ ts, billId }) => {
        const isWithin = Number(ts) >= Number(begin) && Number(ts) <= Number(end);
        return isWithin && BigInt(billId) < BigInt(after);
      })
      .slice(-100)
      .reverse();
  };
}

type Markets = typeof okxSpot | typeof okxSwap | typeof okxFuture;

async function read(
  answer: (asked: OkxAsked) => OkxAnswer,
  { sinceMs = nowMs - dayMs, limit = 500, market = okxSpot as Markets } = {},
) {
  const { asked, run } = await okxTrading(answer, nowMs);
  const fills = await run((call) => okxDialect.fills(call, { ...market, sinceMs, limit }));
  return { fills, asked };
}

const idsOf = (fills: readonly VenueFill[]) => fills.map(({ venueTradeId }) => venueTradeId);

describe('a fill', () => {
  it.each([
    ['long', 'long'],
    ['short', 'short'],
    ['net', undefined],
  ])('of the position %s names the leg %s', async (posSide, leg) => {
    const { fills } = await read(() => [{ ...row, instId: 'BTC-USDT-SWAP', posSide }], {
      market: okxSwap,
    });
    expect(fills.map((fill) => fill.leg)).toEqual([leg]);
  });

  it('is told as the venue tells it, with the fee as a cost', async () => {
    const { fills, asked } = await read(() => [row]);
    expect(asked).toEqual([
      {
        method: 'GET',
        path: '/api/v5/trade/fills',
        body: undefined,
        query: { instType: 'SPOT', instId: 'BTC-USDT', begin: String(nowMs - dayMs) },
      },
    ]);
    expect(fills).toEqual([
      {
        ...okxSpot,
        venueTradeId: '744876980',
        venueOrderId: '680800019749904384',
        clientId: okxClientId,
        side: 'sell',
        price: 51_858.5,
        quantity: '0.2',
        fee: '0.0002',
        feeAsset: 'BTC',
        liquidity: 'taker',
        atMs: 1_724_751_379_001,
        sequence: '680800019754098688',
      },
    ]);
  });

  it.each([
    [okxSwap, '12.5', 'SWAP', 'BTC-USDT-SWAP', '0.125'],
    [okxFuture, '7', 'FUTURES', 'ETH-USDT-261225', '1.4'],
  ] as const)('of %o is in base units', async (market, fillSz, instType, instId, quantity) => {
    const rebate = { ...row, fillSz, fee: '0.003', feeCcy: 'USDT', execType: 'M' };
    const { fills, asked } = await read(() => [rebate], { market });
    expect(asked[0]?.query).toMatchObject({ instType, instId });
    expect(fills).toMatchObject([
      { quantity, fee: '-0.003', feeAsset: 'USDT', liquidity: 'maker' },
    ]);
  });

  it('of an order that was triggered bears the ids of the algo order', async () => {
    const child = { ...row, clOrdId: '' };
    const { fills, asked } = await read(({ path }) => {
      if (path === '/api/v5/trade/fills') return [child, { ...child, tradeId: '744876981' }];
      return [{ ...child, algoId: '1753184812254216192', algoClOrdId: okxClientId }];
    });
    expect(asked.map(({ path }) => path)).toEqual(['/api/v5/trade/fills', '/api/v5/trade/order']);
    expect(asked[1]?.query).toEqual({ instId: 'BTC-USDT', ordId: row.ordId });
    const ids = { venueOrderId: '1753184812254216192', clientId: okxClientId };
    expect(fills).toMatchObject([ids, ids]);
  });

  it('of an order whose algo order was seen before asks for nothing more', async () => {
    const child = { ...row, clOrdId: '' };
    const { asked, run } = await okxTrading(({ path }) => {
      if (path === '/api/v5/trade/fills') return [child];
      return [{ ...child, algoId: '1753184812254216192', algoClOrdId: okxClientId }];
    }, nowMs);
    const query = { ...okxSpot, sinceMs: nowMs - dayMs, limit: 500 };
    const first = await run((call) => okxDialect.fills(call, query));
    expect(await run((call) => okxDialect.fills(call, query))).toEqual(first);
    expect(asked.filter(({ path }) => path === '/api/v5/trade/order')).toHaveLength(1);
  });

  it.each([
    ['is forgotten', { text: '{"code":"51603","data":[],"msg":"Order does not exist"}' }],
    ['was placed by hand', [{ ...row, clOrdId: '', algoId: '' }]],
  ])('of an order that %s bears its own', async (_, order) => {
    const { fills } = await read(({ path }) =>
      path === '/api/v5/trade/fills' ? [{ ...row, clOrdId: '' }] : order,
    );
    expect(fills).toMatchObject([{ venueOrderId: row.ordId, clientId: undefined }]);
  });

  it('of an order of another program is nobody of ours', async () => {
    const { fills, asked } = await read(() => [{ ...row, clOrdId: 'bot7' }]);
    expect([fills[0]?.clientId, asked.length]).toEqual([undefined, 1]);
  });
});

describe('fills since a time', () => {
  const spread = rowsAt(
    Array.from({ length: 950 }, (_, index) => nowMs - 80 * dayMs + Math.round(index ** 2 * 7_000)),
  );

  it('are the oldest, though the venue gives the newest', async () => {
    const { fills } = await read(listing(spread), { sinceMs: nowMs - 81 * dayMs });
    expect(idsOf(fills)).toEqual(spread.slice(0, 500).map(({ tradeId }) => tradeId));
  });

  it('are all there are when there are fewer than asked for', async () => {
    const { fills } = await read(listing(spread), { sinceMs: nowMs - 81 * dayMs, limit: 4_000 });
    expect(idsOf(fills)).toEqual(spread.map(({ tradeId }) => tradeId));
  });

  it('of one moment are in the order of their bills, the oldest first', async () => {
    const moment = rowsAt(Array.from({ length: 12 }, () => nowMs - 5));
    const { fills } = await read(listing(moment));
    expect(idsOf(fills)).toEqual(moment.map(({ tradeId }) => tradeId));
    expect(fills.map(({ sequence }) => sequence)).toEqual(moment.map(({ billId }) => billId));
  });

  it('of one moment are read page after page', async () => {
    const moment = rowsAt(Array.from({ length: 250 }, () => nowMs - 5));
    const { fills, asked } = await read(listing(moment));
    expect(idsOf(fills).sort()).toEqual(moment.map(({ tradeId }) => tradeId).sort());
    const pages = asked.map(({ query }) => query.after).filter((after) => after !== undefined);
    expect(pages).toEqual(['680800019754098838', '680800019754098738']);
    expect(asked.length).toBeLessThan(9);
  });

  it('none are none', async () => {
    const { fills, asked } = await read(listing([]));
    expect([fills, asked.length]).toEqual([[], 1]);
  });

  it('long ago are in the list that goes back three months, and no further', async () => {
    const { asked } = await read(listing([]), { sinceMs: nowMs - 4 * dayMs });
    expect(asked[0]?.path).toBe('/api/v5/trade/fills-history');
    const { asked: ever } = await read(listing([]), { sinceMs: 0 });
    expect(ever[0]?.query.begin).toBe(String(nowMs - 92 * dayMs));
  });

  it('are not made of an answer without a list', async () => {
    const answer = read(() => ({ text: '{"code":"0","msg":""}' }));
    await expect(answer).rejects.toBeInstanceOf(NoAnswerError);
  });
});
