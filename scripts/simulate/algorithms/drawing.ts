import type { Chance } from '../chance.ts';
import type { SimAccount } from '../incarnation.ts';
import type { OrderBody } from '../requests.ts';
import { simSymbol } from './listings.ts';
import type { SimMarket } from './market.ts';

// Requests of callers, drawn so that most of them make sense for the balances and the time left.

export interface Drawing {
  readonly chance: Chance;
  readonly market: SimMarket;
  readonly accounts: readonly SimAccount[];
  /** Duration of the run, in seconds. */
  readonly horizonS: number;
}

type Side = 'buy' | 'sell';

/** The body of a start. */
export interface ParentBody {
  readonly algorithm_type: string;
  readonly client_algorithm_id: string;
  readonly side: Side;
  readonly quantity: number;
  readonly limit_price?: number;
  readonly params: { readonly limit_price?: number };
  readonly [field: string]: unknown;
}

/** Returns the limit price that applies: the tighter of the two. */
export function limitOf({ side, limit_price, params }: ParentBody): number | undefined {
  const both = [limit_price, params.limit_price].filter((price) => price !== undefined);
  if (both.length === 0) return undefined;
  return side === 'buy' ? Math.min(...both) : Math.max(...both);
}

const types = ['twap', 'ladder', 'sweep', 'timepace'] as const;
const aggressions = ['passive', 'neutral', 'aggressive'] as const;

export function drawParent(drawing: Drawing, client_algorithm_id: string): ParentBody {
  const { chance, accounts } = drawing;
  const algorithm_type = chance.pick(types);
  const side = chance.pick(['buy', 'sell'] as const);
  const chosen = chance.happens(0.5) ? accounts : [chance.pick(accounts)];
  const turned = chance.happens(0.5) ? chosen : [...chosen].reverse();
  const mid = midAt(drawing, chosen[0] ?? chance.pick(accounts));
  const usd = chance.happens(0.7) ? chance.between(300, 6_000) : chance.between(6_000, 60_000);
  const quantity = Number((usd / mid).toFixed(chance.pick([3, 5])) || 0.01);
  return {
    algorithm_type,
    client_algorithm_id,
    symbol: simSymbol,
    side,
    quantity: Math.max(quantity, 0.002),
    exchange_account_ids: turned.map(({ id }) => id),
    ...(chance.happens(0.35) && { limit_price: drawLimit(chance, side, mid) }),
    params: drawParams(drawing, algorithm_type, { quantity: Math.max(quantity, 0.002), mid, side }),
  };
}

function midAt({ market }: Drawing, { venue }: SimAccount): number {
  return market.mid({ venue, symbol: simSymbol });
}

/**
 * Draws a limit price, mostly somewhat beyond the market so that it binds now and then; seldom on
 * its far side.
 */
export function drawLimit(chance: Chance, side: Side, mid: number): number {
  const awayBps = chance.happens(0.95) ? chance.between(3, 40) : chance.between(-6, 2);
  const factor = 1 + ((side === 'buy' ? 1 : -1) * awayBps) / 10_000;
  return Number((mid * factor).toFixed(chance.pick([1, 2])));
}

interface Asked {
  readonly quantity: number;
  readonly mid: number;
  readonly side: Side;
}

function drawParams(
  drawing: Drawing,
  type: (typeof types)[number],
  asked: Asked,
): ParentBody['params'] {
  switch (type) {
    case 'twap':
      return drawTwap(drawing);
    case 'ladder':
      return drawLadder(drawing, asked);
    case 'sweep':
      return drawSweep(drawing, asked);
    case 'timepace':
      return drawTimepace(drawing, asked);
  }
}

