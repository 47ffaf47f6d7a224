import { reconciliationEndpoints } from '@windlass/contract';
import type { Fault } from '@windlass/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BookSides } from '../../support/app/madeMarket.ts';
import type { TestTrader } from '../../support/app/testService.ts';
import { krakenSpot } from '../../support/exchanges/kraken/exchange.ts';
import { krakenSpotMarkets } from '../../support/exchanges/kraken/spotExchange.ts';
import { type LiveService, openLiveService, passStep } from '../../support/exchanges/simulated.ts';

// If the answer was lost, an order that ended at once is only in the list of ended orders. A
// request that arrives after any other has no effect: its nonce is too low, or its deadline is
// over.

const buy = { side: 'buy', quantity: 1, client_order_id: 'mine' };
const limit = { ...buy, order_type: 'limit', price: 95 };
const stepMs = 250;
/** Longer than an outcome stays open while the exchange answers. */
const settledMs = 60_000;
/**
 * Time within which a stream is open, and what it triggers was looked up twice: the next audit is
 * far off.
 */
const followedMs = 5_000;

let opened: LiveService;
beforeAll(async () => {
  opened = await openLiveService(krakenSpot);
});
afterAll(() => opened.stop());

interface Sending {
  readonly how: Fault;
  readonly when: 'before' | 'after';
  readonly body: object;
  /** True when another order rests, so that the account's stream exists already. */
  readonly isFollowed?: boolean;
  /** Our own book, if it differs from the exchange's by now. */
  readonly seen?: BookSides;
}

/** Sends an order whose sending fails this way; returns the answer and the order's final state. */
async function sendInto({ how, when, body, isFollowed = false, seen }: Sending) {
  const { service, simulator } = opened;
  const [market] = krakenSpotMarkets;
  if (!market) throw new Error('the exchange has a market');
  const trader = await service.trader(market);
  if (isFollowed) {
    const streams = simulator.streams('kraken');
    await trader.take({ ...limit, client_order_id: 'standing', price: 90 });
    for (let ms = 0; ms < followedMs; ms += stepMs) await step();
    expect(simulator.streams('kraken')).toBe(streams + 1);
    // The next comparison is a minute off: one while an order is in flight would block it as well.
    const { method, path: url } = reconciliationEndpoints.compareAccounts;
    const { json } = await service.app.ask({
      method,
      url,
      body: { exchange_account_id: trader.account },
    });
    expect(json.data.accounts).toMatchObject([{ status: 'ok' }]);
  }
  if (seen) service.market.show(market.symbol, seen);
  const taken = simulator.accepted('kraken');
  const isSending = ({ path }: { readonly path: string }) => path.endsWith('/AddOrder');
  simulator.fail('kraken', { match: isSending, times: 1, when, how });
  const { json } = await trader.send(body);
  const order = await settle(trader);
  const said = json.data.order_status;
  return { said, order, taken: simulator.accepted('kraken') - taken };
}

const step = (): Promise<void> => passStep(opened.service, stepMs);

async function settle(trader: TestTrader) {
  for (let ms = 0; ms <= settledMs; ms += stepMs) {
    await step();
    const order = await trader.find('mine');
    if (order.status !== 'unknown') return order;
  }
  throw new Error('The order is not settled.');
}

describe('a spot order whose answer was lost, and which ended at once', () => {
  const lost = { kind: 'neverAnswers' } as const;

  it('is found when it filled', async () => {
    const { said, order } = await sendInto({
      how: lost,
      when: 'after',
      body: { ...buy, order_type: 'market', quantity: 5 },
    });
    expect(said).toBe('unknown');
    expect(order).toMatchObject({ status: 'closed', filled: 5, average: 101.2 });
  });

  it('is found when it filled in part', async () => {
    const body = { ...limit, price: 101, quantity: 6, time_in_force: 'IOC' };
    const { said, order } = await sendInto({ how: lost, when: 'after', body });
    expect(said).toBe('unknown');
    expect(order).toMatchObject({ status: 'expired', filled: 4, remaining: 2 });
  });

  it('is found when it was refused', async () => {
    const { said, order } = await sendInto({
      how: lost,
      when: 'after',
      body: { ...limit, price: 101, post_only: true },
      // An order that visibly crosses is not sent.
      seen: { bids: [[100, 4]], asks: [[102, 4]] },
    });
    expect(said).toBe('unknown');
    expect(order).toMatchObject({ status: 'rejected', filled: 0 });
  });
});

describe('a spot order that reaches the exchange late', () => {
  const late = (ms: number, isFollowed: boolean) =>
    sendInto({ how: { kind: 'answersLate', ms }, when: 'before', body: limit, isFollowed });

  it('is taken while nobody has looked for it', async () => {
    const { order, taken } = await late(4_900, true);
    expect([order.status, taken]).toEqual(['open', 1]);
  });

  it('is not taken once it was looked for', async () => {
    const { order, taken } = await late(5_100, true);
    expect([order.status, taken]).toEqual(['rejected', 0]);
  });

  it('is not taken once a stream was asked for', async () => {
    const { order, taken } = await late(4_900, false);
    expect([order.status, taken]).toEqual(['rejected', 0]);
  });
});
