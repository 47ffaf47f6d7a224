import { reconciliationEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { krakenSpot } from '../../support/exchanges/kraken/exchange.ts';
import { krakenSpotAccount } from '../../support/exchanges/kraken/spotExchange.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// An account at kraken without credentials for futures is a complete account, of spot only.

let live: LiveService;
beforeAll(async () => {
  live = await openLiveService({
    ...krakenSpot,
    account(name) {
      const { credentials, opened } = krakenSpotAccount(name);
      return { credentials, opened: [...opened] };
    },
  });
});
afterAll(() => live.stop());

const spot = { symbol: 'BTC/USD', marketType: 'spot' } as const;

it('is traded on, compared, and cancelled as a whole', async () => {
  const [market = spot] = krakenSpot.markets;
  const trader = await live.service.trader(market);
  await trader.take({ order_type: 'limit', side: 'buy', quantity: 1, price: 90 });
  const { method, path: url } = reconciliationEndpoints.compareAccounts;
  const body = { exchange_account_id: trader.account };
  const { json } = await live.service.app.ask({ method, url, body });
  expect(json.data.accounts).toMatchObject([{ status: 'ok' }]);
  const halt = {
    method: 'POST',
    url: '/admin/halt',
    body: { ...body, cancel_open: true },
  } as const;
  const halted = await live.service.app.ask(halt);
  expect(halted.json.data).toMatchObject({ canceled_orders: 1, not_canceled: [] });
});
