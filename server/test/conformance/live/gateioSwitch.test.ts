import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gateioSimulated } from '../../support/exchanges/gateio/exchange.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// The exchange's actions when the service falls silent with orders open.

let live: LiveService;
beforeEach(async () => {
  live = await openLiveService(gateioSimulated);
});
afterEach(() => live.stop());

const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 90 };
const limits = { cancel_after_s: 15 };

/** Seconds of every countdown that the exchange was asked for, and where. */
const countdowns = () =>
  live.simulator
    .requests('gateio')
    .filter(({ path }) => path.endsWith('/countdown_cancel_all'))
    .map(({ path, body }) => [path.replace('/api/v4', ''), JSON.parse(body)]);

/** Returns the number of the account's orders open at the exchange, requested with its own key. */
async function openThere(account: string, folder: string, market: string): Promise<number> {
  const path = `/api/v4/${folder}/orders`;
  const query = `${market}=BTC_USDT&status=open`;
  const timestamp = String(Math.floor(live.service.app.clock.now() / 1_000));
  const hash = createHash('sha512').update('').digest('hex');
  const text = ['GET', path, query, hash, timestamp].join('\n');
  const SIGN = createHmac('sha512', `secret-of-${account}`).update(text).digest('hex');
  const headers = { host: 'api.gateio.ws', KEY: `key-of-${account}`, Timestamp: timestamp, SIGN };
  const [answer] = await once(get(`${live.url}${path}?${query}`, { headers }), 'response');
  return ((await json(answer)) as readonly unknown[]).length;
}

describe.each([
  ['BTC/USDT', 'spot', 'spot', 'currency_pair'],
  ['BTC/USDT:USDT', 'swap', 'futures/usdt', 'contract'],
] as const)("a dead man's switch at gateio for %s", (symbol, marketType, folder, market) => {
  const path = `/${folder}/countdown_cancel_all`;

  it('is renewed while an order is open, and taken off after it', async () => {
    const trader = await live.service.trader({ symbol, marketType }, { limits });
    const { order_id } = await trader.take(limit);
    await live.pass(12_000);
    const renewed = countdowns();
    expect(renewed.length).toBeGreaterThanOrEqual(3);
    expect(new Set(renewed.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify([path, { timeout: 15 }])]),
    );
    expect(await trader.find(order_id)).toMatchObject({ status: 'open' });
    await trader.cancel(order_id);
    await live.pass(2_000);
    expect(countdowns().at(-1)).toEqual([path, { timeout: 0 }]);
  });

  it('cancels at the exchange what is open when the service falls silent', async () => {
    const trader = await live.service.trader({ symbol, marketType }, { limits });
    await trader.take(limit);
    await live.pass(2_000);
    expect(await openThere(trader.account, folder, market)).toBe(1);
    await live.service.app.stop();
    await live.service.app.clock.advance(16_000);
    expect(await openThere(trader.account, folder, market)).toBe(0);
    // It was the switch, and no cancel of ours.
    const ways = live.simulator.requests('gateio').map(({ method }) => method);
    expect(ways).not.toContain('DELETE');
    expect(countdowns()).not.toContainEqual([path, { timeout: 0 }]);
  });
});
