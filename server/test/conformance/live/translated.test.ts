import type { TrueOrder } from '@windlass/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTrader } from '../../support/app/testService.ts';
import { simulatedVenues } from '../../support/exchanges/every.ts';
import {
  type LiveService,
  openLiveService,
  type SimulatedMarket,
  type SimulatedVenue,
} from '../../support/exchanges/simulated.ts';
import { type MatrixCell, matrix, type OrderType, type Side } from '../matrix.ts';
import { planOf, restingQuantity } from '../orderPlans.ts';
import { translationOf } from '../translated.ts';

// The exchange understands each order as it was requested. If it has no such order, it gets what
// the table says; docs/venues.md explains this to users.

const forces = ['GTC', 'IOC', 'FOK', 'POST_ONLY'] as const;
/** An order that ends as a market order may have another form on each side. */
const sidesOf = (type: OrderType): readonly Side[] =>
  ['market', 'stop_loss', 'take_profit'].includes(type) ? ['buy', 'sell'] : ['buy'];
const other = { buy: 'sell', sell: 'buy' } as const;
/** Takes at once, so that every exchange accepts an order that must not rest. */
const taking = { order_type: 'limit', side: 'buy', quantity: 1, price: 101 };

describe.each(simulatedVenues)('$venue', (venue) => {
  let live: LiveService;
  beforeAll(async () => {
    live = await openLiveService(venue);
  });
  afterAll(() => live.stop());
  const cells = matrix.find((row) => row.venue === venue.venue)?.cells ?? [];
  describe.each(cells)('on $marketType', (cell) => {
    const cases = cell.types.flatMap((type) => sidesOf(type).map((side) => ({ type, side })));
    it.each(cases)('understands a $side $type as it is, or as the table says', async (asked) => {
      const trader = await openTrader(live, cell, asked);
      const { type, side } = asked;
      const prices = type === 'market' ? {} : planOf(type, side).prices;
      const body = { order_type: type, side, quantity: restingQuantity, ...prices };
      const orders = await taken(live, { venue, cell, trader, body });
      const translation = translationOf({ ...venue, ...cell }, type, side);
      const expected = type === 'oco' ? ['limit', 'stop_loss'] : [translation?.as ?? type];
      expect(orders.map((order) => order.type)).toEqual(expected);
      if (translation) expect(orders[0]).toMatchObject({ timeInForce: 'IOC' });
    });

    const known = forces.filter((force) => hasForce(cell, force));
    it.each(known)('understands a time in force %s', async (time_in_force) => {
      const trader = await live.service.trader(cell);
      const price = time_in_force === 'POST_ONLY' ? 95 : 101;
      const body = { ...taking, price, time_in_force };
      const [order] = await taken(live, { venue, cell, trader, body });
      expect(order).toMatchObject({ type: 'limit', timeInForce: time_in_force });
    });

    if (cell.hasReduceOnly)
      it('understands reduce_only, and nothing else as it', async () => {
        const trader = await live.service.trader(cell);
        const opening = { order_type: 'market', side: 'sell', quantity: 1 };
        const opened = await taken(live, { venue, cell, trader, body: opening });
        const body = { ...taking, reduce_only: true };
        const all = await taken(live, { venue, cell, trader, body });
        expect([...opened, ...all].map(({ isReduceOnly }) => isReduceOnly)).toEqual([false, true]);
      });
  });
});

interface Asked {
  readonly type: OrderType;
  readonly side: Side;
}

/** Opens an account, with the position that the order needs, if any. */
async function openTrader(
  live: LiveService,
  cell: MatrixCell,
  { type, side }: Asked,
): Promise<TestTrader> {
  const trader = await live.service.trader(cell);
  const opening = { order_type: 'market', side: other[side], quantity: restingQuantity };
  if (cell.ofPosition.includes(type)) await trader.take(opening);
  return trader;
}

interface Taking {
  readonly venue: SimulatedVenue;
  readonly cell: MatrixCell;
  readonly trader: TestTrader;
  readonly body: object;
}

/** Returns the orders that the exchange has of it. */
async function taken(live: LiveService, { venue, cell, trader, body }: Taking) {
  const all = (): readonly TrueOrder[] => {
    const { at } = marketOf(venue, cell);
    const opened = venue.account(trader.account).opened.find((each) => each.venue === at);
    return live.simulator.orders(at, opened?.apiKey ?? '');
  };
  const before = all().length;
  await trader.take(body);
  return all().slice(before);
}

function marketOf(venue: SimulatedVenue, { symbol }: MatrixCell): SimulatedMarket {
  const found = venue.markets.find((market) => market.symbol === symbol);
  if (!found) throw new Error(`${venue.venue} has ${symbol}`);
  return found;
}

function hasForce({ hasFok, hasPostOnly }: MatrixCell, force: (typeof forces)[number]): boolean {
  if (force === 'FOK') return hasFok;
  return force === 'POST_ONLY' ? hasPostOnly : true;
}
