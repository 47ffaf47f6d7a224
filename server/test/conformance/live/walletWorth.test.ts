import { tcaEndpoints } from '@windlass/contract';
import type { Fault } from '@windlass/simulator';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { binanceSimulated } from '../../support/exchanges/binance/exchange.ts';
import { type PerpTrader, perpTrader } from '../../support/exchanges/perpTrader.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// The worth of an account includes the wallets that do not pay for trading: one that the exchange
// never reports is left out, and while one cannot be read no worth is reported.

let live: LiveService;
let trader: PerpTrader;
beforeEach(async () => {
  live = await openLiveService(binanceSimulated);
  trader = await perpTrader(live, binanceSimulated, 'BTC/USDT:USDT');
});
afterEach(() => live.stop());

const fundingPath = '/sapi/v1/asset/get-funding-asset';
/** After the last horizon of a report. */
const reportedMs = 310_000;

async function pctOfNav(): Promise<number | null> {
  const query = new URLSearchParams({ exchange_account_id: trader.account });
  const url = `${tcaEndpoints.getTcaReport.path}?${query}`;
  const { status, json } = await live.service.app.ask({ url });
  expect(status).toBe(200);
  return json.data.cost_drag.pct_of_nav;
}

/** As often as a read is tried. */
const attempts = 3;

function failFunding(how: Fault, times: number): void {
  const match = ({ path }: { readonly path: string }) => path === fundingPath;
  live.simulator.fail('binance', { match, times, when: 'before', how });
}

it('a wallet refused for good is left out; one that fails in passing leaves it unknown', async () => {
  const moved = { asset: 'USDT', amount: 4_000, from_account: 'spot', to_account: 'funding' };
  expect((await trader.tell('transfer', moved)).status).toBe(200);
  await trader.take({ order_type: 'market', side: 'buy', quantity: 1 });
  await live.pass(reportedMs);
  const whole = await pctOfNav();
  if (whole === null) throw new Error('The worth is known.');

  failFunding({ kind: 'resetsBeforeHeaders' }, attempts);
  expect(await pctOfNav()).toBeNull();
  failFunding({ kind: 'exchangeError', code: -2015 }, 1);
  // The account is worth less, so the share is larger.
  expect(await pctOfNav()).toBeGreaterThan(whole);
  expect(await pctOfNav()).toBe(whole);
}, 60_000);
