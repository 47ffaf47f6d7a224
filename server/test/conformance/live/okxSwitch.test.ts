import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// The actions of okx when the service falls silent with orders open.

let live: LiveService;
beforeEach(async () => {
  live = await openLiveService(okxSimulated);
});
afterEach(() => live.stop());

const [spot, swap] = [
  { symbol: 'BTC/USDT', marketType: 'spot' },
  { symbol: 'BTC/USDT:USDT', marketType: 'swap' },
] as const;
const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 90 };
const stop = { order_type: 'stop_loss', side: 'sell', quantity: 1, stop_price: 95 };
const guarded = { limits: { cancel_after_s: 15 } };

/** Seconds of every countdown that the exchange was asked for. */
const countdowns = (): readonly string[] =>
  live.simulator
    .requests('okx')
    .filter(({ path }) => path === '/api/v5/trade/cancel-all-after')
    .map(({ body }) => JSON.parse(body).timeOut);

/** Returns the orders listed at the exchange, requested with the account's own key. */
async function listed(account: string, target: string): Promise<number> {
  const time = new Date(live.service.app.clock.now()).toISOString();
  const signed = createHmac('sha256', `secret-of-${account}`).update(`${time}GET${target}`);
  const headers = {
    host: 'www.okx.com',
    'ok-access-key': `key-of-${account}`,
    'ok-access-timestamp': time,
    'ok-access-passphrase': `words-of-${account}`,
    'ok-access-sign': signed.digest('base64'),
  };
  const [answer] = await once(get(`${live.url}${target}`, { headers }), 'response');
  return ((await json(answer)) as { readonly data: readonly unknown[] }).data.length;
}

/** On the book, and asleep. */
const openThere = async (account: string) => [
  await listed(account, '/api/v5/trade/orders-pending'),
  await listed(account, '/api/v5/trade/orders-algo-pending?ordType=conditional'),
];

describe("a dead man's switch at okx", () => {
  it.each([spot, swap])('is renewed while an order of $marketType is open', async (market) => {
    const trader = await live.service.trader(market, guarded);
    const { order_id } = await trader.take(limit);
    await live.pass(12_000);
    const renewed = countdowns();
    expect(renewed.length).toBeGreaterThanOrEqual(3);
    expect(new Set(renewed)).toEqual(new Set(['15']));
    expect(await trader.find(order_id)).toMatchObject({ status: 'open' });
    await trader.cancel(order_id);
    await live.pass(2_000);
    expect(countdowns().at(-1)).toBe('0');
  });

  it('cancels what is on the book when the service falls silent, and no stop', async () => {
    const trader = await live.service.trader(spot, guarded);
    await trader.take({ order_type: 'market', side: 'buy', quantity: 1 });
    await trader.take(limit);
    await trader.take(stop);
    await live.pass(2_000);
    expect(await openThere(trader.account)).toEqual([1, 1]);
    await live.service.app.stop();
    await live.service.app.clock.advance(16_000);
    expect(await openThere(trader.account)).toEqual([0, 1]);
    // It was the switch, and no cancel of ours.
    const paths = live.simulator.requests('okx').map(({ path }) => path);
    expect(paths).not.toContain('/api/v5/trade/cancel-order');
    expect(countdowns()).not.toContain('0');
  });

  it('stays on for contracts when nothing is open on spot any more', async () => {
    const trader = await live.service.trader(spot, guarded);
    live.simulator.show('okx', swap.symbol, { bids: [[100, 400]], asks: [[101, 400]] });
    const { order_id } = await trader.take(limit);
    const contract = await trader.take({ ...limit, symbol: swap.symbol, market_type: 'swap' });
    await live.pass(2_000);
    await trader.cancel(order_id);
    await live.pass(6_000);
    expect(countdowns()).not.toContain('0');
    await live.service.app.cancel(contract.order_id, { exchange_account_id: trader.account });
    await live.pass(2_000);
    expect(countdowns().at(-1)).toBe('0');
  });
});
