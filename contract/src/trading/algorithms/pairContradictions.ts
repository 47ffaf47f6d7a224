import { accountsPerRouteMax } from '../pretrade/fields.ts';
import type { FundingArbParamsWire, SpreadParamsWire } from './params.ts';

/** Fields of a request that its legs must agree with. */
export interface PairOrder {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly exchange_account_ids: readonly string[];
}

/** A field that is valid by itself and contradicts another. */
export interface Contradiction {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Returns what contradicts the order (Orderbook §4.3): the anchor leg is the order, and the contra
 * leg hedges the same asset.
 */
export function spreadContradictions(
  order: PairOrder,
  params: SpreadParamsWire,
): readonly Contradiction[] {
  const { anchor_symbol: anchor, contra_symbol: contra } = params;
  return said({
    anchor_symbol:
      anchor !== order.symbol &&
      `must equal symbol, ${order.symbol}: the order itself is the anchor leg`,
    contra_symbol: contraFault(anchor, contra),
    contra_exchange_account_ids: crowdFault(order, [
      ...params.anchor_exchange_account_ids,
      ...params.contra_exchange_account_ids,
    ]),
    risk_quantity: params.risk_quantity > order.quantity && 'must not be above quantity',
  });
}

/**
 * Returns what contradicts the order (Orderbook §4.3): long spot against a short perpetual of the
 * same size on the same underlying.
 */
export function fundingArbContradictions(
  order: PairOrder,
  params: FundingArbParamsWire,
): readonly Contradiction[] {
  const { spot_symbol: spot, perp_symbol: perp, risk_quantity: risk = 0 } = params;
  const isLong = order.side === 'buy';
  const message = 'side must be buy: funding_arb is long spot and short the perpetual';
  return [
    ...(isLong ? [] : [{ path: ['side'], message }]),
    ...said({
      spot_symbol: spotFault(spot, order),
      perp_symbol: perpFault(spot, perp),
      position_quantity: params.position_quantity !== order.quantity && 'must equal quantity',
      spot_exchange_account_id: accountFault(params.spot_exchange_account_id, order),
      perp_exchange_account_id: accountFault(params.perp_exchange_account_id, order),
      risk_quantity: risk > params.position_quantity && 'must not be above position_quantity',
    }),
  ];
}

/** Problem of a parameter, as a text that follows its name; false when there is none. */
type Fault = string | false;

function said(faults: Readonly<Record<string, Fault>>): readonly Contradiction[] {
  return Object.entries(faults).flatMap(([name, fault]) =>
    fault === false ? [] : [{ path: ['params', name], message: `${name} ${fault}` }],
  );
}

function contraFault(anchor: string, contra: string): Fault {
  if (contra === anchor) return 'must differ from anchor_symbol';
  const asset = assetOf(anchor);
  return (
    assetOf(contra) !== asset &&
    `must have the base asset of anchor_symbol, ${asset}: another asset is no hedge`
  );
}

function spotFault(spot: string, { symbol }: PairOrder): Fault {
  if (spot !== symbol) return `must equal symbol, ${symbol}: the order itself is the spot leg`;
  return spot.includes(':') && 'must be a spot symbol, like BTC/USDT';
}

function perpFault(spot: string, perp: string): Fault {
  // A dated future converges to its index by its expiry, so it pays no funding.
  const isPerpetual = perp.includes(':') && !perp.includes('-');
  if (!isPerpetual) return 'must be a perpetual, like BTC/USDT:USDT';
  const asset = assetOf(spot);
  return (
    assetOf(perp) !== asset &&
    `must have the base asset of spot_symbol, ${asset}: another asset is no hedge`
  );
}

function assetOf(symbol: string): string | undefined {
  return symbol.split('/')[0];
}

/** Accounts of the legs count in addition to those of the order. */
function crowdFault(order: PairOrder, ids: readonly string[]): Fault {
  const all = new Set([...order.exchange_account_ids, ...ids]);
  return (
    all.size > accountsPerRouteMax &&
    `makes more than ${accountsPerRouteMax} accounts with those of the order and the other leg`
  );
}

function accountFault(id: string | undefined, order: PairOrder): Fault {
  const isPlain = order.exchange_account_ids.length === 1;
  return id === undefined && !isPlain && 'is required with several exchange_account_ids';
}
