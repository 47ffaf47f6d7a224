import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { json } from 'node:stream/consumers';
import { accountEndpoints } from '@windlass/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { binanceSimulated } from '../support/exchanges/binance/exchange.ts';
import { type LiveService, openLiveService } from '../support/exchanges/simulated.ts';

// The exchange's actions when the service falls silent with orders open.

let live: LiveService;
beforeEach(async () => {
  live = await openLiveService(binanceSimulated);
});
afterEach(() => live.stop());

const swap = { symbol: 'BTC/USDT:USDT', marketType: 'swap' } as const;
const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 90 };

/** Milliseconds of every countdown that the exchange was asked for. */
const countdowns = () =>
  live.simulator
    .requests('binance')
    .filter(({ path }) => path.endsWith('/countdownCancelAll'))
    .map(({ query, body }) => Number(new URLSearchParams(body || query).get('countdownTime')));

/** Returns the number of the account's orders open at the exchange, requested with its own key. */
async function openThere(account: string, url: string): Promise<number> {
  const query = `timestamp=${live.service.app.clock.now()}&recvWindow=5000`;
  const signature = createHmac('sha256', `secret-of-${account}`).update(query).digest('hex');
  const path = `${url}/fapi/v1/openOrders?${query}&signature=${signature}`;
  const headers = { host: 'fapi.binance.com', 'x-mbx-apikey': `key-of-${account}` };
  const [answer] = await once(get(path, { headers }), 'response');
  return ((await json(answer)) as readonly unknown[]).length;
}

describe("a dead man's switch at the exchange", () => {
  it('is renewed while an order is open, and taken off after it', async () => {
    const trader = await live.service.trader(swap, { limits: { cancel_after_s: 15 } });
    const { order_id } = await trader.take(limit);
    await live.pass(12_000);
    const renewed = countdowns();
    expect(renewed.length).toBeGreaterThanOrEqual(3);
    expect(new Set(renewed)).toEqual(new Set([15_000]));
    expect(await trader.find(order_id)).toMatchObject({ status: 'open' });
    const metrics = await live.service.app.call({ url: '/metrics' });
    expect(metrics.text).toContain('windlass_dead_mans_switches{state="armed"} 1');
    await trader.cancel(order_id);
    await live.pass(2_000);
    expect(countdowns().at(-1)).toBe(0);
  });

  it('cancels at the exchange what is open when the service falls silent', async () => {
    const trader = await live.service.trader(swap, { limits: { cancel_after_s: 15 } });
    await trader.take(limit);
    await live.pass(2_000);
    expect(await openThere(trader.account, live.url)).toBe(1);
    await live.service.app.stop();
    await live.service.app.clock.advance(16_000);
    expect(await openThere(trader.account, live.url)).toBe(0);
    // It was the switch, and no cancel of ours.
    const ways = live.simulator.requests('binance').map(({ method }) => method);
    expect([ways.includes('DELETE'), countdowns().includes(0)]).toEqual([false, false]);
  });

  it('is off unless asked for', async () => {
    const trader = await live.service.trader(swap);
    await trader.take(limit);
    await live.pass(5_000);
    expect(countdowns()).toEqual([]);
    const { method, path } = accountEndpoints.changeAccount;
    const url = path.replace(':id', trader.account);
    const body = { limits: { cancel_after_s: 20 } };
    const answered = await live.service.app.ask({ method, url, body });
    expect(answered.json.data.limits.cancel_after_s).toBe(20);
    await live.pass(2_000);
    expect(countdowns()).toEqual([20_000]);
  });

  it.each([
    ['paper', 'binance', /must be null: the orders of a paper account rest here/],
    ['live', 'hyperliquid', /must be null: hyperliquid has no dead man's switch here/],
  ])('is refused to a %s account at %s', async (mode, exchange, message) => {
    const credentials =
      mode === 'paper'
        ? {}
        : {
            credentials: {
              wallet_address: `0x${'1'.repeat(40)}`,
              private_key: '2'.repeat(64),
            },
          };
    const { status, json: refusal } = await live.service.app.account({
      exchange_account_id: 'refused',
      exchange,
      mode,
      ...credentials,
      limits: { cancel_after_s: 30 },
    });
    expect(status).toBe(400);
    expect(JSON.stringify(refusal)).toMatch(message);
  });

  it.each([14, 61, 20.5, 'x'])('is not set to %s seconds', async (seconds) => {
    const { status, json: refusal } = await live.service.app.account({
      exchange_account_id: 'refused',
      exchange: 'binance',
      mode: 'paper',
      limits: { cancel_after_s: seconds },
    });
    expect([status, JSON.stringify(refusal)]).toEqual([
      400,
      expect.stringContaining('cancel_after_s must be an integer from 15 to 60'),
    ]);
  });
});
