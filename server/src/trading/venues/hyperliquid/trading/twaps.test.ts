import { describe, expect, it } from 'vitest';
import { openHyperliquidWire } from '../../../../../test/support/exchanges/hyperliquid/wire.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { hyperliquidErrors } from './errors.ts';
import { hyperliquidLimits } from './limits.ts';
import { twapFills, twaps } from './twaps.ts';

const nowMs = 1_700_000_000_000;

/** As documented, with the fields of any other execution. */
const slice = (tid: number, changes: object = {}, twapId = 3_156) => ({
  fill: {
    closedPnl: '0.0',
    coin: 'ETH',
    crossed: true,
    dir: 'Open Long',
    hash: `0x${'0'.repeat(64)}`,
    oid: 90_542_681,
    px: '18.435',
    side: 'B',
    startPosition: '26.86',
    sz: '93.530',
    time: nowMs - 1_000_000 + tid,
    fee: '0.010',
    feeToken: 'USDC',
    tid,
    ...changes,
  },
  twapId,
});

type Slice = ReturnType<typeof slice>;

async function read(rows: readonly Slice[], sinceMs = 0, { limit = 100, pageSize = 2_000 } = {}) {
  const wire = await openHyperliquidWire(({ startTime, endTime }) =>
    rows
      .filter(({ fill }) => fill.time >= Number(startTime))
      .filter(({ fill }) => fill.time <= Number(endTime ?? Number.POSITIVE_INFINITY))
      .slice(0, pageSize),
  );
  const fills = await wire
    .run((call) => twapFills(call, { sinceMs, limit }))
    .catch((error) => {
      return { error };
    });
  const asked = wire.asked.map(({ body }) => body);
  const weights = asked.map((params) => {
    const call = { path: 'info', api: 'public', method: 'POST', params };
    return hyperliquidLimits.rate(call).weight;
  });
  return { fills: 'error' in fills ? [] : fills, failed: fills, asked, weights };
}

describe('executions of TWAP orders of hyperliquid', () => {
  it('bear the order they are of, and what they paid', async () => {
    const { fills, asked, weights } = await read([slice(118_906), slice(7, { side: 'A' })], 5);
    expect(fills[0]).toEqual({
      twapId: '3156',
      venueTradeId: '118906',
      symbol: 'ETH/USDC:USDC',
      side: 'buy',
      price: 18.435,
      quantity: '93.53',
      fee: '0.01',
      atMs: nowMs - 1_000_000 + 118_906,
      marketType: 'swap',
      venueOrderId: '90542681',
      feeAsset: 'USDC',
      liquidity: 'taker',
      realised: '0',
    });
    expect(fills[1]).toMatchObject({ venueTradeId: '7', side: 'sell' });
    expect(asked).toMatchObject([{ type: 'userTwapSliceFillsByTime', startTime: 5 }]);
    expect(asked[0]).not.toHaveProperty('endTime');
    expect(weights).toEqual([21]);
  });

  it('of spot pairs and of others’ books are left out', async () => {
    const { fills } = await read([
      slice(1, { coin: '@107' }),
      slice(2, { coin: 'xyz:GOLD' }),
      slice(3),
    ]);
    expect(fills.map(({ venueTradeId }) => venueTradeId)).toEqual(['3']);
  });

  it.each([500, 2_000])('are read page by page of %i, each once', async (pageSize) => {
    // Two per millisecond: a page begins with the one in which the last ended.
    const rows = Array.from({ length: pageSize + 300 }, (_, at) =>
      slice(at + 1, { time: nowMs - 900_000 + Math.floor(at / 2) }),
    );
    const { fills, weights } = await read(rows, 1, { limit: 5_000, pageSize });
    expect(fills.map(({ venueTradeId }) => Number(venueTradeId))).toEqual(
      rows.map(({ fill }) => fill.tid),
    );
    expect(weights).toEqual([21, 21]);
  });

  it('are not read on once there are enough', async () => {
    const rows = Array.from({ length: 1_200 }, (_, at) => slice(at + 1));
    const { fills, asked } = await read(rows, 1, { limit: 400, pageSize: 500 });
    expect([fills.length, asked.length]).toEqual([500, 1]);
  });

  it('are refused where they would weigh more than reads may in a minute', async () => {
    const rows = Array.from({ length: 4_000 }, (_, at) => slice(at + 1));
    const { failed, weights } = await read(rows, 1, { limit: 9_000, pageSize: 500 });
    const error = 'error' in failed ? failed.error : undefined;
    expect(failureOf(error, hyperliquidErrors).kind).toBe('refused');
    expect(weights).toEqual([21, 21, 21, 21, 21]);
  });

  it('need the order they are of', async () => {
    const { failed } = await read([{ ...slice(1), twapId: null as never }]);
    expect(String('error' in failed && failed.error)).toContain('twapId');
  });
});

describe('TWAP orders of hyperliquid', () => {
  const state = {
    coin: 'kPEPE',
    user: '0x11',
    side: 'A',
    sz: '1500.0',
    executedSz: '0.0',
    executedNtl: '0.0',
    minutes: 30,
    reduceOnly: false,
    randomize: true,
    timestamp: nowMs - 60_000,
  };
  const word = (status: string, twapId: number | undefined, changes: object = {}) => ({
    time: 1_699_999_940,
    state: { ...state, ...changes },
    status: { status },
    ...(twapId !== undefined && { twapId }),
  });

  it('are one each, however often the history tells of them', async () => {
    const rows = [
      word('finished', 77, { executedSz: '1500.0' }),
      word('activated', 77),
      word('error', undefined),
      word('activated', 78, { coin: '@107' }),
      word('terminated', 79, { coin: 'BTC', side: 'B', sz: '0.50' }),
    ];
    const wire = await openHyperliquidWire(() => rows);
    expect(await wire.run((call) => twaps(call))).toEqual([
      {
        twapId: '77',
        symbol: 'KPEPE/USDC:USDC',
        side: 'sell',
        totalSize: '1500',
        atMs: nowMs - 60_000,
      },
      {
        twapId: '79',
        symbol: 'BTC/USDC:USDC',
        side: 'buy',
        totalSize: '0.5',
        atMs: nowMs - 60_000,
      },
    ]);
    expect(wire.asked).toMatchObject([{ body: { type: 'twapHistory' } }]);
  });
});
