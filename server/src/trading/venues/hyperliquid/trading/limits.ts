import { parseJson } from '../../shared/json.ts';
import { weighted } from '../../shared/limits/callCosts.ts';
import type { CallKind, GovernorRules } from '../../shared/limits/governorRules.ts';
import { exactTime, plainly, shortBody } from '../../shared/limits/readAnswer.ts';
import type {
  OutgoingCall,
  ReportedLimits,
  SentCall,
  VenueLimits,
} from '../../shared/limits/venueLimits.ts';
import type { TradeAnswer, TradeRequest } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';

/**
 * Only the address is counted over time. A wallet has a quota of its own, one action for each USDC
 * that it ever traded after the first 10,000; a wallet that has used it up may act once in ten
 * seconds. That answer ("Too many cumulative requests") counts as 429 of the credential, to retry
 * after 10 s.
 */
const weightWindow = 'weight-1m';

const rules: GovernorRules = {
  windows: [
    {
      name: weightWindow,
      scope: 'address',
      capacity: 1_200,
      // The lists of markets for the books: 20 each, now and then. This amount is cautious.
      booksShare: 200,
      lengthMs: 60_000,
      // An order's state weighs 2, most others 20, and histories one more for 20 records.
      cost: weighted({ cancel: 1, order: 1, read: 2, list: 20 }),
    },
  ],
  bans: {
    429: { scope: 'address', firstMs: 10_000 },
    // Not documented; the guard in front of the host answers so to an address that asks too often.
    403: { scope: 'address', firstMs: 60_000 },
  },
};

const timeRequest: TradeRequest = {
  url: 'https://api.hyperliquid.xyz/info',
  method: 'POST',
  headers: { 'user-agent': 'windlass', 'content-type': 'application/json' },
  body: JSON.stringify({ type: 'exchangeStatus' }),
};

/** A nonce may be a day in the future or two in the past: only a broken clock is further off. */
const hourMs = 3_600_000;

export const hyperliquidLimits: VenueLimits = {
  groups: { all: rules },
  rate: (call) => ({ group: 'all', kind: kindOf(call), weight: weightOf(call) }),
  readLimits: readLimits,
  clock: {
    group: 'all',
    bounds: { behindMsMax: hourMs, aheadMsMax: hourMs },
    request: timeRequest,
    read: ({ text }) => exactTime(valueAt(parseJson(text), 'time')),
  },
};

/** Number of an answer's rows that weigh one more, and the lists that are weighed by their rows. */
const rowsPerWeight = 20;
const rowLists: ReadonlySet<unknown> = new Set([
  'userFunding',
  'userFills',
  'userFillsByTime',
  'userTwapSliceFillsByTime',
  'twapHistory',
]);
/**
 * Few rows are expected: most lists are requested from the last row on. The weight of an answer
 * beyond that is counted once it is here, since it is not known before.
 */
const rowListWeight = 21;

function weightOf({ params }: OutgoingCall): number | undefined {
  if (params.type === 'userRole') return 60;
  return rowLists.has(params.type) ? rowListWeight : undefined;
}

/** Reads that weigh as little as an order's state. */
const lightReads: ReadonlySet<unknown> = new Set([
  'orderStatus',
  'allMids',
  'l2Book',
  'exchangeStatus',
  'clearinghouseState',
  'spotClearinghouseState',
]);

/** Every request is a POST to one of two paths; the body tells its kind. */
function kindOf({ path, params }: OutgoingCall): CallKind {
  if (path !== 'exchange') return lightReads.has(params.type) ? 'read' : 'list';
  const type = String(valueAt(params.action, 'type'));
  return /cancel/i.test(type) ? 'cancel' : 'order';
}

function readLimits(answer: TradeAnswer, asked: SentCall): ReportedLimits {
  const told = { ...plainly(answer, asked), surplus: surplusOf(answer, asked) };
  const body = shortBody(answer);
  if (valueAt(body, 'status') !== 'err') return told;
  // There is no code, only a text.
  if (!/Too many cumulative requests/.test(String(valueAt(body, 'response')))) return told;
  return { ...told, status: 429, scope: 'credential', retryAfterMs: quotaMs };
}

/** Every row of these lists has exactly one time. */
function surplusOf({ text }: TradeAnswer, { weight }: SentCall): ReportedLimits['surplus'] {
  if (weight !== rowListWeight) return {};
  const rows = text.split('"time":').length - 1;
  return { [weightWindow]: Math.max(0, Math.ceil(rows / rowsPerWeight) - 1) };
}

/** A wallet that has used up its quota may act once in ten seconds. */
const quotaMs = 10_000;
