import { type ErrorMeaning, refusalTexts } from '../../../shared/live/failures.ts';

/**
 * Meanings of the venue's texts, the most specific first: ccxt knows few of them, and takes a
 * refusal during maintenance for a lost connection.
 */
export const krakenSpotErrors: readonly ErrorMeaning[] = [
  // The first answers a cancel, the second a request by id.
  { pattern: /EOrder:(Unknown|Invalid) order/, means: 'notFound' },
  {
    pattern:
      /EOrder:[^"]*(cl_ord_id|client order id)[^"]*(in use|exist|duplicate)|EOrder:Duplicate/i,
    means: 'DUPLICATE',
  },
  // It may be too late for a cancel, and is never proof that an order was not accepted.
  { pattern: /EOrder:Cancel pending/, means: 'unknown' },
  {
    pattern:
      /EService:(Timeout|Deadline elapsed|Unavailable|Busy)|E(General|Database):Internal error/,
    means: 'unknown',
  },
  {
    pattern:
      /E(API|Auth|Order):(Domain )?Rate limit exceeded|E\w+:Too many requests|EService:Throttled/i,
    means: 'limited',
  },
  { pattern: /EGeneral:Temporary lockout|EAPI:Invalid nonce/, means: 'limited' },
  {
    pattern: /EOrder:Post only/i,
    means: 'WOULD_TAKE',
    message: refusalTexts.wouldTake,
  },
  {
    pattern: /EOrder:(Fill or kill|FOK)/i,
    means: 'CANNOT_FILL',
    message: refusalTexts.cannotFill,
  },
  {
    pattern: /EOrder:Reduce only/i,
    means: 'NOTHING_TO_REDUCE',
    message: refusalTexts.nothingToReduce,
  },
  { pattern: /EOrder:Insufficient (initial )?margin/, means: 'INSUFFICIENT_MARGIN' },
  { pattern: /EOrder:Insufficient funds/, means: 'INSUFFICIENT_BALANCE' },
  { pattern: /EFunding:Insufficient funds/, means: 'INSUFFICIENT_BALANCE' },
  // For transfers; the last is our own refusal before anything is sent.
  { pattern: /EFunding:(Unknown asset|Invalid amount)/, means: 'INVALID' },
  { pattern: /EGeneral:Invalid arguments:(amount|asset|from|to)\b/, means: 'INVALID' },
  {
    pattern: /EFunding:Unknown withdraw key/,
    means: 'OTHER',
    message: 'The exchange knows no futures account of the customer.',
  },
  {
    pattern: /EAPI:Invalid (key|signature)|EAuth:Account|ESession:Invalid session/,
    means: 'OTHER',
    message: refusalTexts.badCredentials,
  },
  // Everything else that it says about an order, its arguments or the time is a refusal.
  {
    pattern:
      /EOrder:|EGeneral:(Invalid arguments|Unknown method|Permission denied)|EService:Market in/i,
    means: 'OTHER',
  },
  {
    pattern: /EAccount:|EFunding:|ETrade:|EQuery:|EAPI:(Bad request|Feature disabled)/,
    means: 'OTHER',
  },
];
