import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../test/support/bybit.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

async function asked(target: string) {
  const { status, json } = await bench.raw('GET', { target: `/v5/market/${target}` });
  return { status, json, result: json.result };
}
const codeOf = async (target: string) => {
  const { json } = await asked(target);
  return [json.retCode, json.retMsg];
};

describe('anybody may ask bybit', () => {
  it('what time it is', async () => {
    const { json, result } = await asked('time');
    expect([json.time, result]).toEqual([
      startedAt,
      { timeSecond: '1800000000', timeNano: '1800000000000000000' },
    ]);
  });

  it('for the markets of spot, in one list', async () => {
    const { result } = await asked('instruments-info?category=spot');
    expect(result).toEqual({
      category: 'spot',
      list: [
        expect.objectContaining({
          symbol: 'BTCUSDT',
          baseCoin: 'BTC',
          quoteCoin: 'USDT',
          status: 'Trading',
          lotSizeFilter: {
            basePrecision: '0.0001',
            quotePrecision: '0.00000001',
            minOrderQty: '0.001',
            maxOrderQty: '5000',
            minOrderAmt: '5',
            maxOrderAmt: '4000000',
          },
          priceFilter: { tickSize: '0.01' },
        }),
      ],
    });
  });

  it('for linear contracts, page by page', async () => {
    const first = (await asked('instruments-info?category=linear&limit=2')).result;
    expect(first.list.map(({ symbol }: { symbol: string }) => symbol)).toEqual([
      'BTCUSDT',
      'BTCPERP',
    ]);
    expect(first.list[0]).toMatchObject({
      contractType: 'LinearPerpetual',
      deliveryTime: '0',
      settleCoin: 'USDT',
      priceScale: '1',
      leverageFilter: { maxLeverage: '125.00' },
      lotSizeFilter: { minOrderQty: '0.001', qtyStep: '0.001', minNotionalValue: '5' },
    });
    expect(first.nextPageCursor).toBe('BTCUSDT%2CBTCPERP');
    const rest = `instruments-info?category=linear&limit=2&cursor=${first.nextPageCursor}`;
    expect((await asked(rest)).result).toMatchObject({
      list: [{ symbol: 'BTCUSDT-26MAR27', contractType: 'LinearFutures' }],
      nextPageCursor: '',
    });
  });

  it('for inverse contracts, for options, and for those that are yet to come', async () => {
    const { result } = await asked('instruments-info?category=inverse');
    expect(result.list).toMatchObject([{ symbol: 'BTCUSD', settleCoin: 'BTC' }]);
    const options = (await asked('instruments-info?category=option&baseCoin=BTC')).result;
    expect(options).toEqual({ category: 'option', list: [], nextPageCursor: '' });
    const early = await asked('instruments-info?category=linear&status=PreLaunch');
    expect(early.result).toMatchObject({ list: [], nextPageCursor: '' });
  });

  it('for books, as deep as it is asked', async () => {
    const { result } = await asked('orderbook?category=spot&symbol=BTCUSDT&limit=5');
    expect(result).toMatchObject({
      s: 'BTCUSDT',
      b: [['100.00', '4.0000']],
      a: [['101.00', '4.0000']],
      ts: startedAt,
    });
    const { result: contracts } = await asked('orderbook?category=linear&symbol=BTCUSDT');
    expect(contracts).toMatchObject({ b: [['100', '4']], a: [['101', '4']] });
  });

  it('for tickers, whose last price is what triggers look at', async () => {
    const { result } = await asked('tickers?category=linear&symbol=BTCUSDT');
    expect(result.list).toMatchObject([
      { symbol: 'BTCUSDT', lastPrice: '100.5', markPrice: '100.5', bid1Price: '100' },
    ]);
    const buy = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market' };
    await bench.ok('POST /v5/order/create', { ...buy, qty: '1' });
    const { result: after } = await asked('tickers?category=linear&symbol=BTCUSDT');
    expect(after.list).toMatchObject([{ lastPrice: '100.5' }]);
    expect((await asked('tickers?category=spot')).result.list).toMatchObject([
      { symbol: 'BTCUSDT', lastPrice: '100.50', ask1Price: '101.00', ask1Size: '4.0000' },
    ]);
  });

  it.each([
    ['tickers', 10001, 'params error: category is required'],
    ['tickers?category=Spot', 10001, 'Illegal category'],
    ['tickers?category=spot&symbol=XYZ', 170121, 'Invalid symbol.'],
    ['tickers?category=linear&symbol=XYZ', 10001, 'Not supported symbols'],
    ['orderbook?category=linear', 10001, 'params error: symbol is required'],
    ['instruments-info?category=linear&limit=1001', 10001, 'limit invalid'],
    ['instruments-info?category=linear&cursor=a%2Cb', 10001, 'cursor invalid'],
    ['tickers?category=option', -1, 'The simulator does not know options'],
    ['kline?category=spot', -1, 'The simulator does not know GET /v5/market/kline'],
  ])('and is refused %s', async (target, code, text) => {
    expect(await codeOf(target)).toEqual([code, text]);
  });

  it('and hears an error of it where one is planned', async () => {
    const how = { kind: 'exchangeError', code: 10016 } as const;
    bench.simulator.fail('bybit', { match: () => true, times: 1, when: 'before', how });
    expect(await codeOf('time')).toEqual([10016, 'Server error.']);
    expect((await asked('time')).json.retCode).toBe(0);
  });
});
