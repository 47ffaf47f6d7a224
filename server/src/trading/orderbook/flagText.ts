import type { FlagReason } from '../venues/bookPort.ts';

const texts: Readonly<Record<FlagReason, string>> = {
  gap: 'an update is missing',
  checksum: 'its checksum is not that of the exchange',
  crossed: 'its best bid reached its best ask',
  malformed: 'an update could not be read',
  restart: 'the exchange began the book anew',
  reach: 'the market moved beyond the levels of its snapshot',
  disconnected: 'the connection to the exchange closed',
};

/** Explains to people why a book is not trusted until its next snapshot. */
export function flagText(reason: FlagReason): string {
  return texts[reason];
}
