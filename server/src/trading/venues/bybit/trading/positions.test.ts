import { describe, expect, it } from 'vitest';
import { list, ok, openBybit } from '../../../../../test/support/exchanges/bybit/client.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { bybitPerps } from './perps.ts';

const listPath = '/v5/position/list';
const infoPath = '/v5/account/info';

/** Has the fields of a record of 2026, of an account in hedge mode. */
const doge = {
  symbol: 'DOGEUSDT',
  leverage: '10',
  avgPrice: '0.14075',
  liqPrice: '',
  side: 'Sell',
  positionValue: '4.2225',
  unrealisedPnl: '-0.048',
  markPrice: '0.14235',
  size: '30',
  positionMM: '0.03458336',
  positionIM: '0.42960461',
  positionBalance: '0',
  tradeMode: '0',
  positionIdx: '2',
  createdTime: '1768319192333',
  updatedTime: '1768320000039',
};
const flat = { ...doge, size: '0', side: '', avgPrice: '0', positionValue: '', unrealisedPnl: '' };
const mode = (marginMode: string) => ok({ marginMode, unifiedMarginStatus: 6 });

interface Lists {
  readonly usdt?: readonly object[];
  readonly usdc?: readonly object[];
  readonly inverse?: readonly object[];
  readonly mode?: string;
}

function open({ usdt = [], usdc = [], inverse = [], mode: word = 'REGULAR_MARGIN' }: Lists) {
  return openBybit({
    [infoPath]: [mode(word)],
    [listPath]: [
      ({ fields }) => {
        if (fields.category === 'inverse') return list(...inverse);
        return list(...(fields.settleCoin === 'USDC' ? usdc : usdt));
      },
    ],
  });
}

const positions = (venue: ReturnType<typeof open>, marketType: 'swap' | 'future' = 'swap') =>
  venue.ask((call) => bybitPerps.positions(call, marketType, undefined));

describe('positions of bybit', () => {
  it('are worth their size at the mark, not what the venue calls their value', async () => {
    const [position, ...others] = await positions(open({ usdt: [doge] }));
    expect(others).toEqual([]);
    expect(position).toEqual({
      symbol: 'DOGE/USDT:USDT',
      marketType: 'swap',
      side: 'short',
      contracts: 30,
      contractSize: 1,
      entryPrice: 0.14075,
      markPrice: 0.14235,
      notional: 4.2705,
      leverage: 10,
      unrealizedPnl: -0.048,
      marginMode: 'cross',
      liquidationPrice: undefined,
      collateral: 0.42960461,
      maintenanceMargin: 0.03458336,
      updatedAtMs: 1_768_320_000_039,
      info: doge,
    });
  });

  it('are two of a symbol in hedge mode, and flat ones are none', async () => {
    const long = { ...doge, side: 'Buy', positionIdx: '1', size: '20', unrealisedPnl: '0.032' };
    const found = await positions(open({ usdt: [long, doge, { ...flat, symbol: 'BTCUSDT' }] }));
    expect(found.map(({ symbol, side, contracts }) => [symbol, side, contracts])).toEqual([
      ['DOGE/USDT:USDT', 'long', 20],
      ['DOGE/USDT:USDT', 'short', 30],
    ]);
  });

  it('are asked for by currency, and the mode only where there are some', async () => {
    const venue = open({});
    expect(await positions(venue)).toEqual([]);
    expect(venue.sent.map(({ path, fields }) => [path, fields])).toEqual([
      [listPath, { category: 'linear', settleCoin: 'USDT', limit: '200' }],
      [listPath, { category: 'linear', settleCoin: 'USDC', limit: '200' }],
      [listPath, { category: 'inverse', limit: '200' }],
    ]);
    const symbol = 'BTC/USD:BTC' as InstrumentSymbol;
    await venue.ask((call) => bybitPerps.positions(call, 'swap', symbol));
    expect(venue.sent.at(-1)?.fields).toEqual({
      category: 'inverse',
      symbol: 'BTCUSD',
      limit: '200',
    });
  });

  it('of inverse contracts are worth a dollar each, and earn the base', async () => {
    const coin = {
      ...doge,
      symbol: 'BTCUSD',
      size: '10100',
      side: 'Buy',
      avgPrice: '101',
      markPrice: '202',
      positionValue: '100',
      unrealisedPnl: '50',
      positionIM: '5',
    };
    const [position] = await positions(open({ inverse: [coin] }));
    expect(position).toMatchObject({
      symbol: 'BTC/USD:BTC',
      side: 'long',
      contracts: 10_100,
      contractSize: 1,
      notional: 10_100,
      unrealizedPnl: 50,
      collateral: 5,
    });
  });

  it('of an isolated account have a balance of their own and a price where they end', async () => {
    const own = { ...doge, positionBalance: '0.9', liqPrice: '0.1801' };
    const [position] = await positions(open({ usdt: [own], mode: 'ISOLATED_MARGIN' }));
    expect(position).toMatchObject({
      marginMode: 'isolated',
      collateral: 0.9,
      liquidationPrice: 0.1801,
    });
  });

  it('say nothing of what the venue leaves blank', async () => {
    const blank = { ...doge, leverage: '', liqPrice: '0', unrealisedPnl: '', positionMM: '' };
    const [position] = await positions(open({ usdt: [blank], mode: 'PORTFOLIO_MARGIN' }));
    expect(position).toMatchObject({
      leverage: undefined,
      liquidationPrice: undefined,
      unrealizedPnl: undefined,
      maintenanceMargin: undefined,
      marginMode: 'cross',
    });
    const [odd] = await positions(open({ usdt: [doge], mode: 'SOMETHING_NEW' }));
    expect(odd).toMatchObject({ marginMode: undefined });
  });

  it('are of the market type asked for; dated inverse ones are left out', async () => {
    const dated = { ...doge, symbol: 'BTCUSDT-25DEC26' };
    const lists = { usdt: [doge, dated], inverse: [{ ...doge, symbol: 'BTCUSDZ26' }] };
    const named = async (marketType: 'swap' | 'future') =>
      (await positions(open(lists), marketType)).map(({ symbol }) => symbol);
    expect(await named('swap')).toEqual(['DOGE/USDT:USDT']);
    expect(await named('future')).toEqual(['BTC/USDT:USDT-261225']);
  });

  it('come page by page', async () => {
    const many = Array.from({ length: 200 }, (_, i) => ({ ...doge, symbol: `C${i}USDT` }));
    const pages = [ok({ list: many, nextPageCursor: 'C199%2C1' }), list(doge), list(), list()];
    const venue = openBybit({ [infoPath]: [mode('REGULAR_MARGIN')], [listPath]: pages });
    expect(await positions(venue)).toHaveLength(201);
    expect(venue.sent[1]?.fields).toMatchObject({ cursor: 'C199,1', settleCoin: 'USDT' });
  });

  it('must say which way they are held', async () => {
    await expect(positions(open({ usdt: [{ ...doge, side: 'None' }] }))).rejects.toThrow(
      'unknown position side: None',
    );
  });
});

it('the leverage of bybit stands at a position that may be flat, the mode at the account', async () => {
  const venue = open({ usdt: [{ ...flat, leverage: '6' }], mode: 'ISOLATED_MARGIN' });
  const market = { symbol: 'BTC/USDT:USDT' as InstrumentSymbol, marketType: 'swap' } as const;
  expect(await venue.ask(async (call) => bybitPerps.leverage?.get(call, market))).toEqual({
    leverage: 6,
    marginMode: 'isolated',
  });
  expect(venue.sent.map(({ path }) => path)).toEqual([listPath, infoPath]);
});
