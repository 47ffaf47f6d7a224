import { ceilDiv, ppmWhole } from './amounts.ts';
import { type Core, type Market, tell } from './core.ts';
import { delist, end, endSibling } from './ending.ts';
import { givenMark } from './marks.ts';
import { isOpen, type Order, type OrderRequest, type OrderSnapshot } from './order.ts';
import { bestAgainst } from './plan.ts';
import { reserve } from './reserve.ts';
import { judge, run } from './taking.ts';

/**
 * Returns the price that triggers look at, in half ticks so that a mid is whole; undefined while
 * unknown.
 */
export function referenceOf(core: Core, market: Market): number | undefined {
  const source = market.instrument.rules.triggerSource;
  if (source === 'mid') {
    const [ask, bid] = [bestAgainst(core, market, 'buy'), bestAgainst(core, market, 'sell')];
    return ask === undefined || bid === undefined ? undefined : ask + bid;
  }
  const price = source === 'last' ? market.last : givenMark(market);
  return price === undefined ? undefined : price * 2;
}

/** True when a reference price, in half ticks, triggers an order. */
export function isReached(order: Order, reference: number): boolean {
  if (order.type === 'trailing_stop') return isTrailReached(order, reference);
  const stop = (order.stop ?? 0) * 2;
  const isStop = order.type === 'stop_loss' || order.type === 'stop_loss_limit';
  // A stop loss sells below and buys above; a take profit the other way round.
  return isStop === (order.side === 'buy') ? reference >= stop : reference <= stop;
}

function isTrailReached({ side, extreme, trailingPpm }: Order, reference: number): boolean {
  if (extreme === undefined || trailingPpm === undefined) return false;
  const distance = side === 'buy' ? BigInt(trailingPpm) : -BigInt(trailingPpm);
  const stop = BigInt(extreme) * (ppmWhole + distance);
  const now = BigInt(reference) * ppmWhole;
  return side === 'buy' ? now >= stop : now <= stop;
}

/** Returns an order's current stop in ticks: a trailing one moves. */
export function stopOf(order: OrderSnapshot): number | undefined {
  return order.type === 'trailing_stop' ? trailStart(order, order.extreme) : order.stop;
}

/** Returns the start of a trailing stop, in ticks, towards the market's far side. */
export function trailStart(
  {
    side,
    trailingPpm,
  }: Pick<OrderRequest, 'side'> & {
    readonly trailingPpm?: number | undefined;
  },
  extreme: number | undefined,
): number | undefined {
  if (extreme === undefined || !Number.isSafeInteger(trailingPpm)) return undefined;
  const distance = side === 'buy' ? BigInt(trailingPpm ?? 0) : -BigInt(trailingPpm ?? 0);
  const stop = BigInt(extreme) * (ppmWhole + distance);
  const ticks = side === 'buy' ? ceilDiv(stop, 2n * ppmWhole) : stop / (2n * ppmWhole);
  return ticks > 0n ? Number(ticks) : 1;
}

/** Pulls a trailing stop along, only ever the way that favours it. */
function trail(core: Core, order: Order, reference: number): void {
  if (order.type !== 'trailing_stop') return;
  const { side, extreme } = order;
  const isBetter =
    extreme === undefined || (side === 'buy' ? reference < extreme : reference > extreme);
  if (!isBetter) return;
  order.extreme = reference;
  tell(core, 'trailed', order);
}

/**
 * Triggers every order whose price is reached, oldest first. Their trades may move the price, so it
 * is checked again until no order triggers; each triggers once.
 */
export function runTriggers(core: Core, market: Market): void {
  for (;;) {
    const reference = referenceOf(core, market);
    if (reference === undefined || market.waiting.size === 0) return;
    let first: Order | undefined;
    for (const order of market.waiting.values()) {
      trail(core, order, reference);
      if (isReached(order, reference) && (!first || order.rank < first.rank)) first = order;
    }
    if (!first) return;
    setOff(core, market, first);
  }
}

function setOff(core: Core, market: Market, order: Order): void {
  market.waiting.delete(order.orderId);
  delist(core, order);
  order.isTriggered = true;
  core.rank += 1;
  order.rank = core.rank;
  reserve(core, order, 0n);
  tell(core, 'triggered', order);
  endSibling(core, order, 'OCO_SIBLING_TRIGGERED');
  if (!isOpen(order)) return;
  const verdict = judge(core, market, order);
  if (verdict.refusal === undefined) {
    run(core, market, { order, plan: verdict.plan });
    return;
  }
  const status = verdict.refusal === 'INSUFFICIENT_BALANCE' ? 'canceled' : 'expired';
  end(core, order, { status, reason: verdict.refusal });
}
