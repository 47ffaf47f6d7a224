import { describe, expect, it } from 'vitest';
import { type WireRequest, wireCall } from '../../../../../test/support/ccxt/wireCall.ts';
import { parseSymbol } from '../../../model/symbol.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { binanceDialect } from './dialect.ts';
import { binanceErrors } from './errors.ts';
import { binancePerps } from './perps.ts';

const symbolOf = (text: string) => parseSymbol(text) ?? ('' as never);
const [btc, coin] = [symbolOf('BTC/USDT:USDT'), symbolOf('BTC/USD:BTC')];
const markets = [
  { id: 'BTCUSDT', symbol: btc },
  { id: 'BTCUSD_PERP', symbol: coin, contractSize: 100 },
];

const row = {
  symbol: 'BTCUSDT',
  positionSide: 'BOTH',
  positionAmt: '-0.250',
  entryPrice: '40000',
  markPrice: '41000.5',
  unRealizedProfit: '-250.125',
  liquidationPrice: '52000',
  isolatedMargin: '0',
  isolatedWallet: '0',
  notional: '-10250.125',
  initialMargin: '600',
  maintMargin: '41.0005',
  positionInitialMargin: '512.50625',
  updateTime: 1_722_161_166_529,
  marginAsset: 'USDT',
};
const config = { symbol: 'BTCUSDT', marginType: 'CROSSED', leverage: 20, isAutoAddMargin: false };
const coinRow = {
  symbol: 'BTCUSD_PERP',
  positionSide: 'BOTH',
  positionAmt: '3',
  entryPrice: '40000.0',
  markPrice: '50000.0',
  unRealizedProfit: '0.0015',
  liquidationPrice: '0',
  leverage: '5',
  marginType: 'cross',
  isolatedMargin: '0',
  updateTime: 7,
  notionalValue: '0.006',
};
const coinSetting = {
  symbol: 'BTCUSD_PERP',
  positionSide: 'BOTH',
  leverage: '5',
  isolated: false,
  initialMargin: '0.0012',
  maintMargin: '0.000024',
  positionInitialMargin: '0.0012',
};

type Lists = Readonly<Record<string, readonly object[]>>;
const venue = (lists: Lists) =>
  wireCall(binanceDialect, markets, ({ path }: WireRequest) =>
    path === '/dapi/v1/account' ? { positions: lists[path] ?? [] } : (lists[path] ?? []),
  );
const positionsAt = async (lists: Lists, symbol?: typeof btc) => {
  const { call, requests } = await venue(lists);
  const found = await binancePerps.positions(call, 'swap', symbol);
  return { found, asked: requests.map(({ path, fields }) => [path, fields]) };
};

