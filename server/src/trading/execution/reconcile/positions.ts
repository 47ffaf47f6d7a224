import {
  addExact,
  compareExact,
  type Exact,
  exactly,
  formatExact,
  multiplyExact,
  negateExact,
  subtractExact,
  zeroExact,
} from '../../../kit/exact.ts';
import { reachableTypes } from '../../accounts/index.ts';
import type { MarketType } from '../../model/order.ts';
import { marketTypeOf } from '../../model/order.ts';
import { type InstrumentSymbol, isInverse, symbolParts } from '../../model/symbol.ts';
import type { VenuePosition } from '../../venues/perpsPort.ts';
import { hasLegs } from '../legs.ts';
import { forOneLook } from '../venueCalls.ts';
import { isWithin, magnitude, partOf, type TrackedPosition } from './effects.ts';
import { type HoldingName, holdingIn, holdingKey } from './holdingKeys.ts';
import { ask, type Run } from './run.ts';
import type { AccountState } from './state.ts';
import type { Finding } from './types.ts';

/**
 * Tolerance as a share: venues' numbers pass through 64-bit floats, which keep 15 digits. The
 * smallest step of a position is far above that.
 */
const floatShare = exactly('1e-12');
/**
 * Tolerance for contracts that are settled in their base. Their fills are reported in rounded
 * amounts of the base; the smallest contract is worth 1 of the quote, so half of one is no trade.
 */
const inverseRounding = exactly('0.5');

/**
 * The position of an account in a market, or on a leg in hedge mode, with its cost if that is
 * reported.
 */
interface FoundPosition {
  readonly units: string;
  readonly cost: string | undefined;
  /**
   * Maximum error of the cost due to the digits of the entry price. Undefined when no price is
   * reported.
   */
  readonly grain: string | undefined;
}

/** Positions by `holdingKey`, without flat ones. */
export type FoundPositions = ReadonlyMap<string, FoundPosition>;

/** A position that differs from the sum of its fills. */
export interface PositionDeviation extends HoldingName {
  readonly marketType: MarketType;
  readonly expected: Exact;
  readonly found: Exact;
}

/** Returns the venue's own positions; undefined when it reports none. */
export async function readPositions(run: Run): Promise<FoundPositions | undefined> {
  const { positions } = forOneLook(run.session);
  const types = reachableTypes(run.account).filter((type) => type !== 'spot');
  if (!positions || types.length === 0) return undefined;
  // Perpetuals and dated contracts may share one list at the venue: each side of a symbol counts
  // once.
  const sides = new Map<string, VenuePosition>();
  for (const marketType of types) {
    const some = await ask(run, (signal) => positions(marketType, undefined, signal));
    for (const position of some) sides.set(`${position.symbol} ${position.side}`, position);
  }
  const found = new Map<string, FoundPosition>();
  for (const position of sides.values()) {
    const { symbol, side } = position;
    // In one-way mode both sides are one position.
    const leg = hasLegs(run.account, position) ? side : undefined;
    const key = holdingKey({ symbol, leg });
    found.set(key, sumOf(found.get(key), toFound(position)));
  }
  return found;
}

/**
 * Returns the positions that the fills do not explain. Positions that are seen for the first time
 * need no explanation.
 */
export function positionDeviations(
  state: AccountState,
  found: FoundPositions | undefined,
): readonly PositionDeviation[] {
  if (!found || !state.arePositionsKnown) return [];
  return [...new Set([...found.keys(), ...Object.keys(state.positions)])].flatMap((key) => {
    const { symbol, leg } = holdingIn(key);
    const expected = exactly(state.positions[key]?.units ?? '0');
    const now = exactly(found.get(key)?.units ?? '0');
    if (isSame(symbol, expected, now)) return [];
    return [{ symbol, leg, marketType: marketTypeOf(symbol), expected, found: now }];
  });
}

/**
 * Returns the state with these positions as the base for the next fills. Their cost is that of the
 * fills when both agree on the size.
 */
