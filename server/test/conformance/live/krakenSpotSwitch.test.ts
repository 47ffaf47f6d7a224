import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { krakenSpot } from '../../support/exchanges/kraken/exchange.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// The exchange's actions when the service falls silent with orders open.

let live: LiveService;
beforeEach(async () => {
  live = await openLiveService(krakenSpot);
});
afterEach(() => live.stop());

const spot = { symbol: 'BTC/USD', marketType: 'spot' } as const;
const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 90 };

const asked = (name: string) =>
  live.simulator.requests('kraken').filter(({ path }) => path === `/0/private/${name}`);

/** Seconds of every timer that the exchange was asked for. */
const timeouts = () =>
  asked('CancelAllOrdersAfter').map(({ body }) => Number(new URLSearchParams(body).get('timeout')));

/** Returns the number of the account's orders open at the exchange, requested with its own key. */
async function openThere(account: string): Promise<number> {
  // Above the service's last one, and below its next.
  const nonce = live.service.app.clock.now() + 1;
  const path = '/0/private/OpenOrders';
  const body = `nonce=${nonce}`;
  const inner = createHash('sha256').update(`${nonce}${body}`).digest();
  const signature = createHmac('sha512', `secret-of-${account}`).update(path).update(inner);
  const headers = {
    host: 'api.kraken.com',
    'content-type': 'application/x-www-form-urlencoded',
    'api-key': `key-of-${account}`,
    'api-sign': signature.digest('base64'),
  };
  const outgoing = request(`${live.url}${path}`, { method: 'POST', headers });
  outgoing.end(body);
  const [answer] = await once(outgoing, 'response');
  const { result } = (await json(answer)) as { readonly result: { readonly open: object } };
  return Object.keys(result.open).length;
}

describe("a dead man's switch of kraken spot", () => {
  it('is renewed while an order is open, and taken off after it', async () => {
    const trader = await live.service.trader(spot, { limits: { cancel_after_s: 15 } });
    const { order_id } = await trader.take(limit);
    await live.pass(12_000);
    const renewed = timeouts();
    expect(renewed.length).toBeGreaterThanOrEqual(3);
    expect(new Set(renewed)).toEqual(new Set([15]));
    expect(await trader.find(order_id)).toMatchObject({ status: 'open' });
    await trader.cancel(order_id);
    await live.pass(2_000);
    expect(timeouts().at(-1)).toBe(0);
  });

  it('cancels at the exchange what is open when the service falls silent', async () => {
    const trader = await live.service.trader(spot, { limits: { cancel_after_s: 15 } });
    await trader.take(limit);
    await live.pass(2_000);
    expect(await openThere(trader.account)).toBe(1);
    await live.service.app.stop();
    await live.service.app.clock.advance(16_000);
    expect(await openThere(trader.account)).toBe(0);
    // It was the switch, and no cancel of ours.
    expect([asked('CancelOrder').length, timeouts().includes(0)]).toEqual([0, false]);
  });
});
