import { reconciliationEndpoints } from '@windlass/contract';
import type { FaultName } from '@windlass/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredFill, StoredOrder } from '../../../src/trading/execution/orderStore.ts';
import type { TestTrader } from '../../support/app/testService.ts';
import { binancePortfolioSimulated } from '../../support/exchanges/binance/exchange.ts';
import { simulatedVenues } from '../../support/exchanges/every.ts';
import {
  type LiveService,
  openLiveService,
  passStep,
  type SimulatedMarket,
} from '../../support/exchanges/simulated.ts';

// Frames in which a stream reports a fill are lost, doubled, torn, late or out of order: the fill
// counts once, and order and balances end as the exchange has them.

const sell = { order_type: 'limit', side: 'sell', quantity: 1, price: 105 };
const meetsSell = { bids: [[106, 10]], asks: [[107, 10]] } as const;
/** A stream that comes to life has orders looked up twice; after that only a message does. */
const calmMs = 6_000;
/** Longest time that a fill may go unnoticed with a stream. */
const streamedMs = 1_000;
/** Interval at which orders are looked up one after the other even though a stream is live. */
const auditedMs = 35_000;
/** Time in which nothing happens but an occasional look. */
const stepMs = 1_000;

/**
 * Each fault with what the stream reveals of the fill. If an exchange reports it in one frame, the
 * frame that should come before it never comes.
 */
type FaultCase = readonly [FaultName, knownByStream: readonly ('closed' | 'nothing')[]];
const faults: readonly FaultCase[] = [
  ['duplicatedUserFrame', ['closed']],
  ['lostUserFrame', ['nothing']],
];
/** In one market of each exchange, because they take long. */
const moreFaults: readonly FaultCase[] = [
  ['garbageUserFrame', ['nothing']],
  ['delayedUserFrames', ['nothing']],
  ['reorderedUserFrames', ['closed', 'nothing']],
];

const kinds = [
  ...simulatedVenues.map((venue) => [venue.venue, venue] as const),
  ['binance with portfolio margin', binancePortfolioSimulated] as const,
];

describe.each(kinds)('%s', (_, venue) => {
  let live: LiveService;
  beforeAll(async () => {
    live = await openLiveService(venue);
  });
  afterAll(() => live.stop());

  describe.each(venue.markets)('an order of $marketType that fills', (market) => {
    const cases = market === venue.markets[0] ? [...faults, ...moreFaults] : faults;
    it.each(cases)('counts once under %s', async (fault, byStream) => {
      const { trader, orderId, heard } = await restingSell(live, market);
      const { BTC: before = 0 } = await trader.total();
      live.simulator.misbehave(everyFrame(fault), 1, market.at);
      const strikes = live.simulator.strikes().length;
      await trader.show(meetsSell);
      await live.pass(streamedMs);
      expect(byStream).toContain(heard.order()?.status ?? 'nothing');
      await passUntil(live, auditedMs, () => heard.order()?.status === 'closed');
      live.simulator.calm();
      // Covers late frames, and everything that looks up the order by itself.
      await passUntil(live, auditedMs, () => false);

      expect(live.simulator.strikes().slice(strikes)).toContainEqual(
        expect.objectContaining({ fault, market: market.symbol }),
      );
      expect(heard.order()).toMatchObject({ status: 'closed', filled: '1' });
      expect(heard.fills(orderId).map(({ quantity }) => quantity)).toEqual(['1']);
      expect(await trader.find('mine')).toMatchObject({ status: 'closed', filled: 1 });
      expect(await differences(live, trader)).toEqual([]);
      const { BTC: after = 0 } = await trader.total();
      if (market.marketType === 'spot') expect(after).toBeCloseTo(before - 1, 9);
    });
  });
});

/** Plans a fault for all frames of one fill, however many an exchange sends. */
function everyFrame(fault: FaultName) {
  return { chances: {}, script: [{ at: 0, fault, venue: 'all', times: 100 }] };
}

/** Places a resting order, at an exchange whose stream has been live for a while. */
async function restingSell(live: LiveService, market: SimulatedMarket) {
  const before = live.simulator.streams(market.at);
  const trader = await live.service.trader(market);
  await trader.take({ order_type: 'market', side: 'buy', quantity: 3 });
  const { order_id } = await trader.take({ ...sell, client_order_id: 'mine' });
  await passUntil(live, calmMs, () => live.simulator.streams(market.at) > before);
  await passUntil(live, calmMs, () => false);
  return { trader, orderId: order_id as string, heard: hear(live, trader) };
}

async function passUntil(live: LiveService, ms: number, isOver: () => boolean): Promise<void> {
  for (let past = 0; past < ms && !isOver(); past += stepMs) await passStep(live.service, stepMs);
}

/** Returns what is reported about the order without a request. */
function hear({ service }: LiveService, { account }: TestTrader) {
  const fills: StoredFill[] = [];
  let last: StoredOrder | undefined;
  const events = service.app.app.trading?.execution.events;
  events?.onOrder((order) => {
    if (order.accountId === account && order.clientOrderId === 'mine') last = order;
  });
  events?.onFill((fill) => {
    if (fill.accountId === account) fills.push(fill);
  });
  return {
    order: () => last,
    fills: (venueOrderId: string) => fills.filter((fill) => fill.venueOrderId === venueOrderId),
  };
}

async function differences(
  { service }: LiveService,
  { account }: TestTrader,
): Promise<readonly unknown[]> {
  const { method, path: url } = reconciliationEndpoints.compareAccounts;
  const body = { exchange_account_id: account };
  const { json } = await service.app.ask({ method, url, body });
  return (json.data as { differences: readonly unknown[] }).differences;
}
