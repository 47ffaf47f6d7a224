import { marketTypeOf, partsOf } from '../../shared/symbol.ts';
import type { Ticket } from './ticket.ts';

/** What an account has for an order of a symbol. */
export interface Means {
  readonly free: Readonly<Record<string, number>>;
  /** Of contracts. */
  readonly leverage: number | undefined;
  /** Base units of the open position; undefined when there is none, or it is not known. */
  readonly position: { readonly side: 'long' | 'short'; readonly quantity: number } | undefined;
}

/** Kept back of what is bought with all there is, for the fee and for a price that moves. */
const keptShare = 0.005;
/** A share of a balance needs no more; the rest is rounded away downwards. */
const digits = 6;

/**
 * Base units that a share of what there is comes to: of the position for what only reduces it, of
 * the base for a spot sale, else of the money at the price. Undefined where that is not known.
 */
export function quickQuantity(
  ticket: Pick<Ticket, 'side' | 'reduceOnly'>,
  at: { readonly symbol: string; readonly price: number | undefined; readonly means: Means },
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

/** All of it stays exact, so that no dust is left; a part is cut to what can be read. */
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