describe('a position at binance', () => {
  it('has its leverage and mode from the settings, which its own list leaves out', async () => {
    const lists = { '/fapi/v3/positionRisk': [row], '/fapi/v1/symbolConfig': [config] };
    const { found, asked } = await positionsAt(lists, btc);
    expect(found).toEqual([
      {
        symbol: btc,
        marketType: 'swap',
        side: 'short',
        contracts: 0.25,
        contractSize: 1,
        entryPrice: 40_000,
        markPrice: 41_000.5,
        notional: 10_250.125,
        leverage: 20,
        unrealizedPnl: -250.125,
        marginMode: 'cross',
        liquidationPrice: 52_000,
        collateral: 512.50625,
        maintenanceMargin: 41.0005,
        updatedAtMs: 1_722_161_166_529,
        info: row,
      },
    ]);
    expect(asked).toEqual([
      ['/fapi/v3/positionRisk', { symbol: 'BTCUSDT' }],
      ['/fapi/v1/symbolConfig', { symbol: 'BTCUSDT' }],
    ]);
  });

  it('that is isolated was given its wallet, without what it gained since', async () => {
    const own = { ...row, isolatedWallet: '500', isolatedMargin: '249.875' };
    const { found } = await positionsAt({
      '/fapi/v3/positionRisk': [own],
      '/fapi/v1/symbolConfig': [{ ...config, marginType: 'ISOLATED' }],
    });
    expect(found).toMatchObject([{ marginMode: 'isolated', collateral: 500 }]);
  });

  it('of coins has its margins from the account, and is worth dollars', async () => {
    const lists = { '/dapi/v1/positionRisk': [coinRow], '/dapi/v1/account': [coinSetting] };
    const { found, asked } = await positionsAt(lists, coin);
    expect(found).toMatchObject([
      {
        symbol: coin,
        side: 'long',
        contracts: 3,
        contractSize: 100,
        notional: 300,
        unrealizedPnl: 0.0015,
        collateral: 0.0012,
        maintenanceMargin: 0.000024,
        leverage: 5,
        marginMode: 'cross',
        liquidationPrice: undefined,
        markPrice: 50_000,
      },
    ]);
    expect(asked).toEqual([
      ['/dapi/v1/positionRisk', { pair: 'BTCUSD' }],
      ['/dapi/v1/account', {}],
    ]);
  });

  it('in hedge mode is one of two, and what it is called counts', async () => {
    const long = { ...row, positionSide: 'LONG', positionAmt: '1', notional: '41000.5' };
    const short = { ...row, positionSide: 'SHORT', positionAmt: '-2', notional: '-82001' };
    // A coin-margined position, where a short may be reported without a sign.
    const coinShort = { ...coinRow, positionSide: 'SHORT', positionAmt: '4' };
    const { found } = await positionsAt({
      '/fapi/v3/positionRisk': [long, short],
      '/fapi/v1/symbolConfig': [config],
      '/dapi/v1/positionRisk': [{ ...coinRow, positionAmt: '0' }, coinShort],
      '/dapi/v1/account': [
        { ...coinSetting, positionSide: 'LONG', leverage: '9', maintMargin: '9' },
        { ...coinSetting, positionSide: 'SHORT', leverage: '3', maintMargin: '0.5' },
      ],
    });
    expect(found).toMatchObject([
      { symbol: btc, side: 'long', contracts: 1, notional: 41_000.5 },
      { symbol: btc, side: 'short', contracts: 2, notional: 82_001 },
      { symbol: coin, side: 'short', contracts: 4, maintenanceMargin: 0.5 },
    ]);
  });

  it('that is flat is left out, and then nothing more is asked', async () => {
    const { found, asked } = await positionsAt({
      '/fapi/v3/positionRisk': [{ ...row, positionAmt: '0.000' }],
      '/dapi/v1/positionRisk': [{ ...coinRow, positionAmt: '0' }],
    });
    expect(found).toEqual([]);
    expect(asked.map(([path]) => path)).toEqual(['/fapi/v3/positionRisk', '/dapi/v1/positionRisk']);
  });

  it('tells what is not there as not known', async () => {
    const bare = { symbol: 'BTCUSDT', positionSide: 'BOTH', positionAmt: '1' };
    const { found } = await positionsAt({ '/fapi/v3/positionRisk': [bare] });
    expect(found).toEqual([
      {
        symbol: btc,
        marketType: 'swap',
        side: 'long',
        contracts: 1,
        contractSize: 1,
        entryPrice: undefined,
        markPrice: undefined,
        notional: undefined,
        leverage: undefined,
        unrealizedPnl: undefined,
        marginMode: undefined,
        liquidationPrice: undefined,
        collateral: undefined,
        maintenanceMargin: undefined,
        updatedAtMs: undefined,
        info: bare,
      },
    ]);
  });
});

describe('a setting that binance refuses', () => {
  const refused = async (code: number, msg: string) => {
    const text = JSON.stringify({ code, msg });
    const { call } = await wireCall(binanceDialect, markets, () => ({ status: 400, text }));
    const setting = { symbol: btc, marketType: 'swap', leverage: 5 } as const;
    const error = await binancePerps.leverage?.set(call, setting).catch((each: unknown) => each);
    return failureOf(error, binanceErrors);
  };
  it.each([
    [-4028, 'Leverage 200 is not valid', 'INVALID'],
    [-2027, 'Exceeded the maximum allowable position at current leverage.', 'CONFLICT'],
    [-4047, 'Margin type cannot be changed if there exists open orders.', 'CONFLICT'],
    [-4048, 'Margin type cannot be changed if there exists position.', 'CONFLICT'],
    [-4161, 'Leverage reduction is not supported in Isolated Margin Mode', 'CONFLICT'],
    [-4168, 'Unable to adjust to isolated-margin mode under the Multi-Assets mode.', 'CONFLICT'],
    [
      -2028,
      'Leverage is smaller than permitted: insufficient margin balance.',
      'INSUFFICIENT_BALANCE',
    ],
    [-5013, 'Asset transfer failed: insufficient balance', 'INSUFFICIENT_BALANCE'],
    [-2015, 'Invalid API-key, IP, or permissions for action.', 'OTHER'],
  ])('by %d was not done', async (code, text, meant) => {
    expect(await refused(code, text)).toMatchObject({ kind: 'refused', code: meant });
  });

  it.each([-1000, -1001, -1006, -1007, -5010, -5012])('by %d may have been done', async (code) => {
    expect(await refused(code, 'Whatever it says.')).toMatchObject({ kind: 'unknown' });
  });

  it('because it is set already is done', async () => {
    const text = JSON.stringify({ code: -4046, msg: 'No need to change margin type.' });
    const { call } = await wireCall(binanceDialect, markets, () => ({ status: 400, text }));
    const setting = { symbol: coin, marketType: 'swap', marginMode: 'cross' } as const;
    expect(await binancePerps.setMarginMode?.(call, setting)).toEqual({ result: JSON.parse(text) });
  });
});
