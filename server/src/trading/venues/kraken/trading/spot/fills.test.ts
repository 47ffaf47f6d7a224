import { describe, expect, it } from 'vitest';
import {
  clientId,
  krakenOrder,
  openKrakenDialect,
  symbolOf,
} from '../../../../../../test/support/exchanges/kraken/client.ts';
import { krakenSpotDialect } from './dialect.ts';
import { spotFillOf } from './fills.ts';

const order = krakenOrder({ marketType: 'spot' });
const trade = (time: number, pair = 'XXBTZUSD', maker = true) => ({
  ordertxid: 'OQRPN2-LRHFY-HIFA7D',
  postxid: 'TKH2SE',
  pair,
  time,
  type: 'sell',
  ordertype: 'limit',
  price: '40000.10000',
  cost: '400.00100',
  fee: '0.64000',
  vol: '0.01000000',
  margin: '0.00000',
  misc: '',
  trade_id: 40274859,
  maker,
});
const history = (trades: object, count: number) => ({
  body: { error: [], result: { trades, count } },
});
const query = {
  marketType: 'spot',
  symbol: order.symbol,
  sinceMs: 1_699_999_000_500,
  limit: 500,
} as const;

/** Returns trades at these seconds, newest first. */
const page = (seconds: readonly number[]) =>
  Object.fromEntries(seconds.toReversed().map((second) => [`T${second}`, trade(second)]));
const seconds = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => 1_699_999_100 + from + index);

describe('fills on spot', () => {
  it('are those of the symbol since then, oldest first', async () => {
    const list = {
      T3: trade(1_699_999_100.75, 'XBTUSD', false),
      T2: trade(1_699_999_100.5, 'LTCUSDT'),
      T1: trade(1_699_999_000.5),
      T0: trade(1_699_999_000.25),
    };
    const venue = await openKrakenDialect(krakenSpotDialect, [history(list, 4)]);
    venue.links.set('OQRPN2-LRHFY-HIFA7D', { venueOrderId: 'OQRPN2-LRHFY-HIFA7D', clientId });
    const fills = await venue.run((call) => krakenSpotDialect.fills(call, query));
    const common = {
      venueOrderId: 'OQRPN2-LRHFY-HIFA7D',
      clientId,
      symbol: 'BTC/USD',
      marketType: 'spot',
      side: 'sell',
      price: 40_000.1,
      quantity: '0.01',
      // Value and fee, each to the four decimals that dollars have there.
      fee: '0.64',
      feeAsset: 'USD',
      quoteRounding: '0.0002',
    };
    expect(fills).toEqual([
      { ...common, venueTradeId: 'T1', liquidity: 'maker', atMs: 1_699_999_000_500 },
      { ...common, venueTradeId: 'T3', liquidity: 'taker', atMs: 1_699_999_100_750 },
    ]);
    expect(venue.wire).toEqual([
      {
        method: 'POST',
        address: 'api.kraken.com/0/private/TradesHistory',
        fields: { start: '1699998999', ofs: '0', consolidate_taker: 'false' },
      },
    ]);
  });

  it.each([
    ['BTC/USD', '0.0002'],
    ['BTC/USDT', '0.00001001'],
  ])('of %s may be rounded by %s: as the quote is kept, and the fee is told', (name, rounding) => {
    const symbol = symbolOf(name);
    const told = { ...trade(1_700_000_000), fee: '0.64001' };
    const fill = spotFillOf({ id: 'T1', trade: told, symbol, clientId: undefined });
    expect(fill.quoteRounding).toBe(rounding);
  });

  it('are read from the oldest page on, until there are enough', async () => {
    const venue = await openKrakenDialect(krakenSpotDialect, [
      history(page(seconds(70, 120)), 120),
      history(page(seconds(0, 50)), 120),
      history(page(seconds(50, 100)), 120),
      history(page(seconds(70, 120)), 120),
    ]);
    const ask = (limit: number) =>
      venue.run((call) => krakenSpotDialect.fills(call, { ...query, limit }));
    const fills = await ask(60);
    expect(fills.map(({ atMs }) => atMs / 1_000)).toEqual(seconds(0, 60));
    expect(venue.wire.map(({ fields }) => [fields.ofs, fields.end])).toEqual([
      ['0', undefined],
      ['70', '1699999219'],
      ['20', '1699999219'],
    ]);
  });

  it('are all there, though the pages overlap', async () => {
    const venue = await openKrakenDialect(krakenSpotDialect, [
      history(page(seconds(10, 60)), 60),
      history(page(seconds(0, 50)), 60),
    ]);
    const fills = await venue.run((call) => krakenSpotDialect.fills(call, query));
    expect(fills.map(({ atMs }) => atMs / 1_000)).toEqual(seconds(0, 60));
    // The newest were in the first answer, and are not paid for twice.
    expect(venue.wire).toHaveLength(2);
  });

  it('are no guess while trades come in', async () => {
    const venue = await openKrakenDialect(krakenSpotDialect, [
      history(page(seconds(10, 60)), 60),
      history(page(seconds(1, 51)), 61),
    ]);
    const answer = venue.run((call) => krakenSpotDialect.fills(call, query));
    await expect(answer).rejects.toMatchObject({ name: 'NoAnswerError' });
  });

  it('are not claimed to be read where there are too many', async () => {
    const many = history(page(seconds(0, 50)), 5_000);
    const venue = await openKrakenDialect(krakenSpotDialect, Array(30).fill(many));
    const other = { ...query, symbol: symbolOf('LTC/USDT') };
    const answer = venue.run((call) => krakenSpotDialect.fills(call, other));
    await expect(answer).rejects.toMatchObject({ name: 'NoAnswerError' });
    expect(venue.wire).toHaveLength(21);
  });
});

describe('the spot wallet', () => {
  it('tells what orders hold', async () => {
    const balances = {
      ZUSD: { balance: '25435.2100', hold_trade: '8249.7600' },
      XXBT: { balance: '1.2435000000', hold_trade: '0.0000000000' },
      XLTC: { balance: '0.0000000000', hold_trade: '0.0000000000' },
    };
    const venue = await openKrakenDialect(krakenSpotDialect, [
      { body: { error: [], result: balances } },
    ]);
    expect(await venue.run((call) => krakenSpotDialect.balances(call, 'spot'))).toEqual({
      USD: { free: '17185.45', used: '8249.76', total: '25435.21' },
      BTC: { free: '1.2435', used: '0', total: '1.2435' },
    });
    expect(venue.wire.map(({ address }) => address)).toEqual([
      'api.kraken.com/0/private/BalanceEx',
    ]);
  });
});

describe('a cancel on spot', () => {
  it('names the order by our id', async () => {
    const body = { error: [], result: { count: 1 } };
    const venue = await openKrakenDialect(krakenSpotDialect, [{ body }]);
    const ref = { ...order, venueOrderId: 'OQRPN2-LRHFY-HIFA7D' };
    await venue.run((call) => krakenSpotDialect.cancel(call, ref));
    expect(venue.wire).toEqual([
      {
        method: 'POST',
        address: 'api.kraken.com/0/private/CancelOrder',
        fields: { cl_ord_id: clientId },
      },
    ]);
  });
});