export function takeOverPositions(
  state: AccountState,
  found: FoundPositions | undefined,
): AccountState {
  if (!found) return { ...state, arePositionsKnown: false };
  const positions: Record<string, TrackedPosition> = {};
  for (const [key, now] of found) {
    const { units, cost } = now;
    const { symbol } = holdingIn(key);
    const held = state.positions[key];
    const isExplained = held && isSame(symbol, exactly(held.units), exactly(units));
    if (exactly(units).digits === 0n) continue;
    positions[key] = isExplained
      ? { ...withoutDoubt(held, now), units }
      : { units, cost: cost ?? held?.cost ?? '0' };
  }
  return { ...state, positions, arePositionsKnown: true };
}

/** Returns the position with the venue's cost if that is more exact and possible. */
function withoutDoubt(held: TrackedPosition, { cost, grain }: FoundPosition): TrackedPosition {
  if (held.doubt === undefined || cost === undefined || grain === undefined) return held;
  const [doubt, step] = [exactly(held.doubt), exactly(grain)];
  const isPossible = isWithin(
    subtractExact(exactly(cost), exactly(held.cost)),
    addExact(doubt, step),
  );
  return isPossible && compareExact(step, doubt) < 0 ? { ...held, cost, doubt: grain } : held;
}

export function positionFinding(
  { symbol, leg, marketType, expected, found }: PositionDeviation,
  atMs: number,
): Finding {
  const { base, quote } = symbolParts(symbol);
  const unit = isInverse(symbol) ? quote : base;
  const difference = formatExact(subtractExact(found, expected));
  const which = leg === undefined ? 'position' : `${leg} position`;
  return {
    kind: 'position_changed',
    // Every change is a separate difference, because the position becomes the new base.
    identity: `${holdingKey({ symbol, leg })} ${atMs}`,
    marketType,
    symbol,
    expected: formatExact(expected),
    found: formatExact(found),
    reason:
      `The ${which} in ${symbol} is off by ${difference} ${unit} from what the known fills come ` +
      'to. It may be a liquidation, auto-deleveraging or a trade by hand.',
    isMended: false,
  };
}

function toFound(position: VenuePosition): FoundPosition {
  const { symbol, side, contracts, contractSize, entryPrice, markPrice } = position;
  const size = multiplyExact(exactly(contracts), exactly(contractSize));
  const units = side === 'long' ? size : negateExact(size);
  const price = entryPrice ?? markPrice;
  const cost = price === undefined ? undefined : formatExact(costOf(symbol, units, price));
  return { units: formatExact(units), cost, grain: grainOf(symbol, size, entryPrice) };
}

/**
 * Returns the error of a cost by the digits of its price. Undefined for an inverse contract, whose
 * cost has more digits than its price.
 */
function grainOf(symbol: InstrumentSymbol, size: Exact, entryPrice: number | undefined) {
  if (entryPrice === undefined || isInverse(symbol)) return undefined;
  const { scale } = exactly(entryPrice);
  return formatExact(multiplyExact(size, { digits: 1n, scale }));
}

/**
 * Returns the cost; a contract that is settled in its base costs less of it the higher the price
 * is.
 */
function costOf(symbol: InstrumentSymbol, units: Exact, price: number): Exact {
  const at = exactly(price);
  if (!isInverse(symbol)) return multiplyExact(units, at);
  return at.digits === 0n ? zeroExact : negateExact(partOf(units, exactly(1), at));
}

function sumOf(one: FoundPosition | undefined, other: FoundPosition): FoundPosition {
  if (!one) return other;
  const sum = (a: string, b: string) => formatExact(addExact(exactly(a), exactly(b)));
  const isGrained = one.grain !== undefined && other.grain !== undefined;
  const isPriced = one.cost !== undefined && other.cost !== undefined;
  return {
    units: sum(one.units, other.units),
    cost: isPriced ? sum(one.cost, other.cost) : undefined,
    grain: isGrained ? sum(one.grain, other.grain) : undefined,
  };
}

function isSame(symbol: InstrumentSymbol, a: Exact, b: Exact): boolean {
  const tolerance = isInverse(symbol)
    ? inverseRounding
    : multiplyExact(addExact(magnitude(a), magnitude(b)), floatShare);
  return isWithin(subtractExact(a, b), tolerance);
}
