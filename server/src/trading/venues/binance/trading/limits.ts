import { parseJson } from '../../shared/json.ts';
import { counted, weighted } from '../../shared/limits/callCosts.ts';
import type { ClockBounds } from '../../shared/limits/clockWatch.ts';
import type { CallKind, GovernorRules, RateWindow } from '../../shared/limits/governorRules.ts';
import {
  exactTime,
  plainly,
  publicGet,
  shortBody,
  untilMs,
} from '../../shared/limits/readAnswer.ts';
import type {
  OutgoingCall,
  ReportedLimits,
  SentCall,
  VenueLimits,
} from '../../shared/limits/venueLimits.ts';
import type { TradeAnswer } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import { markets } from '../marketData/markets.ts';
import type { MarketName } from '../symbols.ts';

/**
 * The windows are fixed minutes, days and tens of seconds. Their names are those of the headers
 * with the count, in lower case: `x-mbx-used-weight-1m`, `x-mbx-order-count-10s`.
 *
 * A 429 comes with Retry-After; callers that go on are banned by 418 for two minutes to three days.
 * 403 is the firewall, which asks for five minutes without a call.
 */
const bans: GovernorRules['bans'] = {
  429: { scope: 'address', firstMs: 60_000 },
  418: { scope: 'address', firstMs: 120_000 },
  403: { scope: 'address', firstMs: 300_000 },
};

const orders = (name: string, capacity: number, lengthMs: number): RateWindow => {
  return { name, scope: 'credential', capacity, lengthMs, cost: counted('order') };
};

const minuteMs = 60_000;

/**
 * Contracts of both margins share one pool of weight and orders, whatever their hosts print.
 * Accounts of portfolio margin have a separate host, which no book needs.
 */
type GroupName = 'spot' | 'contracts' | 'papi';
/** The hosts, each of which weighs calls differently. */
type HostName = MarketName | 'papi';

const groups: Readonly<Record<GroupName, GovernorRules>> = {
  spot: {
    windows: [
      {
        name: 'used-weight-1m',
        scope: 'address',
        capacity: 6_000,
        booksShare: markets.spot.weightPerMinute,
        lengthMs: minuteMs,
        cost: weighted({ cancel: 1, order: 1, read: 20, list: 80 }),
      },
      // In the end, filled orders do not count. Counting them is cautious.
      orders('order-count-10s', 100, 10_000),
      orders('order-count-1d', 200_000, 24 * 60 * minuteMs),
    ],
    bans,
  },
  contracts: {
    windows: [
      {
        name: 'used-weight-1m',
        scope: 'address',
        capacity: 2_400,
        booksShare: markets.usdm.weightPerMinute + markets.coinm.weightPerMinute,
        lengthMs: minuteMs,
        // The documents give orders no weight here. One is cautious.
        cost: weighted({ cancel: 1, order: 1, read: 5, list: 40 }),
      },
      orders('order-count-10s', 300, 10_000),
      orders('order-count-1m', 1_200, minuteMs),
    ],
    bans,
  },
  papi: {
    windows: [
      {
        name: 'used-weight-1m',
        scope: 'address',
        capacity: 6_000,
        booksShare: 0,
        lengthMs: minuteMs,
        cost: weighted({ cancel: 1, order: 1, read: 20, list: 40 }),
      },
      orders('order-count-1m', 1_200, minuteMs),
    ],
    bans,
  },
};

/**
 * `recvWindow` is 5 s, of which a second is left for the way; a second of the future is accepted.
 */
const clockBounds: ClockBounds = { behindMsMax: 4_000, aheadMsMax: 900 };

export const binanceLimits: VenueLimits = {
  groups,
  rate(call) {
    const host = hostOf(call);
    return { group: groupOf[host], kind: kindOf(call), weight: weightOf(call, host) };
  },
  readLimits: readLimits,
  clock: {
    group: 'spot',
    bounds: clockBounds,
    request: publicGet('https://api.binance.com/api/v3/time'),
    read: ({ text }) => exactTime(valueAt(parseJson(text), 'serverTime')),
  },
};

const groupOf: Readonly<Record<HostName, GroupName>> = {
  spot: 'spot',
  usdm: 'contracts',
  coinm: 'contracts',
  papi: 'papi',
};

function hostOf({ api }: OutgoingCall): HostName {
  if (api.startsWith('papi')) return 'papi';
  if (api.startsWith('fapi')) return 'usdm';
  return api.startsWith('dapi') ? 'coinm' : 'spot';
}

/** Paths that place or end orders; keys of user streams do neither. */
const orderPath = /^(order|orderList|algoOrder|sor|batchOrders|openOrders|allOpenOrders)\b/;

/** Papi has all wallets behind one host, each under a prefix. */
const marginTypePath = /^(um|cm|margin)\/((algo|conditional)\/)?/;

function kindOf(call: OutgoingCall): CallKind {
  const { method } = call;
  const path = ownPath(call);
  if (orderPath.test(path) && method === 'POST') return 'order';
  if (orderPath.test(path) && method === 'DELETE') return 'cancel';
  if (path === 'countdownCancelAll') return 'cancel';
  return /^open(Algo)?Orders$/.test(path) ? 'list' : 'read';
}

function ownPath({ api, path }: OutgoingCall): string {
  return api.startsWith('papi') ? path.replace(marginTypePath, '') : path;
}

