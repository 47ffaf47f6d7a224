import { parseJson } from '../../../shared/json.ts';
import { weighted } from '../../../shared/limits/callCosts.ts';
import type { ReportedTime } from '../../../shared/limits/clockWatch.ts';
import type { CallKind, GovernorRules } from '../../../shared/limits/governorRules.ts';
import { plainly, publicGet, shortBody } from '../../../shared/limits/readAnswer.ts';
import type {
  OutgoingCall,
  ReportedLimits,
  SentCall,
  VenueLimits,
} from '../../../shared/limits/venueLimits.ts';
import type { TradeAnswer } from '../../../shared/live/tradeHttp.ts';
import { valueAt } from '../../../shared/wireFields.ts';

/**
 * 500 in ten seconds for each key; public calls cost nothing. The answers have status 200:
 * `apiLimitExceeded` counts as 429.
 */
const futuresRules: GovernorRules = {
  windows: [
    {
      name: 'cost-10s',
      scope: 'credential',
      capacity: 500,
      lengthMs: 10_000,
      // The heaviest list is that of fills before a time.
      cost: weighted({ cancel: 10, order: 10, read: 2, list: 25 }),
    },
  ],
  bans: {
    429: { scope: 'credential', firstMs: 10_000 },
    403: { scope: 'address', firstMs: 60_000 },
  },
};

/**
 * A separate pool: 100 in ten minutes, one for each page of orders or triggers, and more for one of
 * the account log.
 */
const historyRules: GovernorRules = {
  windows: [
    {
      name: 'tokens-10m',
      scope: 'credential',
      capacity: 100,
      lengthMs: 600_000,
      // Orders and cancels belong to another pool: nothing of this one is reserved for them.
      cost: ({ kind, weight }) => (kind === 'list' ? (weight ?? 1) : 0),
    },
  ],
  bans: futuresRules.bans,
};

export const krakenFuturesLimits: VenueLimits = {
  groups: { futures: futuresRules, history: historyRules },
  rate(call) {
    const group = call.api === 'history' ? 'history' : 'futures';
    return { group, kind: futuresKindOf(call), weight: weightOf(call) };
  },
  readLimits: futuresHeard,
  clock: {
    group: 'futures',
    // `processBefore`, which we set to 5 s, less a second for the way.
    bounds: { behindMsMax: 4_000, aheadMsMax: 4_000 },
    // There is no request for only the time: every answer gives it, and this one is short.
    request: publicGet('https://futures.kraken.com/derivatives/api/v3/tickers/PF_XBTUSD'),
    read: ({ text }) => isoTime(valueAt(parseJson(text), 'serverTime')),
  },
};

function futuresKindOf({ path, api }: OutgoingCall): CallKind {
  if (/^(sendorder|editorder|batchorder)/.test(path)) return 'order';
  if (path.startsWith('cancel')) return 'cancel';
  return api === 'history' || path === 'fills' ? 'list' : 'read';
}

/** For a thousand rows, which is as many as we request at once. */
const accountLogWeight = 3;

/**
 * Cancelling everything costs more than one cancel, and the newest fills cost less than older ones.
 */
function weightOf({ path, method, params }: OutgoingCall): number | undefined {
  if (path.startsWith('cancelallorders')) return 25;
  if (path === 'orders/status') return 1;
  if (path === 'account-log') return accountLogWeight;
  if (path === 'withdrawal') return 100;
  if (path === 'transfer' || (path === 'leveragepreferences' && method === 'PUT')) return 10;
  return path === 'fills' && !('lastFillTime' in params) ? 2 : undefined;
}

function futuresHeard(answer: TradeAnswer, asked: SentCall): ReportedLimits {
  const told = plainly(answer, asked);
  const error = valueAt(shortBody(answer), 'error');
  return error === 'apiLimitExceeded' ? { ...told, status: 429 } : told;
}

function isoTime(told: unknown): ReportedTime | undefined {
  const serverMs = typeof told === 'string' ? Date.parse(told) : Number.NaN;
  return Number.isNaN(serverMs) ? undefined : { serverMs, resolutionMs: 1 };
}
