import { parseJson } from '../shared/json.ts';
import { weighted } from '../shared/limits/callCosts.ts';
import type { CallKind, GovernorRules } from '../shared/limits/governorRules.ts';
import { exactTime, plainly, shortBody } from '../shared/limits/readAnswer.ts';
import type { Asked, AskedCall, ToldLimits, VenueLimits } from '../shared/limits/venueLimits.ts';
import type { TradeAnswer, TradeRequest } from '../shared/live/tradeHttp.ts';
import { valueAt } from '../shared/wireFields.ts';

/**
 * Only the address is counted in time. A wallet has a quota of its own, one action for each USDC it
 * ever traded after the first 10,000; who has used it up may act once in ten seconds. That answer
 * ("Too many cumulative requests") counts as 429 of the credential, to retry after 10 s.
 */
const rules: GovernorRules = {
  windows: [
    {
      name: 'weight-1m',
      scope: 'address',
      capacity: 1_200,
      // The lists of markets of the books: 20 each, now and then. This much is cautious.
      booksShare: 200,
      lengthMs: 60_000,
      // An order's state weighs 2, most others 20, and histories one more for 20 records.
      cost: weighted({ cancel: 1, order: 1, read: 2, list: 20 }),
    },
  ],
  bans: {
    429: { scope: 'address', firstMs: 10_000 },
    // Not documented; the guard in front of the host answers so to an address that asks too much.
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
  rate: (call) => ({
    ...{ group: 'all', kind: kindOf(call) },
    ...weightOf(call),
  }),
  heard,
  clock: {
    group: 'all',
    bounds: { behindMsMax: hourMs, aheadMsMax: hourMs },
    request: timeRequest,
    read: ({ text }) => exactTime(valueAt(parseJson(text), 'time')),
  },
};

/** Twenty, and one more for 20 of the 2,000 executions of a full page. */
const fullPageWeight = 120;

/** Where it is another than that of the kind; of funding a full page of 500. */
const weights: Readonly<Record<string, number>> = {
  userRole: 60,
  userFunding: 45,
  userFills: fullPageWeight,
  twapHistory: fullPageWeight,
};

/**
 * Of executions from the time of an order on, a hundred of them. They are asked for at every look
 * at an order, and few have happened since: counted as a full page, five looks would take what
 * reads may weigh in a minute. Whoever expects more, as a history does, asks with an end.
 */
const lookWeight = 25;

const sinceLists: ReadonlySet<unknown> = new Set(['userFillsByTime', 'userTwapSliceFillsByTime']);

function weightOf({ params }: AskedCall): { readonly weight?: number } {
  if (sinceLists.has(params.type)) {
    return { weight: params.endTime === undefined ? lookWeight : fullPageWeight };
  }
  const weight = weights[String(params.type)];
  return weight === undefined ? {} : { weight };
}

/** Reads that weigh as little as an order's state. */
const lightReads: ReadonlySet<unknown> = new Set([
  ...['orderStatus', 'allMids', 'l2Book', 'exchangeStatus'],
  ...['clearinghouseState', 'spotClearinghouseState'],
]);

/** Everything is a POST to one of two paths; what it is stands in the body. */
function kindOf({ path, params }: AskedCall): CallKind {
  if (path !== 'exchange') return lightReads.has(params.type) ? 'read' : 'list';
  const type = String(valueAt(params.action, 'type'));
  return /cancel/i.test(type) ? 'cancel' : 'order';
}

function heard(answer: TradeAnswer, asked: Asked): ToldLimits {
  const told = plainly(answer, asked);
  const body = shortBody(answer);
  if (valueAt(body, 'status') !== 'err') return told;
  // There is no code, only a text.
  if (!/Too many cumulative requests/.test(String(valueAt(body, 'response')))) return told;
  return { ...told, status: 429, scope: 'credential', retryAfterMs: quotaMs };
}

/** A wallet that has used up its quota may act once in ten seconds. */
const quotaMs = 10_000;
