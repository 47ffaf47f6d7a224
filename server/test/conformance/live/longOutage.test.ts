import { describe, expect, it } from 'vitest';
import type { Dialect, LookupMany } from '../../../src/trading/venues/shared/live/dialect.ts';
import { NoAnswerError } from '../../../src/trading/venues/shared/live/tradeHttp.ts';
import { binanceSimulated } from '../../support/exchanges/binance/exchange.ts';
import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';
import { gateioSimulated } from '../../support/exchanges/gateio/exchange.ts';
import { hyperliquidSimulated } from '../../support/exchanges/hyperliquid/exchange.ts';
import { krakenSimulated } from '../../support/exchanges/kraken/exchange.ts';
import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// Orders leave for minutes and no answer comes back, as behind a network that drops packets. Half
// of them arrive and are filled in parts, and nobody hears of it. What the exchange allows us to
// read is not widened here.

const count = 120;
/** Four levels of the book are eaten by each order, so each makes four fills. */
const taken = { order_type: 'limit', side: 'buy', quantity: 4, price: 102, time_in_force: 'IOC' };
const levels = {
  bids: [[100, 4]],
  asks: [
    [101, 1],
    [101.1, 1],
    [101.2, 1],
    [101.3, 1],
  ],
} as const;
/** Slow enough for the order limits of every exchange. */
const eachMs = 1_500;
const stepMs = 1_000;
const settledMsMax = 90_000;
/** A page of fifty fills is two of the twenty calls that it allows in a minute. */
const settledAtKrakenMsMax = 900_000;

interface Network {
  isDown: boolean;
  sent: number;
}

/** Returns a dialect whose answers do not arrive while the network is down. */
function behind(network: Network, dialect: Dialect): Dialect {
  const answered = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (network.isDown) throw new NoAnswerError('The network is down.');
    return work();
  };
  const { lookupMany } = dialect;
  const many: LookupMany | undefined = lookupMany && {
    ordersMax: lookupMany.ordersMax,
    look: (call, refs) => answered(() => lookupMany.look(call, refs)),
  };
  return {
    ...dialect,
    async submit(call, order) {
      if (!network.isDown) return dialect.submit(call, order);
      network.sent += 1;
      const quiet = { ...call, heard: () => undefined };
      if (network.sent % 2 === 0) await dialect.submit(quiet, order);
      throw new NoAnswerError('The network is down.');
    },
    lookup: (call, ref) => answered(() => dialect.lookup(call, ref)),
    ...(many && { lookupMany: many }),
    fills: (call, query) => answered(() => dialect.fills(call, query)),
    openOrders: (call, ...of) => answered(() => dialect.openOrders(call, ...of)),
  };
}

const classes = [
  binanceSimulated,
  bybitSimulated,
  gateioSimulated,
  hyperliquidSimulated,
  krakenSimulated,
  okxSimulated,
].flatMap((exchange) => {
  const oneOfEach = new Map(exchange.markets.map((market) => [market.at, market]));
  return [...oneOfEach.values()].map((market) => ({ exchange, market, at: market.at }));
});

describe.each(classes)('orders at $at that nothing was heard of', ({ exchange, market }) => {
  it('are all settled soon after the network is back', async () => {
    const network = { isDown: false, sent: 0 };
    const plant = (dialect: Dialect) => behind(network, dialect);
    const live = await openLiveService({ ...exchange, plant }, (limits) => limits);
    try {
      const trader = await live.service.trader(market);
      await live.pass(5_000);
      network.isDown = true;
      for (let sent = 0; sent < count; sent += 1) {
        await trader.show(levels);
        const answer = trader.send(taken);
        await live.service.app.clock.advance(eachMs);
        await answer;
      }
      expect(await statusesIn(live)).not.toContain('closed');
      network.isDown = false;
      const limitMs = market.at === 'kraken' ? settledAtKrakenMsMax : settledMsMax;
      for (let ms = 0; ms < limitMs && (await isOpen(live)); ms += stepMs) await live.pass(stepMs);
      const statuses = Map.groupBy(await statusesIn(live), (status) => status);
      const counts = [...statuses].map(([status, all]) => `${status} ${all.length}`);
      expect(counts.toSorted()).toEqual([`closed ${count / 2}`, `rejected ${count / 2}`]);
      const fills = await live.store.db.selectFrom('order_fills').select('quantity').execute();
      expect(fills).toHaveLength(4 * (count / 2));
    } finally {
      await live.stop();
    }
  });
});

async function statusesIn({ store }: LiveService): Promise<readonly string[]> {
  const orders = await store.db.selectFrom('meta_orders').select('order_status').execute();
  return orders.map(({ order_status }) => order_status);
}

async function isOpen(live: LiveService): Promise<boolean> {
  return (await statusesIn(live)).some((status) => status !== 'closed' && status !== 'rejected');
}
