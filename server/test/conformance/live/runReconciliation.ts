import { reconciliationEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestMarket, TestTrader } from '../../support/app/testService.ts';
import {
  type LiveService,
  openLiveService,
  type SimulatedVenue,
} from '../../support/exchanges/simulated.ts';
import { matrix } from '../matrix.ts';

// Live accounts are compared with their exchange like any other: fills are found, each once, and
// belong to the order that was sent, even when another id replaced its own.

const high = { bids: [[110, 10]], asks: [[111, 10]] } as const;
const low = { bids: [[93, 10]], asks: [[94, 10]] } as const;

/** Checks that the comparison of live accounts with their exchange keeps its promises. */
export function runReconciliation(exchange: SimulatedVenue): void {
  let opened: LiveService;
  beforeAll(async () => {
    opened = await openLiveService(exchange);
    // Fills that a stream reports at once are not left for a comparison to find.
    for (const { at } of exchange.markets) {
      opened.simulator.failStreams(at, { kind: 'refuse', times: Number.MAX_SAFE_INTEGER });
    }
  });
  afterAll(() => opened.stop());
  const row = matrix.find(({ venue }) => venue === exchange.venue)?.cells ?? [];
  const traded = new Set(exchange.markets.map(({ symbol }) => symbol));
  const cells = row.filter(({ symbol }) => traded.has(symbol));
  const [first] = cells;
  const swap = cells.find(({ marketType }) => marketType === 'swap');
  if (!first || !swap) throw new Error(`the matrix has no swap of ${exchange.venue}`);
  /** Orders that sell when the market falls: a pair if the exchange has pairs. */
  const closing = first.types.includes('oco')
    ? { order_type: 'oco', side: 'sell', quantity: 1, price: 120, stop_price: 95 }
    : { order_type: 'stop_loss', side: 'sell', quantity: 1, stop_price: 95 };
  const compare = (trader: TestTrader) => compared(opened, trader);
  describe('a comparison of a live account', () => {
    it('finds nothing after orders that filled while nobody asked', async () => {
      const trader = await opened.service.trader(first);
      await compare(trader);
      await trader.take({ order_type: 'market', side: 'buy', quantity: 1 });
      await trader.take(closing);
      expect((await compare(trader)).differences).toEqual([]);
      await trader.show(low);
      const [difference] = (await compare(trader)).differences;
      expect(difference?.kind).toBe('order_changed');
      const again = await compare(trader);
      expect(again.differences).toEqual([]);
      expect(again.accounts[0]).toMatchObject({ status: 'ok' });
    });

    it('counts the fills of a stop that went off to the stop', async () => {
      const trader = await opened.service.trader(swap);
      await compare(trader);
      const stop = { order_type: 'stop_loss', side: 'buy', quantity: 1, stop_price: 110 };
      const { order_id } = await trader.take(stop);
      await trader.show(high);
      expect(await trader.find(order_id)).toMatchObject({ status: 'closed', filled: 1 });
      expect((await compare(trader)).differences).toEqual([]);
      const again = await compare(trader);
      expect([again.differences, again.accounts[0].status]).toEqual([[], 'ok']);
    });

    const resting = cells.filter(({ types }) => types.includes('stop_loss_limit'));
    it.each(resting)('knows a stop on $marketType that went off and rests', (cell) =>
      findResting(opened, cell),
    );
  });
}

/** A stop with a limit that the market left behind: another order may have replaced it. */
async function findResting(live: LiveService, market: TestMarket): Promise<void> {
  const trader = await live.service.trader(market);
  const differences = async () => (await compared(live, trader)).differences;
  await compared(live, trader);
  const stop = { order_type: 'stop_loss_limit', side: 'buy', stop_price: 110, price: 105 };
  const { order_id } = await trader.take({ ...stop, quantity: 1 });
  await trader.show({ bids: [[110, 10]], asks: [[113, 10]] });
  expect(await differences()).toEqual([]);
  expect(await trader.open()).toMatchObject([{ order_id, status: 'open', filled: 0 }]);
  expect(await differences()).toEqual([]);
  await trader.show({ bids: [[103, 10]], asks: [[104, 10]] });
  expect(await trader.find(order_id)).toMatchObject({ status: 'closed', filled: 1 });
  const again = await compared(live, trader);
  expect([again.differences, again.accounts[0].status]).toEqual([[], 'ok']);
}

/** Returns the findings of a comparison of the account. */
async function compared({ service }: LiveService, { account }: TestTrader) {
  const { method, path: url } = reconciliationEndpoints.compareAccounts;
  const body = { exchange_account_id: account };
  // Its answer contains what was found since it was requested, to the millisecond.
  await service.app.clock.advance(1);
  const { status, json } = await service.app.ask({ method, url, body });
  expect(status).toBe(200);
  return json.data;
}
