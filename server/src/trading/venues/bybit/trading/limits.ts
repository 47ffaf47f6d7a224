import { parseJson } from '../../shared/json.ts';
import { counted, weighted } from '../../shared/limits/callCosts.ts';
import {
  type CallKind,
  callKinds,
  type GovernorRules,
  type RateWindow,
} from '../../shared/limits/governorRules.ts';
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

/**
 * Rolling seconds for each user and endpoint. Ten is the smallest limit of orders and cancels of
 * spot, linear and inverse; many reads have 50, so ten for all of them together is cautious.
 */
const endpointMin = 10;

const second = (name: string, cost: RateWindow['cost']): RateWindow => {
  return { name, scope: 'credential', capacity: endpointMin, lengthMs: 1_000, cost };
};

const rules: GovernorRules = {
  windows: [
    {
      name: 'requests-5s',
      scope: 'address',
      capacity: 600,
      // Loads of instruments and snapshots share the address. Half is cautious.
      booksShare: 300,
      lengthMs: 5_000,
      cost: counted(...callKinds),
    },
    second('orders-1s', counted('order')),
    second('cancels-1s', counted('cancel')),
    // Unsigned calls count only for the address.
    second('reads-1s', weighted({ cancel: 0, order: 0, read: 1, list: 1 })),
  ],
  bans: {
    // Reported as code 10006 in the body, for the rest of the second. Two seconds are cautious.
    429: { scope: 'credential', firstMs: 2_000 },
    // "Stop all sessions and wait for at least ten minutes."
    403: { scope: 'address', firstMs: 600_000 },
  },
};

export const bybitLimits: VenueLimits = {
  groups: { all: rules },
  rate: (call) => ({ group: 'all', kind: kindOf(call), ...weightOf(call) }),
  readLimits: readLimits,
  clock: {
    group: 'all',
    // `recv_window` is 5 s, of which a second is left for the way; a second of the future is
    // accepted.
    bounds: { behindMsMax: 4_000, aheadMsMax: 900 },
    request: publicGet('https://api.bybit.com/v5/market/time'),
    read: ({ text }) => exactTime(valueAt(parseJson(text), 'time')),
  },
};

/** Spot fees can be read five times a second, half as often as any other read that we make. */
const feeRateWeight = 2;

function weightOf({ path }: OutgoingCall): { readonly weight?: number } {
  return path === 'v5/account/fee-rate' ? { weight: feeRateWeight } : {};
}

function kindOf({ path, method }: OutgoingCall): CallKind {
  if (method !== 'POST') return 'read';
  if (path.includes('cancel')) return 'cancel';
  const places = path.startsWith('v5/order/') || path === 'v5/position/trading-stop';
  return places ? 'order' : 'read';
}

const windowOf: Readonly<Record<CallKind, string>> = {
  cancel: 'cancels-1s',
  order: 'orders-1s',
  read: 'reads-1s',
  list: 'reads-1s',
};

/** Codes come with the status 200. */
function readLimits(answer: TradeAnswer, asked: SentCall): ReportedLimits {
  const told = { ...plainly(answer, asked), used: usedIn(answer, asked) };
  switch (Number(valueAt(shortBody(answer), 'retCode') ?? 0)) {
    case 10_006: {
      const resetAt = headerNumber(answer, 'x-bapi-limit-reset-timestamp');
      return { ...told, status: 429, retryAfterMs: untilMs(resetAt, asked) ?? told.retryAfterMs };
    }
    case 170_222:
      return { ...told, status: 429 };
    case 10_018:
      return { ...told, status: 403 };
    case 10_002:
      return { ...told, isClockRefused: true };
    default:
      return told;
  }
}

function usedIn(answer: TradeAnswer, { kind }: SentCall): Readonly<Record<string, number>> {
  const limit = headerNumber(answer, 'x-bapi-limit');
  const used = usedOf(endpointMin, { limit, left: headerNumber(answer, 'x-bapi-limit-status') });
  return used === undefined ? {} : { [windowOf[kind]]: used };
}
