import { describe, expect, it } from 'vitest';
import {
  openHyperliquidWire,
  symbolNamed,
  walletAddress,
} from '../../../../../test/support/exchanges/hyperliquid/wire.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { hyperliquidLimits } from './limits.ts';
import { hyperliquidPerps } from './perps.ts';

/** Has the fields of records of 2024 and 2025. */
const long = {
  type: 'oneWay',
  position: {
    coin: 'SOL',
    szi: '3.34',
    entryPx: '112.0945',
    positionValue: '463.9594',
    leverage: { type: 'cross', value: 20 },
    liquidationPx: null,
    marginUsed: '23.19797',
    unrealizedPnl: '89.563507',
    returnOnEquity: '4.78442786',
    maxLeverage: 50,
  },
};
const short = {
  type: 'oneWay',
  position: {
    coin: 'HYPE',
    szi: '-4.0',
    entryPx: '47.9932',
    positionValue: '192.58',
    leverage: { type: 'isolated', value: 10, rawUsd: '211.144417' },
    liquidationPx: '50.2724802381',
    marginUsed: '18.564417',
    unrealizedPnl: '-0.6071',
  },
};

async function positions(rows: readonly object[] | undefined, symbol?: string) {
  const wire = await openHyperliquidWire(() => ({ assetPositions: rows, time: 1 }));
  const named = symbol === undefined ? undefined : symbolNamed(symbol);
  const found = await wire.run((call) => hyperliquidPerps.positions(call, 'swap', named));
  return { wire, found };
}

describe('positions of hyperliquid', () => {
  it('are told in one answer, with the mark that their worth is made of', async () => {
    const { wire, found } = await positions([long, short]);
    expect(found).toEqual([
      {
        symbol: 'SOL/USDC:USDC',
        marketType: 'swap',
        side: 'long',
        contracts: 3.34,
        contractSize: 1,
        entryPrice: 112.0945,
        markPrice: 138.91,
        notional: 463.9594,
        leverage: 20,
        unrealizedPnl: 89.563507,
        marginMode: 'cross',
        collateral: 23.19797,
        liquidationPrice: undefined,
        maintenanceMargin: undefined,
        updatedAtMs: undefined,
        info: long,
      },
      {
        symbol: 'HYPE/USDC:USDC',
        marketType: 'swap',
        side: 'short',
        contracts: 4,
        contractSize: 1,
        entryPrice: 47.9932,
        markPrice: 48.145,
        notional: 192.58,
        leverage: 10,
        unrealizedPnl: -0.6071,
        marginMode: 'isolated',
        collateral: 18.564417,
        liquidationPrice: 50.2724802381,
        maintenanceMargin: undefined,
        updatedAtMs: undefined,
        info: short,
      },
    ]);
    expect(wire.asked.map(({ body }) => body)).toEqual([
      { type: 'clearinghouseState', user: walletAddress },
    ]);
  });

  it('are those of the symbol asked for; flat ones and foreign ones are none', async () => {
    const foreign = { position: { ...long.position, coin: 'xyz:AAPL' } };
    const flat = { position: { ...long.position, coin: 'ETH', szi: '0.0' } };
    const all = [long, short, foreign, flat];
    const named = async (symbol?: string) =>
      (await positions(all, symbol)).found.map(({ symbol: own }) => own);
    expect(await named()).toEqual(['SOL/USDC:USDC', 'HYPE/USDC:USDC']);
    expect(await named('HYPE/USDC:USDC')).toEqual(['HYPE/USDC:USDC']);
  });

  it('of thousands bear our name', async () => {
    const pepe = { position: { ...long.position, coin: 'kPEPE' } };
    expect((await positions([pepe], 'KPEPE/USDC:USDC')).found).toHaveLength(1);
  });

  it('need a list in the answer, and of futures nothing is asked', async () => {
    await expect(positions(undefined)).rejects.toThrow('without a list');
    const wire = await openHyperliquidWire(() => ({}));
    expect(await wire.run((call) => hyperliquidPerps.positions(call, 'future', undefined))).toEqual(
      [],
    );
    expect(wire.asked).toEqual([]);
  });
});

it('hyperliquid has no leverage, no margin mode', () => {
  expect(Object.keys(hyperliquidPerps)).not.toContain('leverage');
  expect(Object.keys(hyperliquidPerps)).not.toContain('setMarginMode');
});

