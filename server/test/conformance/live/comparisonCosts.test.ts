import { reconciliationEndpoints } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import type { ByActivity } from '../../../src/trading/venues/shared/limits/comparisonBudget.ts';
import type { TestService } from '../../support/app/testService.ts';
import {
  binancePortfolioSimulated,
  binanceSimulated,
} from '../../support/exchanges/binance/exchange.ts';
import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';
import { gateioSimulated } from '../../support/exchanges/gateio/exchange.ts';
import { hyperliquidSimulated } from '../../support/exchanges/hyperliquid/exchange.ts';
import { krakenSimulated } from '../../support/exchanges/kraken/exchange.ts';
import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import {
  type LiveService,
  onGrid,
  openLiveService,
  type SimulatedMarket,
  type SimulatedVenue,
} from '../../support/exchanges/simulated.ts';

// An exchange's limits allow us to compare a certain number of accounts, which depends on what
// comparisons really send: the service's own count of it, by limit, is compared with each dialect's
// figures.

interface Measured {
  readonly own: SimulatedVenue;
  /** Market types of which one market is traded. */
  readonly traded: readonly string[];
}

const exchanges: readonly (readonly [string, Measured])[] = [
  ['binance', { own: binanceSimulated, traded: ['spot', 'swap'] }],
  ['binance, portfolio margin', { own: binancePortfolioSimulated, traded: ['swap'] }],
  ['bybit', { own: bybitSimulated, traded: ['spot', 'swap'] }],
  ['gateio', { own: gateioSimulated, traded: ['spot', 'swap'] }],
  ['hyperliquid', { own: hyperliquidSimulated, traded: ['spot', 'swap'] }],
  ['kraken', { own: krakenSimulated, traded: ['spot', 'swap'] }],
  ['okx', { own: okxSimulated, traded: ['spot', 'swap'] }],
];

/** Small reads that are due only now and then may be in a comparison or not. */
const tolerance = 0.1;
/** Longer than the time after a fill in which trades and their funding are read again. */
const restMs = 4 * 60_000;

type Spent = Readonly<Record<string, number>>;

/** Returns what comparisons have used so far of the address's limits, by group. */
async function spentOf({ app }: TestService, { dialects }: SimulatedVenue): Promise<Spent> {
  const { text } = await app.call({ url: '/metrics' });
  const rows = text.matchAll(
    /^windlass_venue_budget_spent_total\{.*group="(.*?)",budget="(.*?)",purpose="comparison".*\} (.*)$/gm,
  );
  const counted = new Set(
    dialects.flatMap(({ limits }) =>
      Object.entries(limits.groups).flatMap(([group, { windows }]) =>
        windows.filter(({ scope }) => scope === 'address').map(({ name }) => `${group} ${name}`),
      ),
    ),
  );
  const sums: Record<string, number> = {};
  for (const [, group = '', budget, value] of rows) {
    if (!counted.has(`${group} ${budget}`)) continue;
    sums[group] = (sums[group] ?? 0) + Number(value);
  }
  return sums;
}

async function costOfOne({ service }: LiveService, own: SimulatedVenue, account: string) {
  const before = await spentOf(service, own);
  const { method, path: url } = reconciliationEndpoints.compareAccounts;
  const { status } = await service.app.ask({
    method,
    url,
    body: { exchange_account_id: account },
  });
  expect(status).toBe(200);
  const after = await spentOf(service, own);
  const costs = Object.entries(after).map(([group, sum]) => [group, sum - (before[group] ?? 0)]);
  return Object.fromEntries(costs.filter(([, cost]) => cost !== 0)) as Spent;
}

const firstOf = ({ own, traded }: Measured) =>
  traded.flatMap((type) => own.markets.find(({ marketType }) => marketType === type) ?? []);

function expectNear(
  costs: Spent,
  told: Readonly<Record<string, ByActivity>>,
  at: keyof ByActivity,
) {
  expect(Object.keys(costs).sort()).toEqual(Object.keys(told).sort());
  for (const [group, cost] of Object.entries(costs)) {
    const expected = told[group]?.[at] ?? 0;
    expect(Math.abs(cost - expected) / expected, `${group} ${cost}`).toBeLessThanOrEqual(tolerance);
  }
}

describe.each(exchanges)('a comparison at %s', (_name, measured) => {
  it('spends of limits of the address as its dialect says, at rest and after fills', async () => {
    const { own } = measured;
    const told = Object.assign({}, ...own.dialects.map((each) => each.comparisonCosts ?? {}));
    const live = await openLiveService(own);
    try {
      const markets = firstOf(measured);
      const [first] = markets;
      if (!first) throw new Error('the exchange has a market of each type that is traded');
      const trader = await live.service.trader(first);
      const buy = ({ symbol, marketType, at, definition }: SimulatedMarket) => {
        const bids = [[100, 40]] as const;
        const asks = [[101, 40]] as const;
        live.service.market.show(symbol, { bids, asks });
        const sides = { bids: onGrid(bids, definition), asks: onGrid(asks, definition) };
        live.simulator.show(at, symbol, sides);
        return trader.take({
          order_type: 'market',
          side: 'buy',
          quantity: 1,
          symbol,
          market_type: marketType,
        });
      };
      for (const market of markets) await buy(market);
      // The first one also loads what is loaded once.
      await costOfOne(live, own, trader.account);
      expectNear(await costOfOne(live, own, trader.account), told, 'trading');
      await live.pass(restMs);
      expectNear(await costOfOne(live, own, trader.account), told, 'quiet');
    } finally {
      await live.stop();
    }
  });
});
