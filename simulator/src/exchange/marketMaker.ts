import {
  amountText,
  type Engine,
  type EngineEvent,
  type OrderRequest,
  type OrderSnapshot,
  parseAmount,
  priceTicks,
  quantityLots,
  type Side,
} from '@windlass/matching';
import type { Market } from './market.ts';

/** Price and quantity as decimal text or as numbers; quantity in the market's units. */
export type ShownLevel = readonly [price: string | number, quantity: string | number];

/** A book of both sides, best levels first. */
export interface ShownBook {
  readonly bids: readonly ShownLevel[];
  readonly asks: readonly ShownLevel[];
}

/** The account whose orders are the shown book. It never runs out of money. */
export interface MarketMaker {
  /** Gives it the money that the market needs. */
  fund(market: Market, at: number): void;
  /** Replaces its orders by these levels; orders already at a wanted level stay. */
  show(market: Market, book: ShownBook, at: number): readonly EngineEvent[];
  /** Fills a resting order and all that rests before it; afterwards its own orders rest again. */
  take(market: Market, order: OrderSnapshot, at: number): readonly EngineEvent[];
}

const accountId = 'marketMaker';
/** More than is ever traded against it. */
const funds = parseAmount('1000000000000000000') ?? 0n;

interface Wanted {
  readonly side: Side;
  readonly ticks: number;
  readonly lots: number;
  readonly price: string;
  readonly quantity: string;
}

export function createMarketMaker(engine: Engine): MarketMaker {
  let count = 0;
  return {
    fund({ instrument, definition, settle }, at) {
      engine.apply({ type: 'openAccount', at, accountId });
      const assets = instrument.isSpot ? [definition.base, definition.quote] : [settle];
      for (const asset of assets) {
        engine.apply({ type: 'deposit', at, accountId, asset, amount: funds });
      }
    },
    show(market, book, at) {
      const wanted = wantedLevels(market, book);
      const events: EngineEvent[] = [];
      const key = ({ side, ticks, lots }: Pick<Wanted, 'side' | 'ticks' | 'lots'>) =>
        `${side} ${ticks} ${lots}`;
      const missing = new Map(wanted.map((level) => [key(level), level]));
      for (const order of engine.openOrders(accountId, market.name)) {
        const lots = order.quantity - order.filled;
        if (missing.delete(key({ side: order.side, ticks: order.price ?? 0, lots }))) continue;
        const { orderId } = order;
        events.push(...engine.apply({ type: 'cancel', at, accountId, orderId }));
      }
      for (const { side, price, quantity } of missing.values()) {
        count += 1;
        const order = { orderId: `maker${count}`, accountId, symbol: market.name, side };
        const asked = { ...order, type: 'limit', price, quantity } as const;
        events.push(...engine.apply({ type: 'submit', at, order: asked }));
      }
      forgetEnded(engine, events, at);
      return events;
    },
    take(market, order, at) {
      count += 1;
      const events = takeThrough(engine, { market, order, at, orderId: `taker${count}` });
      forgetEnded(engine, events, at);
      return events;
    },
  };
}

interface Taking {
  readonly market: Market;
  readonly order: OrderSnapshot;
  readonly at: number;
  readonly orderId: string;
}

/** Deeper than any book. */
const levelsMax = 10_000;

/** Removes its own levels meanwhile, as it never trades with itself. */
function takeThrough(engine: Engine, { market, order, at, orderId }: Taking): EngineEvent[] {
  const { side, price = 0 } = order;
  const { name, instrument } = market;
  const isBefore = (ticks: number) => (side === 'buy' ? ticks >= price : ticks <= price);
  const own = engine
    .openOrders(accountId, name)
    .filter((each) => each.side === side && isBefore(each.price ?? 0));
  const aside = own.flatMap((each) =>
    engine.apply({ type: 'cancel', at, accountId, orderId: each.orderId }),
  );
  const depth = engine.depth(name, levelsMax) ?? { bids: [], asks: [] };
  const lots = (side === 'buy' ? depth.bids : depth.asks)
    .filter(([ticks]) => isBefore(ticks))
    .reduce((sum, [, there]) => sum + there, 0);
  const submit = (asked: Pick<OrderRequest, 'orderId' | 'side' | 'timeInForce'>, steps: Level) =>
    engine.apply({
      type: 'submit',
      at,
      order: {
        accountId,
        symbol: name,
        type: 'limit',
        ...asked,
        price: amountText(BigInt(steps.ticks) * instrument.tick),
        quantity: amountText(BigInt(steps.lots) * instrument.lot),
      },
    });
  const against = side === 'buy' ? 'sell' : 'buy';
  const taken = submit({ orderId, side: against, timeInForce: 'IOC' }, { ticks: price, lots });
  const back = own.flatMap((each, index) =>
    submit(
      { orderId: `${orderId} ${index}`, side },
      { ticks: each.price ?? 0, lots: each.quantity - each.filled },
    ),
  );
  return [...aside, ...taken, ...back];
}

interface Level {
  readonly ticks: number;
  readonly lots: number;
}

/** Forgets its ended orders, which nobody needs. */
function forgetEnded(engine: Engine, events: readonly EngineEvent[], at: number): void {
  const ids = events.map((event) => ('order' in event ? event.order?.orderId : undefined));
  for (const orderId of new Set(ids)) {
    if (orderId === undefined) continue;
    const order = engine.order(orderId);
    if (order?.accountId !== accountId || order.status === 'open') continue;
    engine.apply({ type: 'forget', at, accountId, orderId });
  }
}

function wantedLevels(market: Market, { bids, asks }: ShownBook): Wanted[] {
  const levels = [
    ...bids.map((level) => toWanted(market, 'buy', level)),
    ...asks.map((level) => toWanted(market, 'sell', level)),
  ];
  const bestBid = Math.max(...bids.map(([price]) => Number(price)));
  const bestAsk = Math.min(...asks.map(([price]) => Number(price)));
  if (bestBid >= bestAsk) throw new RangeError(`The shown book of ${market.name} is crossed`);
  return levels;
}

function toWanted(market: Market, side: Side, [price, quantity]: ShownLevel): Wanted {
  const [priceText, quantityText] = [String(price), String(quantity)];
  const ticks = priceTicks(market.instrument, priceText);
  const lots = quantityLots(market.instrument, quantityText);
  if (ticks === undefined || lots === undefined) {
    throw new RangeError(`${quantity} at ${price} is off the grid of ${market.name}`);
  }
  return { side, ticks, lots, price: priceText, quantity: quantityText };
}
