import { parseJson } from '../../shared/json.ts';
import { counted, unsigned, weighted } from '../../shared/limits/callCosts.ts';
import type {
  CallKind,
  CountedCall,
  GovernorRules,
  RateWindow,
} from '../../shared/limits/governorRules.ts';
import { exactTime, plainly, publicGet, shortBody } from '../../shared/limits/readAnswer.ts';
import type {
  OutgoingCall,
  ReportedLimits,
  SentCall,
  VenueLimits,
} from '../../shared/limits/venueLimits.ts';
import type { TradeAnswer } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';

const twoSeconds = (name: string, capacity: number, cost: RateWindow['cost']): RateWindow => {
  return { name, scope: 'credential', capacity, lengthMs: 2_000, cost };
};

const none = { cancel: 0, order: 0, read: 0, list: 0 } as const;

/**
 * Rolling two seconds for each user and endpoint; for orders and cancels also for each instrument.
 */
const rules: GovernorRules = {
  windows: [
    // The lowest limit of the public endpoints.
    { name: 'public-2s', scope: 'address', capacity: 10, lengthMs: 2_000, cost: unsigned },
    // One count for all instruments is cautious.
    twoSeconds('orders-2s', 60, counted('order')),
    twoSeconds('cancels-2s', 60, counted('cancel')),
    // Orders have 60, balances and positions 10. One count of 20 for single reads is cautious.
    twoSeconds('reads-2s', 20, weighted({ ...none, read: 1 })),
    twoSeconds('lists-2s', 10, weighted({ ...none, list: 1 })),
    // The dead man's switch is the only cancel with a weight.
    { name: 'switch-1s', scope: 'credential', capacity: 1, lengthMs: 1_000, cost: switched },
  ],
  // Codes 50011 and 50061; a 403 may also be a key without permission.
  bans: { 429: { scope: 'credential', firstMs: 2_000 } },
};

export const okxLimits: VenueLimits = {
  groups: { all: rules },
  rate: (call) => ({ group: 'all', kind: kindOf(call), weight: weightOf(call) }),
  readLimits: readLimits,
  clock: {
    group: 'all',
    // A timestamp is refused when it is 30 s off; half of that is cautious.
    bounds: { behindMsMax: 15_000, aheadMsMax: 15_000 },
    request: publicGet('https://www.okx.com/api/v5/public/time'),
    read: ({ text }) => exactTime(valueAt(parseJson(text), 'data', 0, 'ts')),
  },
};

/**
 * Each of them is counted separately: a caller's balance must not wait for a comparison's lists.
 */
const singleReads: ReadonlySet<string> = new Set([
  'trade/order',
  'trade/order-algo',
  'account/balance',
  'asset/balances',
]);

function kindOf({ path, method }: OutgoingCall): CallKind {
  if (method !== 'POST') return singleReads.has(path) ? 'read' : 'list';
  if (path.startsWith('trade/cancel-')) return 'cancel';
  return path.startsWith('trade/') ? 'order' : 'read';
}

function switched({ kind, weight = 0 }: CountedCall): number {
  return kind === 'cancel' ? weight : 0;
}

/** Weights of calls with a limit of their own, in relation to the limit of their kind. */
const weights: Readonly<Record<string, number>> = {
  'trade/cancel-all-after': 1,
  // Two a second: of 20 in two seconds that is cautious.
  'asset/transfer': 10,
  // Ten in two seconds.
  'account/balance': 2,
  // Six a second: of 20 in two seconds that is cautious.
  'asset/balances': 2,
  // 5 in two seconds, of the lists' 10.
  'account/bills-archive': 2,
  'account/config': 2,
  'account/trade-fee': 2,
};

function weightOf({ path }: OutgoingCall): number | undefined {
  return weights[path];
}

/** Codes come with the status 429 or 200. */
function readLimits(answer: TradeAnswer, asked: SentCall): ReportedLimits {
  const told = plainly(answer, asked);
  switch (String(valueAt(shortBody(answer), 'code'))) {
    case '50011':
    case '50061':
      return { ...told, status: 429 };
    case '50102':
      return { ...told, isClockRefused: true };
    default:
      return told;
  }
}