describe('the funding rate of hyperliquid', () => {
  const answer = [
    { universe: [{ name: 'BTC' }, { name: 'kPEPE' }] },
    [
      { funding: '0.0000125', markPx: '100.5', oraclePx: '100.25' },
      { funding: '-0.00008', markPx: '0.01', oraclePx: '0.011' },
    ],
  ];
  async function rateOf(symbol: string, said: unknown = answer) {
    const wire = await openHyperliquidWire(() => ({}));
    await wire.clock.advance(60_000);
    return wire.run((call) => {
      const client = Object.assign(Object.create(call.client), { request: async () => said });
      const market = { symbol: symbolNamed(symbol), marketType: 'swap' } as const;
      return hyperliquidPerps.fundingRate({ ...call, client } as DialectCall, market);
    });
  }

  it('is of the running hour, from the figures in the place of its name', async () => {
    expect(await rateOf('KPEPE/USDC:USDC')).toEqual({
      rate: -0.00008,
      nextRate: undefined,
      windowHours: 1,
      markPrice: 0.01,
      // 22:14:20 of that day.
      indexPrice: 0.011,
      nextFundingMs: 1_700_002_800_000,
      atMs: 1_700_000_060_000,
    });
    expect(await rateOf('BTC/USDC:USDC')).toMatchObject({ rate: 0.0000125, markPrice: 100.5 });
  });

  it('is none of what is not listed, or has no figures', async () => {
    await expect(rateOf('DOGE/USDC:USDC')).rejects.toThrow('no perpetual DOGE');
    await expect(rateOf('BTC/USDC:USDC', [])).rejects.toThrow('perpetuals there are');
    await expect(rateOf('BTC/USDC:USDC', [answer[0], []])).rejects.toThrow('figures');
  });
});

it('mark prices of hyperliquid are told together, as late as they may be there', async () => {
  const contexts = [
    { universe: [{ name: 'BTC' }, { name: 'kPEPE' }, { name: 'OLD' }, { name: 'xyz:GOLD' }] },
    [{ markPx: '100.5' }, { markPx: '0.01' }, { markPx: null }, { markPx: '7' }],
  ];
  const wire = await openHyperliquidWire(() => ({}));
  const marks = await wire.run((call) => {
    const client = Object.assign(Object.create(call.client), {
      request: async () => contexts,
      latestMilliseconds: () => 77,
    });
    const market = { symbol: symbolNamed('BTC/USDC:USDC'), marketType: 'swap' } as const;
    return hyperliquidPerps.marks({ ...call, client } as DialectCall, market);
  });
  expect(marks).toEqual([
    { symbol: 'BTC/USDC:USDC', price: 100.5, atMs: 77 },
    { symbol: 'KPEPE/USDC:USDC', price: 0.01, atMs: 77 },
  ]);
  expect(hyperliquidPerps.tellsAllMarks).toBe(true);
});

it.each([
  [{ type: 'userFunding' }, 21],
  [{ type: 'userRole' }, 60],
  [{ type: 'userFills' }, 21],
  [{ type: 'twapHistory' }, 21],
  [{ type: 'userFillsByTime', startTime: 1, endTime: 2 }, 21],
  [{ type: 'userFillsByTime', startTime: 1 }, 21],
  [{ type: 'frontendOpenOrders' }, undefined],
])('hyperliquid weighs %j as %s', (params, weight) => {
  const call = { path: 'info', api: 'public', method: 'POST', params };
  expect(hyperliquidLimits.rate(call).weight).toBe(weight);
});

it.each([
  ['userFillsByTime', 0, 0],
  ['userFillsByTime', 20, 0],
  ['userFillsByTime', 21, 1],
  ['userFunding', 500, 24],
  ['twapHistory', 2_000, 99],
  ['frontendOpenOrders', 100, undefined],
])('hyperliquid weighs an answer of %s with %i rows by %s more', (type, rows, more) => {
  const call = { path: 'info', api: 'public', method: 'POST', params: { type } };
  const answer = {
    status: 200,
    headers: {},
    text: JSON.stringify(Array.from({ length: rows }, (_, time) => ({ time, delta: {} }))),
  };
  const asked = { ...hyperliquidLimits.rate(call), isPublic: true, nowMs: 0 };
  expect(hyperliquidLimits.readLimits(answer, asked).surplus?.['weight-1m']).toBe(more);
});
