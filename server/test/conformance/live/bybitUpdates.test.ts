import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';
import { type LiveService, openLiveService, passStep } from '../../support/exchanges/simulated.ts';
import { runUpdates } from './runUpdates.ts';

runUpdates(bybitSimulated, {
  // The order, ten full pages of fills, and the empty page that the last of them points to.
  requestsPerLook: 12,
});

describe('a trailing stop, whose messages bear no name of ours', () => {
  let live: LiveService;
  beforeAll(async () => {
    live = await openLiveService(bybitSimulated);
  });
  afterAll(() => live.stop());

  /** Lets time pass while requests over a socket are answered. */
  async function pass(ms: number, isOver: () => boolean): Promise<void> {
    for (let past = 0; past < ms && !isOver(); past += 100) {
      await passStep(live.service, 100);
    }
  }

  it('is known to have gone off and filled within a second', async () => {
    const [, swap] = bybitSimulated.markets;
    if (!swap) throw new Error('the exchange has contracts');
    const trader = await live.service.trader(swap);
    const statuses = new Map<string, string>();
    live.service.app.app.trading?.execution.events.onOrder(({ clientOrderId, status }) => {
      statuses.set(clientOrderId, status);
    });
    await trader.take({ order_type: 'market', side: 'buy', quantity: 1 });
    const stop = { order_type: 'trailing_stop', side: 'sell', quantity: 1, trailing_delta: 2 };
    await trader.take({ ...stop, client_order_id: 'mine' });
    await pass(2_000, () => live.simulator.streams('bybit') > 0);
    // A stream that comes to life has orders looked up twice; after that only a message does.
    await pass(6_000, () => false);
    await trader.show({ bids: [[90, 10]], asks: [[91, 10]] });
    await pass(1_000, () => statuses.get('mine') === 'closed');
    expect(statuses.get('mine')).toBe('closed');
  });
});
