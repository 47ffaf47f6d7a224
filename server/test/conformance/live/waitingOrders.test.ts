import { accountEndpoints } from '@windlass/contract';
import type { LoggedRequest } from '@windlass/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { counted } from '../../../src/trading/venues/shared/limits/callCosts.ts';
import type { VenueLimits } from '../../../src/trading/venues/shared/limits/venueLimits.ts';
import type { TestTrader } from '../../support/app/testService.ts';
import {
  binancePortfolioSimulated,
  binanceSimulated,
} from '../../support/exchanges/binance/exchange.ts';
import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';
import { gateioSimulated } from '../../support/exchanges/gateio/exchange.ts';
import { hyperliquidSimulated } from '../../support/exchanges/hyperliquid/exchange.ts';
import { krakenSimulated } from '../../support/exchanges/kraken/exchange.ts';
import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import { generous, type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// Orders that wait for their turn in our own limits, while the exchange would take them.

const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 90 };
const windowMs = 4_000;
const withdrawn = 'Not sent: it was cancelled before it left.';

/** Allows one order in four seconds; nothing else is limited. */
function oneAtATime(limits: VenueLimits): VenueLimits {
  const { groups, ...rest } = generous(limits);
  const few = {
    name: 'few',
    scope: 'credential',
    capacity: 1,
    lengthMs: windowMs,
    cost: counted('order'),
  } as const;
  return {
    ...rest,
    groups: Object.fromEntries(
      Object.entries(groups).map(([name, rules]) => [
        name,
        { ...rules, windows: [...rules.windows, few] },
      ]),
    ),
  };
}

const classes = [
  binanceSimulated,
  binancePortfolioSimulated,
  bybitSimulated,
  gateioSimulated,
  hyperliquidSimulated,
  krakenSimulated,
  okxSimulated,
].flatMap((exchange) => {
  const oneOfEach = new Map(exchange.markets.map((market) => [market.at, market]));
  return [...oneOfEach.values()].map((market) => ({ exchange, market, at: market.at }));
});

/** The validity of these counts from the time of the signature. */
const signedByTime: ReadonlySet<string> = new Set(['binance', 'bybit']);

/** Returns the time for which the exchange may still take an order when it arrives. */
function timeLeftMs({ at, body, query, headers }: LoggedRequest): readonly number[] {
  const text = `${decodeURIComponent(body)} ${decodeURIComponent(query)}`;
  const epoch = /"expiresAfter":(\d+)/.exec(text)?.[1] ?? headers.exptime;
  const [, iso] = /(?:deadline|processBefore)=([\d:.TZ-]+)/.exec(text) ?? [];
  const deadline = iso === undefined ? Number(epoch ?? headers['x-gate-exptime']) : Date.parse(iso);
  return Number.isNaN(deadline) ? [] : [deadline - at];
}

describe.each(classes)('an order that waits to leave for $at', ({ exchange, market }) => {
  let live: LiveService;
  let trader: TestTrader;
  beforeAll(async () => {
    live = await openLiveService({ ...exchange, markets: [market] }, oneAtATime);
    trader = await live.service.trader(market);
    await live.pass(windowMs + 1_000);
  });
  afterAll(() => live.stop());

  /** Sends two orders at once: the first leaves, the second waits. */
  const sendTwo = async (name: string) => {
    await trader.take({ ...limit, client_order_id: `${name}-first` });
    const waiting = trader.send({ ...limit, client_order_id: name });
    for (let tries = 0; tries < 100; tries += 1) {
      await live.service.app.sockets?.settle();
      const { status } = await live.service.app.order(name, {
        exchange_account_id: trader.account,
      });
      if (status === 200) return { waiting };
    }
    throw new Error('The order was not stored.');
  };

  it('and is cancelled never leaves', async () => {
    const { waiting } = await sendTwo('one');
    const accepted = live.simulator.accepted(market.at);
    const ended = { status: 'canceled', filled: 0, reason: withdrawn };
    expect(await trader.cancel('one')).toMatchObject(ended);
    const { status, json } = await waiting;
    expect([status, json.data]).toEqual([
      200,
      expect.objectContaining({ order_status: 'canceled', quantity_filled: 0 }),
    ]);
    await live.pass(windowMs + 6_000);
    expect(live.simulator.accepted(market.at)).toBe(accepted);
    expect(await trader.find('one')).toMatchObject(ended);
    await trader.cancel('one-first');
  });

  it('has the whole time of its deadline once it leaves', async () => {
    await live.pass(windowMs + 1_000);
    const { waiting } = await sendTwo('late');
    await live.pass(windowMs + 2_000);
    expect((await waiting).json.data).toMatchObject({ order_status: 'open' });
    const deadlines = live.simulator.requests(market.at).flatMap(timeLeftMs).slice(-2);
    expect(deadlines).toHaveLength(signedByTime.has(market.at) ? 0 : 2);
    for (const leftMs of deadlines) {
      // The clock of the suite advances while a request is in flight.
      expect(leftMs).toBeGreaterThan(4_000);
      expect(leftMs).toBeLessThanOrEqual(5_000);
    }
    for (const name of ['late-first', 'late']) await trader.cancel(name);
  });

  it('never leaves after a halt that cancels, which does not wait for it', async () => {
    await live.pass(windowMs + 1_000);
    const { waiting } = await sendTwo('two');
    const accepted = live.simulator.accepted(market.at);
    const { json } = await live.service.app.ask({
      method: 'POST',
      url: accountEndpoints.haltTrading.path,
      body: { exchange_account_id: trader.account, cancel_open: true },
    });
    expect(json.data).toMatchObject({ canceled_orders: 2, not_canceled: [] });
    expect((await waiting).json.data).toMatchObject({ order_status: 'canceled' });
    await live.pass(windowMs + 6_000);
    expect(live.simulator.accepted(market.at)).toBe(accepted);
  });
});
