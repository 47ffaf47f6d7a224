import { parseJson } from '../../shared/json.ts';
import { counted, unsigned, weighted } from '../../shared/limits/callCosts.ts';
import type { CallKind, GovernorRules } from '../../shared/limits/governorRules.ts';
import {
  exactTime,
  headerNumber,
  plainly,
  publicGet,
  shortBody,
  untilMs,
  usedOf,
} from '../../shared/limits/readAnswer.ts';
import type {
  OutgoingCall,
  ReportedLimits,
  SentCall,
  VenueLimits,
} from '../../shared/limits/venueLimits.ts';
import type { TradeAnswer } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';

const rules: GovernorRules = {
  windows: [
    // For each endpoint; ours are different from those of the books.
    { name: 'public-10s', scope: 'address', capacity: 200, lengthMs: 10_000, cost: unsigned },
    // Spot allows ten for each market and contracts a hundred in total. Ten in total are cautious.
    {
      name: 'orders-1s',
      scope: 'credential',
      capacity: 10,
      lengthMs: 1_000,
      cost: counted('order'),
    },
    // For each endpoint, and cancels have 200 in each second. Counting all of them together is
    // cautious.
    {
      name: 'private-10s',
      scope: 'credential',
      capacity: 200,
      lengthMs: 10_000,
      cost: weighted({ cancel: 1, order: 0, read: 1, list: 1 }),
    },
  ],
  // No 403: a key that lacks a permission, or comes from another address, gets it as well.
  bans: { 429: { scope: 'credential', firstMs: 10_000 } },
};

export const gateioLimits: VenueLimits = {
  groups: { all: rules },
  rate: (call) => ({ group: 'all', kind: kindOf(call), ...weightOf(call) }),
  readLimits: readLimits,
  clock: {
    group: 'all',
    // A timestamp is refused when it is 60 s off (`REQUEST_EXPIRED`); half of that is cautious.
    bounds: { behindMsMax: 30_000, aheadMsMax: 30_000 },
    request: publicGet('https://api.gateio.ws/api/v4/spot/time'),
    read: ({ text }) => exactTime(valueAt(parseJson(text), 'server_time')),
  },
};

/** Transfers have 80 in ten seconds, where other calls have 200. */
const transferWeight = 2.5;

/** Earnings on the trades of others: lists of them have 150. */
const commissions = 'commission_history';
const commissionWeight = 1.5;

function weightOf({ path }: OutgoingCall): { readonly weight?: number } {
  if (path.endsWith(commissions)) return { weight: commissionWeight };
  return path === 'transfers' ? { weight: transferWeight } : {};
}

function kindOf({ path, method }: OutgoingCall): CallKind {
  if (path.endsWith('countdown_cancel_all')) return 'cancel';
  // Reading months of it takes many calls, which need not come before any other.
  if (path.endsWith('account_book') || path.endsWith(commissions)) return 'list';
  if (!/(^|\/)(price_)?orders\b/.test(path)) return 'read';
  if (method === 'DELETE') return 'cancel';
  return method === 'GET' ? 'read' : 'order';
}

function readLimits(answer: TradeAnswer, asked: SentCall): ReportedLimits {
  const told = { ...plainly(answer, asked), used: usedIn(answer, asked) };
  const label = valueAt(shortBody(answer), 'label');
  if (answer.status === 429 || label === 'TOO_MANY_REQUESTS' || label === 'TOO_FAST') {
    const resetAt = headerNumber(answer, 'x-gate-ratelimit-reset-timestamp');
    return { ...told, status: 429, retryAfterMs: untilMs(resetAt, asked) ?? told.retryAfterMs };
  }
  return label === 'REQUEST_EXPIRED' ? { ...told, isClockRefused: true } : told;
}

function usedIn(answer: TradeAnswer, asked: SentCall): Readonly<Record<string, number>> {
  const window = rules.windows.find(({ name }) => name === windowOf(asked));
  const limit = headerNumber(answer, 'x-gate-ratelimit-limit');
  const left = headerNumber(answer, 'x-gate-ratelimit-requests-remain');
  const used = window && usedOf(window.capacity, { limit, left });
  return used === undefined ? {} : { [window?.name ?? '']: used };
}

function windowOf({ kind, isPublic }: SentCall): string {
  if (isPublic) return 'public-10s';
  return kind === 'order' ? 'orders-1s' : 'private-10s';
}
