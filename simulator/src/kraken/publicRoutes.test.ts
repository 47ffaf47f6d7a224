import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/kraken.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

describe('everybody may ask for', () => {
  it('the time and the status', async () => {
    expect(await bench.open('Time')).toEqual({
      unixtime: 1_800_000_000,
      rfc1123: 'Fri, 15 Jan 2027 08:00:00 GMT',
    });
    expect(await bench.open('SystemStatus')).toEqual({
      status: 'online',
      timestamp: '2027-01-15T08:00:00.000Z',
    });
  });

  it('the assets, by the names of the exchange', async () => {
    const assets = await bench.open('Assets');
    expect(assets.XXBT).toEqual({
      aclass: 'currency',
      altname: 'XBT',
      decimals: 10,
      display_decimals: 5,
      status: 'enabled',
    });
    expect([assets.ZUSD.altname, assets.ZUSD.decimals]).toEqual(['USD', 4]);
    expect(Object.keys(assets)).toEqual(['XXBT', 'ZUSD', 'SOL', 'USDT', 'XXDG']);
  });

  it('the pairs, with their steps, minimums and fees', async () => {
    const pairs = await bench.open('AssetPairs');
    expect(pairs.XXBTZUSD).toMatchObject({
      altname: 'XBTUSD',
      wsname: 'XBT/USD',
      base: 'XXBT',
      quote: 'ZUSD',
      lot: 'unit',
      pair_decimals: 2,
      lot_decimals: 4,
      ordermin: '0.0002',
      costmin: '5',
      tick_size: '0.01',
      status: 'online',
      fees: [[0, 0.05]],
      fees_maker: [[0, 0.02]],
    });
    expect(pairs.SOLUSDT).toMatchObject({ altname: 'SOLUSDT', wsname: 'SOL/USDT', base: 'SOL' });
    expect(pairs.XDGUSD).toMatchObject({ altname: 'XDGUSD', wsname: 'XDG/USD', pair_decimals: 1 });
    const one = await bench.open('AssetPairs?pair=XBTUSD');
    expect(Object.keys(one)).toEqual(['XXBTZUSD']);
  });

  it('prices, by any name of a pair', async () => {
    const { XXBTZUSD: ticker } = await bench.open('Ticker?pair=XBT/USD');
    expect(ticker).toMatchObject({
      a: ['101.00', '4', '4.000'],
      b: ['100.00', '4', '4.000'],
      c: ['100.50', '0.00000000'],
      o: '100.50',
      t: [0, 0],
    });
    expect(Object.keys(await bench.open('Ticker'))).toEqual(['XXBTZUSD', 'SOLUSDT', 'XDGUSD']);
  });

  it('the book, as deep as it wants', async () => {
    const { XXBTZUSD: book } = await bench.open('Depth?pair=XXBTZUSD');
    expect(book).toEqual({
      asks: [
        ['101.00', '4.000', 1_800_000_000],
        ['102.00', '4.000', 1_800_000_000],
      ],
      bids: [
        ['100.00', '4.000', 1_800_000_000],
        ['99.00', '4.000', 1_800_000_000],
      ],
    });
    const { XXBTZUSD: top } = await bench.open('Depth?pair=XBTUSD&count=1');
    expect([top.asks.length, top.bids.length]).toEqual([1, 1]);
  });

  it('no pair that is not there', async () => {
    for (const name of ['Depth', 'Ticker', 'AssetPairs']) {
      const path = `/0/public/${name}?pair=XYZ`;
      const { status, json } = await bench.raw({ path, body: '', method: 'GET' });
      expect([status, json]).toEqual([200, { error: ['EQuery:Unknown asset pair'] }]);
    }
  });
});

describe('a market of contracts', () => {
  it('is not one of this exchange', () => {
    const { simulator } = bench;
    const steps = { tick: '1', lot: '1', minQuantity: '1', minNotional: '1' };
    const fees = { makerFeePpm: 0, takerFeePpm: 0 };
    const swap = { kind: 'swap', base: 'BTC', quote: 'USD', ...steps, ...fees } as const;
    expect(() => simulator.defineMarket('kraken', swap)).toThrow('kraken has spot markets');
  });
});
