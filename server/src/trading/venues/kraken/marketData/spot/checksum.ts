import type { TextSide } from '../../../shared/textSide.ts';

/** Number of levels a side that the checksum covers, whatever the subscribed depth. */
const checkedLevels = 10;
const polynomial = 0xedb88320;
const dot = 46;
const zero = 48;

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
  }
  return value;
});

/**
 * Returns the venue's CRC32 of a book: of the best asks, then the best bids, price and quantity as
 * text without dot and leading zeros. It is summed in place: joining the text first takes several
 * times as long, and this runs on every message.
 */
export function bookChecksum(bids: TextSide, asks: TextSide): number {
  return (addSide(addSide(-1, asks), bids) ^ -1) >>> 0;
}

function addSide(start: number, side: TextSide): number {
  let sum = start;
  const count = Math.min(checkedLevels, side.size);
  for (let rank = 0; rank < count; rank += 1) {
    sum = addNumber(sum, side.price(rank) ?? '');
    sum = addNumber(sum, side.quantity(rank) ?? '');
  }
  return sum;
}

function addNumber(start: number, text: string): number {
  let sum = start;
  let isLeading = true;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === dot || (isLeading && code === zero)) continue;
    isLeading = false;
    sum = (sum >>> 8) ^ (table[(sum ^ code) & 0xff] as number);
  }
  return sum;
}
