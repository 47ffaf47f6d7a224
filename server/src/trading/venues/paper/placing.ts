import { type OrderRequest, reasonTexts } from '@windlass/matching';
import { assert } from '../../../kit/assert.ts';
import { marketClassOf } from '../../model/order.ts';
import type { SubmitOutcome, VenueOrder, VenueOrderState } from '../venuePort.ts';
import { define, listedRules } from './defining.ts';
import { walletOf } from './instruments.ts';
import { stopLegId } from './ledger.ts';
import { newState, rejectCodeOf } from './orderStates.ts';
import type { PaperDeps } from './ports.ts';
import type { PaperAccount } from './types.ts';

/**
 * Maximum number of open orders of an account, whose triggers are checked with each book. Exchanges
 * allow a few hundred.
 */
const openOrdersMax = 1_000;

export type Refusal = Extract<SubmitOutcome, { kind: 'rejected' }>;

export function refusal(message: string): Refusal {
  return { kind: 'rejected', code: 'OTHER', message };
}

/** Defines the market of an order in the engine; returns the refusal if it takes none there. */
export function defineMarket(
  deps: PaperDeps,
  paper: PaperAccount,
  order: VenueOrder,
): Refusal | undefined {
  const { name, [marketClassOf(order.marketType)]: takes } = paper.venue.capabilities;
  const { symbol, reduceOnly } = order;
  const listed = listedRules(deps, paper, order);
  if ('refusal' in listed) return refusal(listed.refusal);
  if (!listed.isActive) return refusal(`${name} is not accepting orders in ${symbol}.`);
  if (reduceOnly && !takes?.features.includes('reduce_only')) {
    return refusal(`${name} takes no reduce-only orders in ${symbol}.`);
  }
  const refused = define(deps, paper, listed.rules);
  return refused === undefined ? undefined : refusal(refused);
}

/** Submits the order to the engine; returns its state, or why it was refused. */
export function place(
  deps: PaperDeps,
  paper: PaperAccount,
  order: VenueOrder,
): VenueOrderState | Refusal {
  const { ledger, watches, venue } = paper;
  if (ledger.openCount() >= openOrdersMax) {
    return refusal(`A paper account has at most ${openOrdersMax} open orders.`);
  }
  const hasBook = watches.show(order.symbol);
  const atMs = deps.clock.now();
  const venueOrderId = deps.ids.uuid();
  ledger.enter(newState(order, venueOrderId, atMs));
  const request = toRequest(order, venueOrderId, walletOf(venue, order.marketType));
  const events = ledger.run({ type: 'submit', at: atMs, order: request });
  const rejected = events.find(
    (event) => event.type === 'rejected' && event.order.orderId === venueOrderId,
  );
  if (rejected?.type !== 'rejected') {
    const state = ledger.find({ clientId: order.clientId, venueOrderId });
    assert(state, `the order ${venueOrderId} was entered`);
    return state;
  }
  ledger.strike(venueOrderId);
  const { reason } = rejected;
  const isBookless = !hasBook && (reason === 'NO_LIQUIDITY' || reason === 'NO_REFERENCE_PRICE');
  if (isBookless) {
    return refusal(`There is no usable order book of ${order.symbol} to trade against now.`);
  }
  const code = rejectCodeOf(reason, order.marketType === 'spot');
  return { kind: 'rejected', code, message: `${reasonTexts[reason]}.` };
}

function toRequest(order: VenueOrder, orderId: string, accountId: string): OrderRequest {
  const { symbol, side, type, quantity, price, stopPrice, trailingDelta } = order;
  return {
    orderId,
    accountId,
    symbol,
    side,
    type,
    quantity,
    ...(price !== undefined && { price }),
    ...(stopPrice !== undefined && { stopPrice }),
    // The engine takes percent as whole parts per million.
    ...(trailingDelta !== undefined && { trailingPpm: Math.round(trailingDelta * 10_000) }),
    ...(type === 'oco' && { stopOrderId: stopLegId(orderId) }),
    timeInForce: order.timeInForce,
    reduceOnly: order.reduceOnly,
  };
}
