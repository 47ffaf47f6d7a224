import { analyticsEndpoints, type PerpFillWire } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import { binanceSimulated } from '../../support/exchanges/binance/exchange.ts';
import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';
import { gateioSimulated } from '../../support/exchanges/gateio/exchange.ts';
import { hyperliquidSimulated } from '../../support/exchanges/hyperliquid/exchange.ts';
import { krakenSimulated } from '../../support/exchanges/kraken/exchange.ts';
import { krakenFuturesMarket } from '../../support/exchanges/kraken/futuresExchange.ts';
import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import { openLiveService, type SimulatedVenue } from '../../support/exchanges/simulated.ts';

// Marks of fills of live perpetuals, read from the exchange within its real limits. The price jumps
// as soon as an order has filled: a mark that was read after a fill is wrong.

const classes: Readonly<Record<string, SimulatedVenue>> = {
  binance: binanceSimulated,
  bybit: bybitSimulated,
  gateio: gateioSimulated,
  'kraken futures': { ...krakenSimulated, markets: [krakenFuturesMarket] },
  okx: okxSimulated,
  hyperliquid: hyperliquidSimulated,
};
const fillsCount = 12;
const betweenMs = 3_000;
/** For a machine that is busy with other tests. */
const timeout = 120_000;
/** Returns the price after this many fills. */
const midAfter = (fills: number) => 100.5 + fills;

/**
 * Least number of marked fills. At hyperliquid a mark has a weight of 20 of an address's limit, so
 * that only the first can be read: they serve two fills, or three if the last is read within 2 s of
 * a third.
 */
const markedMin = (name: string) => (name === 'hyperliquid' ? 2 : fillsCount - 1);

function marketOf(own: SimulatedVenue) {
  const market = own.markets.find(({ marketType }) => marketType === 'swap');
  if (!market) throw new Error('the exchange has a perpetual');
  return market;
}

/** Fills one order after the other; returns the fills as they are reported. */
async function fillsAt(own: SimulatedVenue, aheadMs: number): Promise<readonly PerpFillWire[]> {
  const live = await openLiveService(own, (limits) => limits);
  try {
    const market = marketOf(own);
    live.simulator.skewMs(market.at, aheadMs);
    const trader = await live.service.trader(market);
    // The market of a resting order is followed.
    await trader.take({ side: 'buy', quantity: 1, order_type: 'limit', price: 50 });
    await live.pass(betweenMs);
    for (let count = 0; count < fillsCount; count += 1) {
      await trader.take({ side: 'buy', quantity: 0.1, order_type: 'market' });
      const mid = midAfter(count + 1);
      await trader.show({ bids: [[mid - 0.5, 4]], asks: [[mid + 0.5, 4]] });
      await live.pass(betweenMs);
    }
    // The last fill may be reported only by the comparison of the minute.
    await live.pass(75_000);
    const query = new URLSearchParams({ exchange_account_id: trader.account, limit: '100' });
    const url = `${analyticsEndpoints.listPerpFills.path}?${query}`;
    const { status, json } = await live.service.app.ask({ url });
    expect(status).toBe(200);
    return json.data.fills;
  } finally {
    await live.stop();
  }
}

describe.each(Object.entries(classes))('marks of fills at %s', (name, own) => {
  // With such a difference, no clock is corrected for signed requests.
  it.each([
    ['ahead of ours', 450],
    ['behind ours', -450],
  ])('are those of before the fills, where its clock is %s', { timeout }, async (_, aheadMs) => {
    const fills = await fillsAt(own, aheadMs);
    expect(fills).toHaveLength(fillsCount);
    const marked = fills.filter(({ mark_price }) => mark_price !== null);
    expect(marked.length).toBeGreaterThanOrEqual(markedMin(name));
    for (const { price, mark_price, mark_age_ms, mark_missing } of marked) {
      // Bought half a spread above the price before it.
      expect([mark_price, mark_missing]).toEqual([price - 0.5, null]);
      expect(mark_age_ms).toBeGreaterThanOrEqual(1);
      expect(mark_age_ms).toBeLessThanOrEqual(2_000);
    }
    const others = fills.filter((fill) => !marked.includes(fill));
    for (const { mark_missing } of others) expect(mark_missing).toBe('stale');
  });
});
