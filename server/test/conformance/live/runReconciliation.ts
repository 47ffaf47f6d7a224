import { reconciliationEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Desk, DeskMarket } from '../../support/app/madeHouse.ts';
import {
  type LiveHouse,
  openLiveHouse,
  type SimulatedVenue,
} from '../../support/exchanges/simulated.ts';
import { matrix } from '../matrix.ts';

// Live accounts are compared with their exchange like any other: fills are found, each once, and
// belong to the order that was sent, even when another id replaced its own.

const high = { bids: [[110, 10]], asks: [[111, 10]] } as const;
const low = { bids: [[93, 10]], asks: [[94, 10]] } as const;

/** Checks that the comparison of live accounts with their exchange keeps its promises. */
export function runReconciliation(exchange: SimulatedVenue): void {
  let opened: LiveHouse;
  beforeAll(async () => {
    opened = await openLiveHouse(exchange);
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
  const compare = (desk: Desk) => compared(opened, desk);
  describe('a comparison of a live account', () => {
    it('finds nothing after orders that filled while nobody asked', async () => {
      const desk = await opened.house.desk(first);
      await compare(desk);
      await desk.take({ order_type: 'market', side: 'buy', quantity: 1 });
      await desk.take(closing);
      expect((await compare(desk)).differences).toEqual([]);
      await desk.show(low);
      const [difference] = (await compare(desk)).differences;
      expect(difference?.kind).toBe('order_changed');
      const again = await compare(desk);
      expect(again.differences).toEqual([]);
      expect(again.accounts[0]).toMatchObject({ status: 'ok' });
    });

    it('counts the fills of a stop that went off to the stop', async () => {
      const desk = await opened.house.desk(swap);
      await compare(desk);
      const stop = { order_type: 'stop_loss', side: 'buy', quantity: 1, stop_price: 110 };
      const { order_id } = await desk.take(stop);
      await desk.show(high);
      expect(await desk.find(order_id)).toMatchObject({ status: 'closed', filled: 1 });
      expect((await compare(desk)).differences).toEqual([]);
      const again = await compare(desk);
      expect([again.differences, again.accounts[0].status]).toEqual([[], 'ok']);
    });

    const resting = cells.filter(({ types }) => types.includes('stop_loss_limit'));
    it.each(resting)('knows a stop on $marketType that went off and rests', (cell) =>
      findResting(opened, cell),
    );
  });
}

/** A stop with a limit that the market left behind: another order may have replaced it. */
async function findResting(live: LiveHouse, market: DeskMarket): Promise<void> {
  const desk = await live.house.desk(market);
  const differences = async () => (await compared(live, desk)).differences;
  await compared(live, desk);
  const stop = { order_type: 'stop_loss_limit', side: 'buy', stop_price: 110, price: 105 };
  const { order_id } = await desk.take({ ...stop, quantity: 1 });
  await desk.show({ bids: [[110, 10]], asks: [[113, 10]] });
  expect(await differences()).toEqual([]);
  expect(await desk.open()).toMatchObject([{ order_id, status: 'open', filled: 0 }]);
  expect(await differences()).toEqual([]);
  await desk.show({ bids: [[103, 10]], asks: [[104, 10]] });
  expect(await desk.find(order_id)).toMatchObject({ status: 'closed', filled: 1 });
  const again = await compared(live, desk);
  expect([again.differences, again.accounts[0].status]).toEqual([[], 'ok']);
}

/** Returns the findings of a comparison of the account. */
async function compared({ house }: LiveHouse, { account }: Desk) {
  const { method, path: url } = reconciliationEndpoints.compareAccounts;
  const body = { exchange_account_id: account };
  // Its answer contains what was found since it was requested, to the millisecond.
  await house.app.clock.advance(1);
  const { status, json } = await house.app.ask({ method, url, body });
  expect(status).toBe(200);
  return json.data;
}
