import { type ErrorMeaning, refusalTexts } from '../../shared/live/failures.ts';

export const vaultTexts = {
  unknown: 'vault_address names no vault and no sub-account.',
} as const;

/**
 * Meanings of the venue's errors, where ccxt's class of the error tells less or something else.
 * There are no codes, only sentences: hyperliquid.gitbook.io, for developers, API, error responses.
 */
export const hyperliquidErrors: readonly ErrorMeaning[] = [
  // For a cancel; it stands in the place of an order's refusal.
  { pattern: /never placed, already canceled, or filled|"unknownOid"/, means: 'notFound' },
  // No document has the sentence: any error about a client id means that it is taken.
  {
    pattern:
      /(duplicate|already|exists|in use)[^"]*cloid|cloid[^"]*(duplicate|already|exists|in use)/i,
    means: 'DUPLICATE',
  },
  {
    pattern: /Post only order would have immediately matched/,
    means: 'WOULD_TAKE',
    message: refusalTexts.wouldTake,
  },
  {
    // Also for a trigger whose limit price is on its wrong side, which we never send.
    pattern: /Invalid TP\/SL price/,
    means: 'WOULD_TRIGGER',
    message: refusalTexts.wouldTrigger,
  },
  {
    pattern: /Reduce only order would increase position/,
    means: 'NOTHING_TO_REDUCE',
    message: refusalTexts.nothingToReduce,
  },
  {
    // The venue refuses orders that other venues accept and end at once. It has no fill-or-kill.
    pattern: /could not immediately match|No liquidity available for market order/,
    means: 'CANNOT_FILL',
    message: 'The order found nothing to match at once.',
  },
  {
    pattern: /Insufficient margin/,
    means: 'INSUFFICIENT_MARGIN',
    message: 'The account has too little margin for the order.',
  },
  // Matched only by the status; the address of the request is not shown.
  {
    pattern: /^hyperliquid POST \S+ 429 /,
    means: 'limited',
    message: 'The exchange has too many requests for the moment.',
  },
  // The requests of an address are limited by what it has traded.
  { pattern: /Too many (cumulative )?requests/i, means: 'limited' },
  // The nonce is a time; a request that came too late is dropped by its own deadline.
  { pattern: /Invalid nonce|already expired/i, means: 'limited' },
  {
    // An agent key that was never approved, has expired, or belongs to nobody.
    pattern: /User or API Wallet|Must deposit before performing actions|recover signer/i,
    means: 'OTHER',
    message: refusalTexts.badCredentials,
  },
  {
    pattern: /Vault not registered|Sub-account \S+ is not registered/i,
    means: 'OTHER',
    message: `${refusalTexts.badCredentials} The key trades for no such vault or sub-account.`,
  },
  // The body could not be read, so nothing of it was done.
  {
    pattern: /Failed to deserialize the JSON body/,
    means: 'OTHER',
    message: 'The exchange could not read the request.',
  },
  // An error in the place of an order's state is the venue's refusal of that order, whatever its
  // text.
  { pattern: /"statuses":\s*\[\s*\{\s*"error"/, means: 'OTHER' },
];
