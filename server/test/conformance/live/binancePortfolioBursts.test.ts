import { afterAll, beforeAll, expect, it } from 'vitest';
import { binancePortfolioSimulated } from '../../support/exchanges/binance/exchange.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// The exchange's own limits: papi allows 1,200 orders and a weight of 6,000 a minute.

const [swap] = binancePortfolioSimulated.markets;
if (!swap) throw new Error('accounts on portfolio margin have a market');

let live: LiveService;
beforeAll(async () => {
  live = await openLiveService(binancePortfolioSimulated, (limits) => limits);
});
afterAll(() => live.stop());

const burst = 30;
const names = Array.from({ length: burst }, (_, at) => `order-${at}`);

it('thirty orders on portfolio margin, and then thirty cancels, are all taken', async () => {
  const trader = await live.service.trader(swap);
  const order = { order_type: 'limit', side: 'buy', quantity: 1, price: 90 };
  const before = live.simulator.accepted('binance');
  const sent = await Promise.all(
    names.map((name) => trader.send({ ...order, client_order_id: name })),
  );
  expect(sent.map(({ status }) => status)).toEqual(names.map(() => 200));
  expect(live.simulator.accepted('binance') - before).toBe(burst);
  const canceled = await Promise.all(names.map((name) => trader.cancel(name)));
  expect(canceled.map(({ status }) => status)).toEqual(names.map(() => 'canceled'));
  expect(await trader.open()).toEqual([]);
  const { text } = await live.service.app.ask({ url: '/metrics' });
  const used = /windlass_venue_budget_used\{[^}]*group="papi"[^}]*\} (\d+)/.exec(text)?.[1];
  expect(Number(used)).toBeGreaterThan(burst);
});