function drawTwap({ chance, horizonS }: Drawing): object {
  const duration = Math.max(20, Math.round(horizonS * chance.between(0.3, 0.9)));
  const intervals = chance.integer(2, 8);
  return {
    duration_seconds: duration,
    interval_seconds: Math.max(4, Math.floor(duration / intervals)),
    aggression: chance.pick([...aggressions, 'auto']),
    randomize_size: chance.happens(0.6),
    randomize_timing: chance.happens(0.6),
    catch_up_enabled: chance.happens(0.7),
    max_catch_up_pct: chance.pick([50, 200, 400]),
  };
}

function drawLadder({ chance }: Drawing, { mid, side }: Asked): object {
  const startBps = chance.between(-3, 2);
  const away = side === 'buy' ? -1 : 1;
  const start_price = Number((mid * (1 + (away * startBps) / 10_000)).toFixed(1));
  const isEnded = chance.happens(0.3);
  const end_price = Number(
    (start_price * (1 + (away * chance.between(5, 40)) / 10_000)).toFixed(1),
  );
  return {
    num_levels: chance.integer(1, 6),
    price_spacing_bps: chance.pick([1, 2, 5]),
    size_distribution: chance.pick(['equal', 'linear', 'exponential']),
    ...((isEnded || chance.happens(0.4)) && { start_price }),
    ...(isEnded && { end_price }),
    ...(chance.happens(0.25) && { cancel_on_fill_pct: chance.pick([30, 60, 90]) }),
    ...(chance.happens(0.2) && { cancel_on_price_move_bps: chance.between(15, 60) }),
    ...(chance.happens(0.4) && { reprice_on_move_bps: chance.between(3, 20) }),
  };
}

function drawSweep({ chance }: Drawing, { side, mid }: Asked): object {
  return {
    ...(chance.happens(0.2) && { limit_price: drawLimit(chance, side, mid) }),
    urgency: chance.pick(aggressions),
    use_sor: chance.happens(0.6),
    max_slippage_bps: chance.pick([10, 20, 50]),
    max_retries: chance.integer(2, 10),
  };
}

function drawTimepace({ chance, horizonS }: Drawing, asked: Asked): object {
  const { quantity, side, mid } = asked;
  const slices = chance.integer(2, 8);
  return {
    ...(chance.happens(0.2) && { limit_price: drawLimit(chance, side, mid) }),
    quantity_per_interval: Math.max(0.001, Number((quantity / slices).toFixed(5))),
    interval_seconds: Math.max(3, Math.floor((horizonS * chance.between(0.3, 0.9)) / slices)),
    aggression: chance.pick(aggressions),
    randomize_size: chance.happens(0.6),
    randomize_size_pct: chance.pick([5, 10, 40]),
  };
}

/** Draws an order that somebody places by hand beside the algorithms. */
export function drawPlain(drawing: Drawing): OrderBody {
  const { chance, accounts } = drawing;
  const account = chance.pick(accounts);
  const mid = midAt(drawing, account);
  const side = chance.pick(['buy', 'sell'] as const);
  const base = {
    exchange_account_id: account.id,
    symbol: simSymbol,
    side,
    quantity: Number((chance.between(20, 400) / mid).toFixed(5)),
  };
  const away = (side === 'buy' ? -1 : 1) * chance.between(-3, 8);
  const price = Number((mid * (1 + away / 10_000)).toFixed(1));
  const time_in_force = chance.pick(['GTC', 'GTC', 'IOC']);
  return { ...base, order_type: 'limit', price, time_in_force };
}

/** Draws a stop order so near that the market reaches it soon. */
export function drawStop(drawing: Drawing): OrderBody {
  const { chance, accounts } = drawing;
  const account = chance.pick(accounts);
  const mid = midAt(drawing, account);
  const side = chance.pick(['buy', 'sell'] as const);
  const away = (side === 'buy' ? 1 : -1) * chance.between(4, 15);
  return {
    exchange_account_id: account.id,
    symbol: simSymbol,
    side,
    order_type: 'stop_loss',
    quantity: Number((chance.between(20, 200) / mid).toFixed(5)),
    stop_price: Number((mid * (1 + away / 10_000)).toFixed(1)),
  };
}
