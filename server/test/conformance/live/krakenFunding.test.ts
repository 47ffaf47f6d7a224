import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  krakenPerpsVenue,
  openPerpsTrader,
  type PerpsTrader,
  showPrice,
} from '../../support/exchanges/kraken/perps.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// Funding and profits taken at kraken, from our API to the wire and back.

let live: LiveService;
let trader: PerpsTrader;
beforeEach(async () => {
  live = await openLiveService(krakenPerpsVenue);
  trader = await openPerpsTrader(live);
});
afterEach(() => live.stop());

const symbol = 'BTC/USD:USD';
const ether = 'ETH/USD:USD';
const inverse = 'BTC/USD:BTC';
const hourMs = 3_600_000;

const publish = (market: string, rate: string, nextRate?: string) =>
  live.simulator.publishFunding('krakenfutures', market, {
    rate,
    intervalHours: 1,
    ...(nextRate !== undefined && { nextRate }),
  });

/** The exchange pays by its own clock, this many hours from now. */
function pay(market: string, hour: number): void {
  live.simulator.skewMs('krakenfutures', hour * hourMs);
  live.simulator.payFunding('krakenfutures', market);
  live.simulator.skewMs('krakenfutures', 0);
}

const asked = (path: RegExp) =>
  live.simulator.requests('krakenfutures').filter((request) => path.test(request.path));

describe('funding payments at kraken', () => {
  it('are what was paid and what was received, by both signs of the rate', async () => {
    const now = live.service.app.clock.now();
    await trader.trade(symbol, 'buy', 2);
    await trader.trade(ether, 'sell', 3);
    for (const market of [symbol, ether]) publish(market, '0.0001');
    for (const market of [symbol, ether]) pay(market, 1);
    for (const market of [symbol, ether]) publish(market, '-0.0002');
    showPrice(live, ether, [120, 121]);
    for (const market of [symbol, ether]) pay(market, 2);
    const { payments, count, ...rest } = await trader.read('getFundingHistory');
    expect(rest).toEqual({ exchange: 'kraken', exchange_account_id: trader.account, symbol: null });
    type Payment = { readonly symbol: string; readonly amount: number; readonly code: string };
    const told = payments.map(({ symbol: of, amount, code }: Payment) => [of, amount, code]);
    // Two coins at 100.5 and three at 100.5, then at 120.5.
    expect([count, told]).toEqual([
      4,
      [
        [symbol, -0.0201, 'USD'],
        [ether, 0.03015, 'USD'],
        [symbol, 0.0402, 'USD'],
        [ether, -0.0723, 'USD'],
      ],
    ]);
    expect(payments[0]).toMatchObject({
      info: { info: 'funding rate change', contract: 'pf_xbtusd', realized_funding: -0.0201 },
    });
    expect(Math.floor((payments[3].timestamp - now) / hourMs)).toBe(2);
    const dollars = 1_000 - 0.0005 * (2 * 101 + 3 * 100) - 0.0201 + 0.03015 + 0.0402 - 0.0723;
    expect(await trader.total('swap', 'USD')).toBeCloseTo(dollars, 12);
  });

  it('are asked for by symbol, by number and from a time on', async () => {
    await trader.trade(symbol, 'buy', 1);
    await trader.trade(ether, 'buy', 1);
    for (let hour = 1; hour <= 5; hour += 1) {
      pay(symbol, hour);
      pay(ether, hour);
    }
    const at = async (query: Readonly<Record<string, string | number>>) => {
      const { payments } = await trader.read('getFundingHistory', query);
      return payments as readonly { symbol: string; timestamp: number; id: string }[];
    };
    const all = await at({ symbol });
    expect([all.length, new Set(all.map((each) => each.symbol))]).toEqual([5, new Set([symbol])]);
    expect(await at({ symbol, limit: 2 })).toEqual(all.slice(-2));
    const since = all[1]?.timestamp ?? 0;
    expect(await at({ symbol, since, limit: 2 })).toEqual(all.slice(1, 3));
    expect((await at({ since: since + 1 })).length).toBe(6);
    expect((await at({ market_type: 'future' })).length).toBe(0);
    expect(new Set((await at({})).map(({ id }) => id)).size).toBe(10);
  });

  it('of many days come in pages, and each once', async () => {
    await trader.trade(symbol, 'buy', 1);
    const many = 1_600;
    for (let hour = 1; hour <= many; hour += 1) pay(symbol, hour);
    const { payments } = await trader.read('getFundingHistory', { since: 1, limit: 1_000, symbol });
    expect(payments).toHaveLength(1_000);
    const first = payments[0].timestamp;
    expect(payments[999].timestamp - first).toBe(999 * hourMs);
    const { payments: later } = await trader.read('getFundingHistory', {
      since: first + 700 * hourMs,
      limit: 1_000,
    });
    expect(later).toHaveLength(many - 700);
    const before = asked(/account-log$/).length;
    const { payments: newest } = await trader.read('getFundingHistory', { limit: 1_000 });
    expect(newest.at(-1)).toEqual(later.at(-1));
    expect(newest).toHaveLength(1_000);
    expect(asked(/account-log$/).length - before).toBe(1);
    // There is nothing of another contract; to find that, the whole log has to be read.
    expect(await trader.read('getFundingHistory', { symbol: ether })).toMatchObject({ count: 0 });
    expect(asked(/account-log$/).length - before).toBe(3);
  });
});

