import { marketTypeOf, partsOf } from '../../shared/symbol.ts';
import type { Ticket } from './ticket.ts';

/** The funds and position of an account for an order of a symbol. */
export interface Funds {
  readonly free: Readonly<Record<string, number>>;
  /** Leverage of contracts. */
  readonly leverage: number | undefined;
  /** Base units of the open position; undefined when there is none, or it is unknown. */
  readonly position: { readonly side: 'long' | 'short'; readonly quantity: number } | undefined;
}

/** Share that is kept back when all money is spent, for the fee and for price moves. */
const keptShare = 0.005;
/** Enough digits for a share of a balance. The rest is rounded down. */
const digits = 6;

/**
 * Returns the base units that a share of the means buys or sells: of the position for a reduce-only
 * order, of the base balance for a spot sale, else of the money at the price. Undefined when these
 * are unknown.
 */
export function quickQuantity(
  ticket: Pick<Ticket, 'side' | 'reduceOnly'>,
  at: { readonly symbol: string; readonly price: number | undefined; readonly means: Funds },
  share: number,
): number | undefined {
  const { symbol, price, means } = at;
  const { base, quote, settle } = partsOf(symbol);
  if (ticket.reduceOnly) {
    const closing = ticket.side === 'sell' ? 'long' : 'short';
    return means.position?.side === closing ? portion(means.position.quantity, share) : undefined;
  }
  const isSpot = marketTypeOf(symbol) === 'spot';
  if (isSpot && ticket.side === 'sell') return portion(means.free[base], share);
  if (price === undefined || settle === base) return undefined;
  const money = means.free[settle ?? quote];
  const leverage = isSpot ? 1 : means.leverage;
  if (money === undefined || leverage === undefined) return undefined;
  return portion(floored(((money * leverage) / price) * (1 - keptShare)), share);
}

/**
 * Returns a share of a quantity. All of it stays exact, so that no dust is left; a part is cut to
 * readable digits.
 */
function portion(quantity: number | undefined, share: number): number | undefined {
  if (quantity === undefined || !(quantity > 0)) return undefined;
  return share === 1 ? quantity : floored(quantity * share);
}

function floored(value: number): number {
  const size = Math.floor(Math.log10(value));
  const places = Math.max(0, digits - 1 - size);
  const scale = 10 ** Math.min(places, 15);
  return Math.floor(value * scale) / scale;
}
