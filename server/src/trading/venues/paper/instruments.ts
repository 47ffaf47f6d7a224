import type { InstrumentRules } from '@windlass/matching';
import { formatStep } from '../../../kit/grid.ts';
import { finestStep, walletFor } from '../../model/market.ts';
import { type MarketType, marketClassOf } from '../../model/order.ts';
import {
  isHeldBothWays,
  type MarketCapabilities,
  type VenueCapabilities,
} from '../capabilities.ts';
import type { ListedMarket } from '../marketPort.ts';
import type { PaperMarginRules, PaperVenue } from '../paperPort.ts';

/**
 * The engine's rules of a market; undefined where paper accounts cannot trade it. Quantities are in
 * base units on every market, so a contract is one base unit here and only the step tells its size.
 * Inverse contracts are worth a fixed amount of the quote: no number of them is an exact quantity
 * of the base.
 */
export function toInstrumentRules(
  market: ListedMarket,
  { capabilities, rules }: PaperVenue,
): InstrumentRules | undefined {
  const marketClass = marketClassOf(market.kind);
  const [takes, own] = [capabilities[marketClass], rules[marketClass]];
  if (!takes || !own || market.isInverse) return undefined;
  const { symbol, kind, base, quote, settle, priceTick, quantityStep } = market;
  const step = quantityStep ?? finestStep;
  return {
    symbol,
    kind,
    base,
    quote,
    ...(settle !== undefined && { settle }),
    tickSize: plain(priceTick ?? finestStep),
    lotSize: plain(step),
    minQuantity: plain(market.quantityMin ?? step),
    minNotional: plain(market.notionalMin ?? 0),
    makerFeePpm: own.makerFeePpm,
    takerFeePpm: own.takerFeePpm,
    spotFeeAsset: rules.spot?.feeAsset ?? 'quote',
    orderTypes: takes.orderTypes,
    timeInForce: timesInForce(takes),
    triggerSource: own.triggerSource,
    refusesPassedStop: own.refusesPassedStop,
    ...(own.marketBoundPpm !== undefined && { marketBoundPpm: own.marketBoundPpm }),
    ...(rules.perp && market.kind !== 'spot' && marginRules(rules.perp)),
    ...oneWayRule(capabilities, market),
  };
}

/**
 * Returns the rule of one-way contracts, only where hedge mode is not for all contracts: stored
 * rules stay as they are.
 */
function oneWayRule(capabilities: VenueCapabilities, market: ListedMarket): { isOneWay?: true } {
  const isPartly = market.kind !== 'spot' && capabilities.hedgedSettles !== undefined;
  return isPartly && !isHeldBothWays(capabilities, market) ? { isOneWay: true } : {};
}

function marginRules(own: PaperMarginRules): Partial<InstrumentRules> {
  const { leverage, leverageFixed, marginModes = ['cross'], liquidationFeePpm } = own;
  const leverageDefault = leverage?.default ?? leverageFixed;
  return {
    ...(leverageDefault !== undefined && { leverageDefault }),
    ...(leverage && { leverageMax: leverage.max }),
    marginModes,
    maintenanceTiers: own.maintenanceTiers,
    ...(liquidationFeePpm !== undefined && { liquidationFeePpm }),
  };
}

/**
 * Returns the times in force of a market: post-only is one in the engine, whatever the venue calls
 * it.
 */
function timesInForce({ timesInForce, features }: MarketCapabilities) {
  const isNamed = timesInForce.includes('POST_ONLY') || !features.includes('post_only');
  return isNamed ? timesInForce : [...timesInForce, 'POST_ONLY' as const];
}

/** Returns the wallet that a class of markets is paid from. */
export function walletOf({ wallets }: PaperVenue, marketType: MarketType): string {
  return walletFor(wallets.names, marketType);
}

function plain(value: number): string {
  return value === 0 ? '0' : formatStep(value, value);
}
