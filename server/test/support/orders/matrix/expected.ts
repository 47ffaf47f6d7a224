import type { MatrixCase } from './cases.ts';
import { has } from './table.ts';

/** The expected answer to an order: 200, or a refusal by its code. */
export type Expected = 'taken' | 'any refusal of the venue' | string;

/** Times in force that `GET capabilities` names, by exchange and market type. */
export type Forces = (exchange: string, marketType: string) => readonly string[];

const basic = new Set([
  'market',
  'limit',
  'stop_loss',
  'stop_loss_limit',
  'take_profit',
  'take_profit_limit',
]);
/** They are market orders once they trigger: nothing of them rests. */
const taking = new Set(['market', 'stop_loss', 'take_profit', 'trailing_stop']);

/** Returns true when the table, and the list of times in force, say that the exchange takes it. */
export function isSupported(one: MatrixCase, forces: Forces): boolean {
  const { exchange, marketType, type, force, postOnly, reduceOnly } = one;
  const isPostOnly = postOnly || force === 'POST_ONLY';
  const isAtOnce = force === 'IOC' || force === 'FOK';
  return (
    has(exchange, basic.has(type) ? 'basic' : type, marketType) &&
    (!isAtOnce || forces(exchange, marketType).includes(force)) &&
    (!reduceOnly || has(exchange, 'reduce_only', marketType)) &&
    (!isPostOnly || (has(exchange, 'post_only', marketType) && !taking.has(type) && !isAtOnce)) &&
    // The limit leg of a pair has to rest.
    !(type === 'oco' && isAtOnce)
  );
}

/** Decides by what is known of an order before it is sent, after what its exchange supports. */
export function expectedOf(one: MatrixCase, forces: Forces): Expected {
  const { exchange, marketType, type, side, variant, reduceOnly } = one;
  if (!isSupported(one, forces)) return 'NOT_SUPPORTED';
  if (reduceOnly && !(variant === 'held' && side === 'sell')) return 'NOTHING_TO_REDUCE';
  if (variant === 'huge') {
    return marketType === 'spot' ? 'INSUFFICIENT_BALANCE' : 'INSUFFICIENT_MARGIN';
  }
  if (variant !== 'through') return 'taken';
  if (type === 'limit') return 'POST_ONLY_WOULD_TAKE';
  // Kraken lets a passed stop of its spot markets trigger at once.
  const goesOff = exchange === 'kraken' && marketType === 'spot';
  return goesOff ? 'taken' : 'ORDER_WOULD_TRIGGER';
}