interface Weight {
  readonly weight: number;
  /** Weight when no symbol is named. */
  readonly all?: number;
}

type Weights = Readonly<Record<string, Weight>>;

/** Weights of the regular requests; all others weigh as much as a read does by default. */
const weights: Readonly<Record<'spot' | 'contracts' | 'papi', Weights>> = {
  spot: {
    order: { weight: 4 },
    orderList: { weight: 4 },
    openOrders: { weight: 6, all: 80 },
    'ticker/24hr': { weight: 2, all: 80 },
    time: { weight: 1 },
    userDataStream: { weight: 2 },
    // Counted for the account: 900 of 180,000 a minute.
    'asset/transfer': { weight: 1 },
    'asset/tradeFee': { weight: 1 },
    'asset/get-funding-asset': { weight: 1 },
    'margin/account': { weight: 10 },
  },
  contracts: {
    order: { weight: 1 },
    algoOrder: { weight: 1 },
    openOrders: { weight: 1, all: 40 },
    openAlgoOrders: { weight: 1, all: 40 },
    'ticker/24hr': { weight: 1, all: 40 },
    time: { weight: 1 },
    listenKey: { weight: 1 },
    countdownCancelAll: { weight: 10 },
    income: { weight: 30 },
    commissionRate: { weight: 20 },
    'positionSide/dual': { weight: 30 },
    premiumIndex: { weight: 1, all: 10 },
    fundingInfo: { weight: 1 },
    // Weight of a request for less than 500.
    markPriceKlines: { weight: 2 },
    leverage: { weight: 1 },
    marginType: { weight: 1 },
  },
  papi: {
    balance: { weight: 20 },
    account: { weight: 20 },
    listenKey: { weight: 1 },
    'um/order': { weight: 1 },
    'um/openOrders': { weight: 1, all: 40 },
    'cm/openOrders': { weight: 1, all: 40 },
    'um/userTrades': { weight: 5 },
    'cm/userTrades': { weight: 20 },
    'um/algo/algoOrder': { weight: 1 },
    'um/algo/openAlgoOrders': { weight: 1, all: 40 },
    'um/algo/allAlgoOrders': { weight: 5 },
    'cm/conditional/openOrders': { weight: 1, all: 40 },
    'um/account': { weight: 5 },
    'cm/account': { weight: 5 },
    'um/positionRisk': { weight: 5 },
    'cm/positionRisk': { weight: 1 },
    'um/income': { weight: 30 },
    'cm/income': { weight: 30 },
    'um/leverage': { weight: 1 },
    'cm/leverage': { weight: 1 },
    'um/positionSide/dual': { weight: 30 },
    'um/commissionRate': { weight: 20 },
    'cm/commissionRate': { weight: 20 },
    'auto-collection': { weight: 750 },
    'asset-collection': { weight: 30 },
  },
};

const weightsOf: Readonly<Record<HostName, Weights>> = {
  spot: weights.spot,
  usdm: weights.contracts,
  // Here one index weighs as much as the list of all.
  coinm: { ...weights.contracts, premiumIndex: { weight: 10 }, balance: { weight: 1 } },
  papi: weights.papi,
};

/** Returns undefined for a call that weighs as much as others of its kind. */
function weightOf(call: OutgoingCall, host: HostName): number | undefined {
  const { path, method, params } = call;
  if (method !== 'GET' && orderPath.test(ownPath(call))) return undefined;
  // The trades of one order cost a fourth of a list of trades.
  if (path === 'myTrades' && params.orderId !== undefined) return 5;
  const known = weightsOf[host][path];
  return params.symbol === undefined ? (known?.all ?? known?.weight) : known?.weight;
}

function readLimits(answer: TradeAnswer, asked: SentCall): ReportedLimits {
  const told = { ...plainly(answer, asked), used: usedIn(answer) };
  const error = shortBody(answer);
  switch (valueAt(error, 'code')) {
    case -1003: {
      // "Way too much request weight used; IP banned until 1700000000000."
      const [, until] = /banned until (\d+)/.exec(String(valueAt(error, 'msg'))) ?? [];
      const status = told.status === 418 || until !== undefined ? 418 : 429;
      const bannedMs = until === undefined ? undefined : untilMs(Number(until), asked);
      return { ...told, status, retryAfterMs: bannedMs ?? told.retryAfterMs };
    }
    case -1015:
      // Only orders are over the limit: cancels and reads go on.
      return { ...told, status: 400, used: { ...told.used, ...ordersUsedUp(asked) } };
    case -1021:
      return { ...told, isClockRefused: true };
    default:
      return told;
  }
}

/**
 * Returns the venue's own counts by the names of our windows: `x-mbx-used-weight-1m` is
 * `used-weight-1m`.
 */
function usedIn({ headers }: TradeAnswer): Readonly<Record<string, number>> {
  const counts = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith('x-mbx-') ? [[name.slice('x-mbx-'.length), Number(value)] as const] : [],
  );
  return Object.fromEntries(counts);
}

/**
 * Marks the shortest window of orders as full: calls that wait for it will learn of longer ones.
 */
function ordersUsedUp({ group }: SentCall): Readonly<Record<string, number>> {
  const rules = groups[group as GroupName];
  const shortest = rules.windows.find(({ scope }) => scope === 'credential');
  return shortest ? { [shortest.name]: shortest.capacity } : {};
}
