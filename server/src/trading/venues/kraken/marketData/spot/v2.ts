import { type Fields, isFields, parseJson } from '../../../shared/json.ts';
import type { TextLevel } from '../../../shared/textSide.ts';
import { isChecksum, type SpotBookFrame, type SpotLevels } from './frames.ts';

/**
 * Matches a price or quantity that is a JSON number and ends where it should. Inside a text the
 * quote after the name would be escaped, so no text can be mistaken for it.
 */
const levelNumber = /"(price|qty)"\s*:\s*(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*[,}])/g;

/**
 * Returns the parsed text, with prices and quantities as text: the checksum is made of it, trailing
 * zeros included, which a parsed number has lost. `undefined` when it is not JSON.
 */
export function parseKeepingNumbers(text: string): unknown {
  return parseJson(text.replace(levelNumber, '"$1":"$2"'));
}

/** Reads `{channel: 'book', type, data: [{symbol, bids, asks, checksum, timestamp}]}`. */
export function readV2Book(root: Fields): SpotBookFrame | undefined {
  const [book, more] = Array.isArray(root.data) ? root.data : [];
  if (!isFields(book) || typeof book.symbol !== 'string') return undefined;
  const isAlone = more === undefined;
  return { key: book.symbol, levels: isAlone ? levelsOf(root.type, book) : undefined };
}

function levelsOf(type: unknown, book: Fields): SpotLevels | undefined {
  if (type !== 'snapshot' && type !== 'update') return undefined;
  const bids = sideOf(book.bids);
  const asks = sideOf(book.asks);
  if (!bids || !asks || !isChecksum(book.checksum)) return undefined;
  const timeMs = typeof book.timestamp === 'string' ? Date.parse(book.timestamp) : Number.NaN;
  return {
    isSnapshot: type === 'snapshot',
    bids,
    asks,
    checksum: book.checksum,
    ...(Number.isFinite(timeMs) && { venueTimeMs: timeMs }),
  };
}

function sideOf(side: unknown): TextLevel[] | undefined {
  if (!Array.isArray(side)) return undefined;
  const levels: TextLevel[] = [];
  for (const level of side) {
    if (!isFields(level)) return undefined;
    const { price, qty } = level;
    // A number that is still a number was written in an invalid form.
    if (typeof price !== 'string' || typeof qty !== 'string') return undefined;
    levels.push([price, qty]);
  }
  return levels;
}
