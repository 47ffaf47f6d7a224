import { tcaEndpoints } from '@windlass/contract';
import type { VenueName } from '@windlass/simulator';
import { describe, expect, it } from 'vitest';
import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';
import {
  gateioSimulated,
  gateioUnifiedSimulated,
} from '../../support/exchanges/gateio/exchange.ts';
import {
  type HedgeTrader,
  hedgedSymbol,
  hedgedVenue,
  openHedgeTrader,
} from '../../support/exchanges/hedgeTrader.ts';
import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import { openLiveService, type SimulatedVenue } from '../../support/exchanges/simulated.ts';

// An account is worth its wallets, each counted once, plus the unrealised gain of its positions:
// the gain is never part of a wallet.

/** In dollars, by the prices of the test. */
const worth: Readonly<Record<string, number>> = { USDT: 1, BTC: 100 };
/** The fee of the test exchanges: 500 per million. */
const takerFee = 0.0005;
const market = { order_type: 'market' } as const;
const [bought, sold] = [1_000, 400];
/** After the last horizon of a report. */
const reportedMs = 310_000;

interface Case {
  readonly name: string;
  readonly own: SimulatedVenue;
  readonly at: VenueName;
  readonly isHedged: boolean;
  /** Market types with different wallets. */
  readonly wallets: readonly string[];
}

const cases: readonly Case[] = [
  { name: 'gateio, classic', own: gateioSimulated, wallets: ['spot', 'swap'], isHedged: false },
  { name: 'gateio, unified', own: gateioUnifiedSimulated, wallets: ['spot'], isHedged: false },
  { name: 'bybit', own: bybitSimulated, wallets: ['spot'], isHedged: false },
  { name: 'bybit, hedged', own: hedgedVenue(bybitSimulated), wallets: ['spot'], isHedged: true },
  { name: 'okx', own: okxSimulated, wallets: ['spot'], isHedged: false },
  { name: 'okx, hedged', own: hedgedVenue(okxSimulated), wallets: ['spot'], isHedged: true },
].map((each) => ({ ...each, at: nameOf(each.own) }));

function nameOf({ markets }: SimulatedVenue): VenueName {
  const [first] = markets;
  if (!first) throw new Error('the exchange has a market');
  return first.at;
}

async function held(trader: HedgeTrader, wallets: readonly string[]): Promise<number> {
  let sum = 0;
  for (const market_type of wallets) {
    const { total } = await trader.read('balance', { market_type });
    for (const [asset, amount] of Object.entries(total)) {
      sum += Number(amount) * (worth[asset] ?? Number.NaN);
    }
  }
  return sum;
}

describe.each(cases)('the worth of an account at $name', ({ own, at, wallets, isHedged }) => {
  it('is its balances and the gains of all its positions, once', async () => {
    const live = await openLiveService(own);
    try {
      const trader = await openHedgeTrader(live, { own, at });
      const before = await held(trader, wallets);
      expect(before).toBeGreaterThan(1_000_000);
      await trader.take({ ...market, side: 'buy', quantity: bought });
      await trader.take({ ...market, side: 'sell', quantity: sold });
      await trader.move(hedgedSymbol, 110, 111);
      expect(await trader.held()).toEqual(
        isHedged ? { long: bought, short: sold } : { long: bought - sold },
      );
      await live.pass(reportedMs);
      const query = new URLSearchParams({ exchange_account_id: trader.account });
      const url = `${tcaEndpoints.getTcaReport.path}?${query}`;
      const { status, json } = await live.service.app.ask({ url });
      expect(status).toBe(200);
      const traded = bought * 101 + sold * 100;
      const gains = bought * (110.5 - 101) - sold * (110.5 - 100);
      const { bps_of_turnover: bps, pct_of_nav: pct } = json.data.cost_drag;
      const nav = ((bps / 10_000) * traded * 100) / pct;
      expect(nav).toBeCloseTo(before - takerFee * traded + gains, 2);
    } finally {
      await live.stop();
    }
  });
});
