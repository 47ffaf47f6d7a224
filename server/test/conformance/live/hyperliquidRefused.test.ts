import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BookSides } from '../../support/app/madeMarket.ts';
import { hyperliquidSimulated } from '../../support/exchanges/hyperliquid/exchange.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';
import { settle } from './runFailures.ts';

// The exchange stores what it refused, with the reason as a status: if its refusal was lost, the
// lookup returns it.

const btc = { symbol: 'BTC/USDC:USDC', marketType: 'swap' } as const;

let live: LiveService;
beforeAll(async () => {
  live = await openLiveService(hyperliquidSimulated);
});
afterAll(() => live.stop());

describe('an order that was refused, of which the answer is lost,', () => {
  it.each([
    [
      'found nothing to take',
      { order_type: 'limit', time_in_force: 'IOC', quantity: 1, price: 97 },
      { status: 'expired', reason: 'The order found nothing to match at once.' },
    ],
    [
      'would have taken',
      { order_type: 'limit', time_in_force: 'POST_ONLY', quantity: 1, price: 101 },
      { status: 'rejected', reason: 'The order would take liquidity at once.' },
      { bids: [[100, 4]], asks: [[102, 4]] },
    ],
    [
      'would have gone off at once',
      { order_type: 'stop_loss', quantity: 1, stop_price: 90 },
      { status: 'rejected', reason: 'The order would trigger at once.' },
      { bids: [[88, 4]], asks: [[89, 4]] },
    ],
    [
      'had nothing to reduce',
      { order_type: 'limit', reduce_only: true, quantity: 1, price: 101 },
      { status: 'rejected', reason: 'There is no position left to reduce.' },
    ],
    [
      'took a part and ended',
      { order_type: 'limit', time_in_force: 'IOC', quantity: 6, price: 101 },
      { status: 'expired', filled: 4, average: 101 },
    ],
  ] as const)('is told as what it is: it %s', async (_, order, told, seen?: BookSides) => {
    const { service, simulator } = live;
    const trader = await service.trader(btc);
    // An order that our own book shows to be refused is not sent.
    if (seen) service.market.show(btc.symbol, seen);
    simulator.fail('hyperliquid', {
      match: ({ path }) => path === '/exchange',
      times: 1,
      when: 'after',
      how: { kind: 'resetsBeforeHeaders' },
    });
    const { json } = await trader.send({ side: 'buy', client_order_id: 'mine', ...order });
    expect(json.data.order_status).toBe('unknown');
    expect(await settle(service, trader)).toMatchObject({ filled: 0, ...told });
    expect(await trader.open()).toEqual([]);
  });
});