describe('profits taken at kraken', () => {
  it('are gains and losses, and nothing of what opened a position', async () => {
    await trader.trade(symbol, 'buy', 2);
    await trader.trade(ether, 'sell', 3);
    showPrice(live, symbol, [110, 111]);
    showPrice(live, ether, [104, 105]);
    await trader.trade(symbol, 'sell', 1);
    await trader.trade(ether, 'buy', 3);
    publish(symbol, '0.0001');
    pay(symbol, 1);
    showPrice(live, symbol, [95, 96]);
    await live.service.app.clock.advance(1_000);
    await trader.trade(symbol, 'sell', 1);
    const { entries, count } = await trader.read('getRealizedPnl');
    type Entry = { readonly symbol: string; readonly amount: number; readonly code: string };
    const told = entries.map(({ symbol: of, amount, code }: Entry) => [of, amount, code]);
    expect([count, told]).toEqual([
      3,
      [
        [symbol, 9, 'USD'],
        [ether, -15, 'USD'],
        [symbol, -6, 'USD'],
      ],
    ]);
    const since = entries[1].timestamp + 1;
    expect((await trader.read('getRealizedPnl', { since, symbol })).entries).toEqual([entries[2]]);
    expect((await trader.read('getRealizedPnl', { limit: 1 })).entries).toEqual([entries[2]]);
  });

  it('of a contract in coins are coins', async () => {
    const order = { symbol: 'PI_XBTUSD', orderType: 'mkt', size: '1000' };
    await trader.futures('POST', 'sendorder', { ...order, side: 'buy' });
    showPrice(live, inverse, [125, 126]);
    await trader.futures('POST', 'sendorder', { ...order, side: 'sell' });
    const { entries } = await trader.read('getRealizedPnl', { symbol: inverse });
    expect(entries).toMatchObject([{ symbol: inverse, code: 'BTC' }]);
    expect(entries[0].amount).toBeCloseTo(1_000 / 101 - 1_000 / 125, 12);
  });
});

describe('the funding rate at kraken', () => {
  const rate = async (of: string) => trader.read('getFundingRate', { symbol: of });

  it('of an hour is told for eight, as a part of the value', async () => {
    publish(symbol, '0.00001', '-0.00003');
    const { timestamp, next_funding_time, ...told } = await rate(symbol);
    expect(told).toMatchObject({
      exchange: 'kraken',
      exchange_account_id: trader.account,
      symbol,
      cached: false,
      predicted_rate_source: 'next',
      windows_per_year: 1_095,
      interval_hours: 8,
      mark_price: 100.5,
      index_price: 100.5,
    });
    expect(told.funding_rate).toBeCloseTo(0.00008, 15);
    expect(told.predicted_rate).toBeCloseTo(-0.00024, 15);
    expect(told.predicted_apr_pct).toBeCloseTo(-0.00024 * 1_095 * 100, 9);
    expect(told.funding_apr_pct).toBeCloseTo(0.00008 * 1_095 * 100, 9);
    expect([next_funding_time % hourMs, next_funding_time > timestamp]).toEqual([0, true]);
    expect(next_funding_time - timestamp).toBeLessThanOrEqual(hourMs);
  });

  it('of a contract in coins is a part of the value too, and may lack a prediction', async () => {
    publish(inverse, '0.00002');
    const told = await rate(inverse);
    expect(told.funding_rate).toBeCloseTo(0.00016, 15);
    expect(told).toMatchObject({
      predicted_rate_source: 'current',
      predicted_rate: told.funding_rate,
    });
  });

  it('is asked for once, however many want it, and again after half a minute', async () => {
    const asking = () => trader.call('getFundingRate', { symbol: ether });
    const asks = Array.from({ length: 99 }, asking);
    const { funding_rate } = await rate(ether);
    const all = (await Promise.all(asks)).map(({ status, json }) => [
      status,
      json.data.funding_rate,
    ]);
    expect(new Set(all.map(String))).toEqual(new Set([`200,${funding_rate}`]));
    expect(asked(/tickers\/PF_ETHUSD$/)).toHaveLength(1);
    expect(await rate(ether)).toMatchObject({ cached: true });
    await live.service.app.clock.advance(31_000);
    expect(await rate(ether)).toMatchObject({ cached: false });
    expect(asked(/tickers\/PF_ETHUSD$/)).toHaveLength(2);
  });
});
