import { type Drawing, drawLimit, type ParentBody } from '../algorithms/drawing.ts';
import { simSymbol } from '../algorithms/listings.ts';
import type { Chance } from '../chance.ts';
import type { SimAccount } from '../incarnation.ts';
import { swapSymbol } from './market.ts';

// Requests for pairs, drawn so that most of them make sense for the time left.

type Side = 'buy' | 'sell';

/**
 * The side that opens contracts at each account. Positions of an account are one, whoever opened
 * them: of two pairs on opposite sides neither could give back what it holds.
 */
export type SwapSides = ReadonlyMap<string, Side>;

export function drawSwapSides(chance: Chance, accounts: readonly SimAccount[]): SwapSides {
  return new Map(accounts.map(({ id }) => [id, chance.happens(0.75) ? 'sell' : 'buy']));
}

/** Length of a run, in seconds, beyond which most pairs are slow ones (funding arbitrage). */
const longS = 1_000;

export function drawPair(sides: SwapSides, drawing: Drawing, name: string): ParentBody {
  const { chance, horizonS } = drawing;
  const isCarry = chance.happens(horizonS > longS ? 0.8 : 0.4);
  const shorts = drawing.accounts.filter(({ id }) => sides.get(id) === 'sell');
  return isCarry && shorts.length > 0
    ? drawCarry(drawing, shorts, name)
    : drawSpread(drawing, sides, name);
}

interface Leg {
  readonly symbol: typeof simSymbol;
  readonly side: Side;
  readonly accounts: readonly SimAccount[];
}

function drawSpread(drawing: Drawing, sides: SwapSides, name: string): ParentBody {
  const { chance, market } = drawing;
  const [anchor, contra] = drawLegs(drawing, sides);
  const { quantity, risk_quantity } = drawSize(chance);
  const [first = chance.pick(drawing.accounts)] = anchor.accounts;
  const mid = market.mid({ venue: first.venue, symbol: anchor.symbol });
  const ids = (leg: Leg) => leg.accounts.map(({ id }) => id);
  return {
    algorithm_type: 'spread',
    client_algorithm_id: name,
    symbol: anchor.symbol,
    side: anchor.side,
    quantity,
    exchange_account_ids: [...new Set([...ids(anchor), ...ids(contra)])],
    ...(chance.happens(0.3) && { limit_price: drawLimit(chance, anchor.side, mid) }),
    params: {
      anchor_symbol: anchor.symbol,
      contra_symbol: contra.symbol,
      anchor_exchange_account_ids: ids(anchor),
      contra_exchange_account_ids: ids(contra),
      risk_quantity,
      lead_mode: chance.pick(['anchor', 'contra']),
      aggression: chance.pick(['passive', 'neutral', 'aggressive']),
      sweep_trigger_mode: chance.pick(['immediate', 'immediate', 'disabled', 'threshold']),
      sweep_threshold_pct: chance.pick([0, 0.02, 0.05, 0.2]),
      ...(chance.happens(0.4) && { pause_offset_pct: chance.pick([0.05, 0.1, 0.3]) }),
      reprice_increment_bps: chance.pick([1, 3, 10]),
      spread_offset_pct: chance.pick([0, 0, 0.01, 0.03]),
      ...(chance.happens(0.7) && { max_unhedged_seconds: chance.integer(3, 20) }),
    } as ParentBody['params'],
  };
}

/** Draws spot against contracts, either way round, at one venue or at both. */
function drawLegs({ chance, accounts }: Drawing, sides: SwapSides): readonly [Leg, Leg] {
  const one = chance.pick(accounts);
  const swapSide = sides.get(one.id) ?? 'sell';
  const alike = accounts.filter(({ id }) => sides.get(id) === swapSide);
  const swap: Leg = {
    symbol: swapSymbol,
    side: swapSide,
    accounts: chance.happens(0.3) ? alike : [one],
  };
  const spot: Leg = {
    symbol: simSymbol,
    side: opposite(swapSide),
    accounts: chance.happens(0.3) ? accounts : [chance.pick(accounts)],
  };
  return chance.happens(0.6) ? [spot, swap] : [swap, spot];
}

function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

/** Draws a size whose legs may differ by a part of the whole; now and then by all of it. */
function drawSize(chance: Chance): { readonly quantity: number; readonly risk_quantity: number } {
  const quantity = Number(chance.between(0.005, 0.12).toFixed(chance.pick([3, 4])));
  const share = chance.pick([1, 2, 4, 4, 8]);
  return { quantity, risk_quantity: Math.max(0.0015, Number((quantity / share).toFixed(5))) };
}

function drawCarry(
  { chance, accounts, horizonS }: Drawing,
  shorts: readonly SimAccount[],
  name: string,
): ParentBody {
  const { quantity, risk_quantity } = drawSize(chance);
  const [spot, perp] = [chance.pick(accounts), chance.pick(shorts)];
  const hours = horizonS / 3_600;
  const part = (low: number, high: number) =>
    Number((hours * chance.between(low, high)).toFixed(5));
  const entry_apr_threshold = chance.pick([2, 10, 30]);
  return {
    algorithm_type: 'funding_arb',
    client_algorithm_id: name,
    symbol: simSymbol,
    side: 'buy',
    quantity,
    exchange_account_ids: [...new Set([spot.id, perp.id])],
    params: {
      spot_symbol: simSymbol,
      perp_symbol: swapSymbol,
      position_quantity: quantity,
      spot_exchange_account_id: spot.id,
      perp_exchange_account_id: perp.id,
      entry_apr_threshold,
      exit_apr_threshold: entry_apr_threshold * chance.pick([0.1, 0.5, 0.9]),
      funding_smoothing_hours: part(0.01, 0.1),
      max_entry_basis_bps: chance.pick([12, 30, 60]),
      max_breakeven_hours: chance.pick([96, 2_000, 2_000]),
      min_hold_hours: part(0, 0.3),
      ...(chance.happens(0.3) && { max_hold_hours: part(0.3, 0.8) }),
      // Some venues do not take a tenth of that.
      ...((quantity < 0.02 || chance.happens(0.6)) && { risk_quantity }),
      ...(chance.happens(0.7) && { max_unhedged_seconds: chance.integer(3, 20) }),
      ...(chance.happens(0.2) && { liquidation_buffer_pct: chance.pick([5, 60]) }),
      ...(chance.happens(0.3) && { basis_stop_bps: chance.pick([10, 30]) }),
      poll_interval_seconds: Math.max(1, Math.round(horizonS / chance.integer(15, 60))),
    } as ParentBody['params'],
  };
}
