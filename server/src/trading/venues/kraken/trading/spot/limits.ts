import { parseJson } from '../../../shared/json.ts';
import { unsigned, weighted } from '../../../shared/limits/callCosts.ts';
import type { ReportedTime } from '../../../shared/limits/clockWatch.ts';
import type { CallKind, GovernorRules } from '../../../shared/limits/governorRules.ts';
import { plainly, publicGet, shortBody, untilMs } from '../../../shared/limits/readAnswer.ts';
import type {
  OutgoingCall,
  ReportedLimits,
  SentCall,
  VenueLimits,
} from '../../../shared/limits/venueLimits.ts';
import type { TradeAnswer } from '../../../shared/live/tradeHttp.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import { createdAtMs } from '../clientIds.ts';

/**
 * Both counters drain steadily; the figures are those of the lowest tier, which is cautious. The
 * answers have status 200: `EAPI:Rate limit exceeded` and the same of `EOrder` count as 429.
 */
const spotRules: GovernorRules = {
  windows: [
    // "About one a second" for each address. Half of that is cautious.
    { name: 'public-10s', scope: 'address', capacity: 5, lengthMs: 10_000, cost: unsigned },
    {
      // Up to 15, of which a third drains per second. A ledger or trade history costs two.
      name: 'calls-45s',
      scope: 'credential',
      capacity: 15,
      lengthMs: 45_000,
      drains: true,
      cost: weighted({ cancel: 0, order: 0, read: 1, list: 2 }),
    },
    {
      // Up to 60, of which one drains per second, for each pair. One counter for all pairs is
      // cautious.
      name: 'trading-60s',
      scope: 'credential',
      capacity: 60,
      lengthMs: 60_000,
      drains: true,
      // A cancel of an order of unknown age costs as much as that of the youngest.
      cost: weighted({ cancel: 8, order: 1, read: 0, list: 0 }),
    },
  ],
  bans: {
    // The counter needs some seconds without a call.
    429: { scope: 'credential', firstMs: 15_000 },
    // Not documented; the guard in front of the host answers so to an address that asks too often.
    403: { scope: 'address', firstMs: 60_000 },
  },
};

export const krakenSpotLimits: VenueLimits = {
  groups: { spot: spotRules },
  rate: (call, nowMs) => ({
    group: 'spot',
    kind: spotKindOf(call),
    weight: spotWeightOf(call, nowMs),
  }),
  readLimits: spotHeard,
  clock: {
    group: 'spot',
    // There are no timestamps but nonces, with a window of ten seconds on the key.
    bounds: { behindMsMax: 4_000, aheadMsMax: 4_000 },
    request: publicGet('https://api.kraken.com/0/public/Time'),
    read: ({ text }) => wholeSeconds(valueAt(parseJson(text), 'result', 'unixtime')),
  },
};

/** Histories count twice. */
const histories: ReadonlySet<string> = new Set(['ClosedOrders', 'TradesHistory', 'Ledgers']);

/**
 * An order is looked up by our id among open orders, then among ended ones. The first call pays for
 * both: half a look-up tells nothing, and many halves would leave no room for a whole one.
 */
function spotWeightOf(
  { path, params }: OutgoingCall,
  nowMs: number | undefined,
): number | undefined {
  if (!('cl_ord_id' in params)) return undefined;
  if (path === 'CancelOrder') return cancelWeight(String(params.cl_ord_id), nowMs);
  if (path === 'OpenOrders') return 3;
  return path === 'ClosedOrders' ? 0 : undefined;
}

/** The cost of a cancel until the order has rested for this long; later it is free. */
const cancelSteps: readonly { readonly untilMs: number; readonly cost: number }[] = [
  { untilMs: 5_000, cost: 8 },
  { untilMs: 10_000, cost: 6 },
  { untilMs: 15_000, cost: 5 },
  { untilMs: 45_000, cost: 4 },
  { untilMs: 90_000, cost: 2 },
  { untilMs: 300_000, cost: 1 },
];
/**
 * Maximum time that an order may have waited before it was sent; its id tells when it was created.
 */
const sendingMsMax = 5_000;

/** Returns the weight by the order's age, from the time in our id; undefined when it has none. */
function cancelWeight(clientId: string, nowMs: number | undefined): number | undefined {
  const madeMs = createdAtMs(clientId);
  if (madeMs === undefined || nowMs === undefined) return undefined;
  const restedMs = nowMs - sendingMsMax - madeMs;
  return cancelSteps.find(({ untilMs }) => restedMs < untilMs)?.cost ?? 0;
}

function spotKindOf({ path }: OutgoingCall): CallKind {
  // It touches no order unless it triggers: a call like any other.
  if (path === 'CancelAllOrdersAfter') return 'read';
  if (/^(Add|Edit|Amend)Order/.test(path)) return 'order';
  if (path.startsWith('Cancel')) return 'cancel';
  return histories.has(path) ? 'list' : 'read';
}

/** Documented as "about 15 minutes". */
const lockedOutMs = 15 * 60_000;

/** Errors are texts, and come with the status 200. */
function spotHeard(answer: TradeAnswer, asked: SentCall): ReportedLimits {
  const told = plainly(answer, asked);
  const errors = valueAt(shortBody(answer), 'error');
  const text = Array.isArray(errors) ? errors.join(' ') : '';
  if (/EGeneral:Temporary lockout/.test(text)) {
    return { ...told, status: 429, retryAfterMs: lockedOutMs };
  }
  const [, until] = /EService:Throttled:? ?\[?(\d+)/.exec(text) ?? [];
  if (until !== undefined) {
    return { ...told, status: 429, retryAfterMs: untilMs(Number(until), asked) };
  }
  return /E(API|Order):Rate limit exceeded/.test(text) ? { ...told, status: 429 } : told;
}

function wholeSeconds(told: unknown): ReportedTime | undefined {
  return typeof told === 'number' ? { serverMs: told * 1_000, resolutionMs: 1_000 } : undefined;
}
