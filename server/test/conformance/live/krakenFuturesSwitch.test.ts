import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  krakenFuturesMarket,
  krakenFuturesSimulated,
} from '../../support/exchanges/kraken/futuresExchange.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// The actions of kraken futures when the service falls silent with orders open.

let live: LiveService;
beforeEach(async () => {
  live = await openLiveService(krakenFuturesSimulated);
});
afterEach(() => live.stop());

const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 90 };
const wanted = { limits: { cancel_after_s: 15 } };

/** Seconds of every countdown that the exchange was asked for. */
const countdowns = () =>
  live.simulator
    .requests('krakenfutures')
    .filter(({ path }) => path.endsWith('/cancelallordersafter'))
    .map(({ query }) => Number(new URLSearchParams(query).get('timeout')));

/** Returns the number of the account's orders open at the exchange, requested with its own key. */
async function openThere(account: string): Promise<number> {
  const digest = createHash('sha256').update('/api/v3/openorders').digest();
  const secret = Buffer.from(`futures-secret-of-${account}`);
  const authent = createHmac('sha512', secret).update(digest).digest('base64');
  const headers = { host: 'futures.kraken.com', apikey: `futures-key-of-${account}`, authent };
  const path = `${live.url}/derivatives/api/v3/openorders`;
  const [answer] = await once(get(path, { headers }), 'response');
  const { openOrders } = (await json(answer)) as { readonly openOrders: readonly unknown[] };
  return openOrders.length;
}

describe("a dead man's switch at kraken futures", () => {
  it('is renewed while an order is open, and taken off after it', async () => {
    const trader = await live.service.trader(krakenFuturesMarket, wanted);
    const { order_id } = await trader.take(limit);
    await live.pass(12_000);
    const renewed = countdowns();
    expect(renewed.length).toBeGreaterThanOrEqual(3);
    expect(new Set(renewed)).toEqual(new Set([15]));
    expect(await trader.find(order_id)).toMatchObject({ status: 'open' });
    await trader.cancel(order_id);
    await live.pass(2_000);
    expect(countdowns().at(-1)).toBe(0);
  });

  it('cancels at the exchange what is open when the service falls silent', async () => {
    const trader = await live.service.trader(krakenFuturesMarket, wanted);
    await trader.take(limit);
    await live.pass(2_000);
    expect(await openThere(trader.account)).toBe(1);
    await live.service.app.stop();
    await live.service.app.clock.advance(16_000);
    expect(await openThere(trader.account)).toBe(0);
    // It was the switch, and no cancel of ours.
    const paths = live.simulator.requests('krakenfutures').map(({ path }) => path);
    expect([paths.some((path) => path.endsWith('/cancelorder')), countdowns().includes(0)]).toEqual(
      [false, false],
    );
  });
});
