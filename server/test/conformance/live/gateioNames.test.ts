import { afterAll, beforeAll, expect, it } from 'vitest';
import { gateioSimulated } from '../../support/exchanges/gateio/exchange.ts';
import {
  type LiveService,
  openLiveService,
  type SimulatedMarket,
  usualSteps,
} from '../../support/exchanges/simulated.ts';

// gateio lists coins whose names are not in Latin letters; they trade like any other.

const symbol = '币安人生/USDT';
const market: SimulatedMarket = {
  symbol,
  marketType: 'spot',
  at: 'gateio',
  definition: { kind: 'spot', base: '币安人生', quote: 'USDT', ...usualSteps },
};

let live: LiveService;
beforeAll(async () => {
  live = await openLiveService({ ...gateioSimulated, markets: [market] });
});
afterAll(() => live.stop());

it('takes, shows and cancels an order by the name of its coin', async () => {
  const trader = await live.service.trader(market);
  const terms = { order_type: 'limit', side: 'buy', quantity: 1, price: 90 } as const;
  const { order_id } = await trader.take(terms);
  expect(live.simulator.accepted('gateio')).toBe(1);
  const path = '/order-execution/execution/order';
  const query = new URLSearchParams({ exchange_account_id: trader.account, symbol });
  const read = await live.service.app.ask({ method: 'GET', url: `${path}/${order_id}?${query}` });
  expect(read.json.data).toMatchObject({ symbol, status: 'open', amount: 1 });
  const ended = await live.service.app.ask({
    method: 'DELETE',
    url: `${path}/${order_id}?${query}`,
  });
  expect(ended.json.data).toMatchObject({ symbol, status: 'canceled' });
});
