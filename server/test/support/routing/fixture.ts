import { prepareOrder } from '../../../src/trading/execution/prepare.ts';
import type { OrderDraft, PreparedOrder } from '../../../src/trading/execution/types.ts';
import type { FeeRecord } from '../../../src/trading/fees/types.ts';
import type { Account, AccountId } from '../../../src/trading/model/account.ts';
import { marketTypeOf } from '../../../src/trading/model/order.ts';
import { type InstrumentSymbol, symbolParts } from '../../../src/trading/model/symbol.ts';
import type { VenueId } from '../../../src/trading/model/venue.ts';
import type { Level, VenueBook } from '../../../src/trading/orderbook/types.ts';
import { createEstimator, type EstimatorDeps } from '../../../src/trading/routing/estimate.ts';
import type {
  RouteEstimate,
  RouteRequest,
  RouteSlice,
} from '../../../src/trading/routing/types.ts';
import type { ListedMarket } from '../../../src/trading/venues/marketPort.ts';
import { venueOf } from '../accounts/fixture.ts';
import { oneWorld } from '../algorithms/oneWorld.ts';
import { createManualClock } from '../manualClock.ts';
import { accountOf, listedMarket, symbolOf } from '../paper/fixture.ts';

/** A book as a test writes it: fresh, whole and trusted by default. */
export interface SceneBook {
  readonly bids?: readonly Level[];
  readonly asks?: readonly Level[];
  readonly stalenessMs?: number;
  readonly confidence?: number;
  readonly flagged?: VenueBook['flagged'];
  readonly hasData?: boolean;
}

/** An account with its venue and balances; plenty of everything by default. */
export interface SceneAccount {
  /** Base units that a reduce-only order can reduce. */
  readonly closable?: number;
  readonly id: string;
  readonly venue: string;
  /** Amount of the asset that is spent, or the error of reading it. */
  readonly free?: number | Error;
  readonly leverage?: number;
  readonly dailyUsd?: number;
  readonly takerBps?: number;
  readonly changes?: Partial<Account>;
}

export interface Scene {
  readonly symbol?: string;
  readonly accounts: readonly SceneAccount[];
  /** Books by venue; a venue without one shows nothing. */
  readonly books: Readonly<Record<string, SceneBook>>;
  /** By venue, `none` where it is not listed; default tick 0.01, lot 0.0001, no minimums. */
  readonly markets?: Readonly<Record<string, Partial<ListedMarket> | 'none'>>;
  /** Venues whose lists are not known. */
  readonly unknown?: readonly string[];
  readonly quoteUsd?: number;
  readonly capUsd?: number;
}

export type SceneRequest = Partial<Omit<RouteRequest, 'symbol' | 'accounts'>>;

/** The estimator over a market that does not move. */
export interface RouteScene {
  /** Estimates a buy of 1 at up to three venues, within 50 bps, with the request's changes. */
  estimate(request?: SceneRequest): Promise<RouteEstimate>;
  /** Runs all of execution's checks of a slice before it is sent. */
  prepare(slice: RouteSlice, side?: RouteRequest['side']): Promise<PreparedOrder>;
  /** Requests to books, funds and fees, in order. */
  readonly asked: readonly string[];
}

const plenty = 1e9;

export function routeScene(scene: Scene): RouteScene {
  const symbol = symbolOf(scene.symbol ?? 'BTC/USDT');
  const asked: string[] = [];
  const deps = depsOf(scene, symbol, asked);
  const accounts = scene.accounts.map(toAccount);
  const { estimate } = createEstimator(deps);
  return {
    asked,
    estimate: (request = {}) =>
      estimate({
        symbol,
        accounts,
        side: 'buy',
        quantity: 1,
        maxVenues: 3,
        maxSlippageBps: 50,
        ...request,
      }),
    prepare(slice, side = 'buy') {
      const account = accounts.find(({ id }) => id === slice.accountId);
      if (!account) throw new Error(`${slice.accountId} is no account of the scene`);
      return prepareOrder(prepareDepsOf(scene, deps), account, draftOf(slice, symbol, side));
    },
  };
}

function toAccount({ id, venue, changes }: SceneAccount): Account {
  return { ...accountOf(venueOf(venue)), id: id as AccountId, ...changes };
}

function depsOf(scene: Scene, symbol: InstrumentSymbol, asked: string[]): EstimatorDeps {
  const of = (account: Account): SceneAccount =>
    scene.accounts.find(({ id }) => id === account.id) ?? { id: account.id, venue: account.venue };
  const { quoteUsd = 1, capUsd, unknown = [], markets = {} } = scene;
  return {
    worldOf: oneWorld({
      markets: {
        knows: (venue) => !unknown.includes(venue),
        prepare: async () => void asked.push('prepare'),
        rulesOf: (venue, named) => marketIn(markets[venue], named),
      },
      books: {
        async ready(named, venues) {
          asked.push(`books ${venues.join(' ')}`);
          return venues.flatMap((venue) => {
            const made = scene.books[venue];
            return made ? [sceneBook(venue, named, made)] : [];
          });
        },
      },
    }),
    funds: {
      async power(account, _market, side) {
        asked.push(`power ${account.id}`);
        const { free = plenty, leverage = 1 } = of(account);
        if (free instanceof Error) throw free;
        const { base, quote, settle } = symbolParts(symbol);
        if (settle !== undefined) return { asset: settle, free, leverage };
        return { asset: side === 'buy' ? quote : base, free, leverage: 1 };
      },
      closable: async (account) => of(account).closable ?? 0,
      dailyRemainingMicroUsd: async (account) => Math.round((of(account).dailyUsd ?? plenty) * 1e6),
    },
    fees: { of: async (account) => feeOf(account, of(account).takerBps ?? 0) },
    paysFeeOnTop: () => true,
    quotes: { usd: async () => quoteUsd },
    capOf: () => (capUsd === undefined ? undefined : Math.round(capUsd * 1e6)),
    clock: createManualClock(),
    observe: { allocated: () => undefined },
  };
}

function marketIn(
  said: Partial<ListedMarket> | 'none' | undefined,
  symbol: InstrumentSymbol,
): ListedMarket | undefined {
  if (said === 'none') return undefined;
  return listedMarket(symbol, { quantityMin: undefined, notionalMin: undefined, ...said });
}

function feeOf(account: Account, takerBps: number): FeeRecord {
  const { id: accountId, venue } = account;
  const terms = { source: 'config', tier: 'base', isTierBased: false, updatedAtMs: 0 } as const;
  return { venue, accountId, symbol: undefined, makerBps: takerBps, takerBps, ...terms };
}

export function sceneBook(venue: VenueId, symbol: InstrumentSymbol, made: SceneBook): VenueBook {
  const { bids = [], asks = [], stalenessMs = 0, confidence = 1, flagged, hasData = true } = made;
  const mid = ((bids[0]?.[0] ?? 0) + (asks[0]?.[0] ?? 0)) / 2;
  const spreadBps = () => (((asks[0]?.[0] ?? 0) - (bids[0]?.[0] ?? 0)) / mid) * 10_000;
  const health = () => ({ stalenessMs, confidence, quality: 'GOOD' }) as const;
  return {
    venue,
    symbol,
    version: 1,
    sequence: 1,
    hasData,
    flagged,
    updatedAtMs: 0,
    flaggedAtMs: flagged === undefined ? undefined : 0,
    gapsTotal: 0,
    resyncsTotal: 0,
    updatesTotal: 1,
    bytesTotal: 0,
    lagMs: undefined,
    bestBid: () => bids[0],
    bestAsk: () => asks[0],
    bids: (depth) => bids.slice(0, depth),
    asks: (depth) => asks.slice(0, depth),
    midPrice: () => mid,
    spreadBps,
    health,
    qualityRecord: () => ({
      ...health(),
      spreadBps: spreadBps(),
      depthAt10Bps: 0,
      depthAt50Bps: 0,
      bidAskImbalance: 0,
      updateRatePerSec: 0,
      sequenceGaps: 0,
    }),
  };
}

/** Returns quotes for books that show both sides. */
function prepareDepsOf(scene: Scene, { worldOf, quotes, capOf }: EstimatorDeps) {
  const { markets } = worldOf([]);
  const shown = {
    markets,
    quotes: {
      ...quotes,
      async market(venue: VenueId) {
        const { bids = [], asks = [] } = scene.books[venue] ?? {};
        const bid = bids[0]?.[0] ?? Number.NaN;
        const ask = asks[0]?.[0] ?? Number.NaN;
        return { bid, ask, mid: (bid + ask) / 2 };
      },
    },
  };
  return { capOf, worldOf: oneWorld(shown) };
}

function draftOf(
  slice: RouteSlice,
  symbol: InstrumentSymbol,
  side: RouteRequest['side'],
): OrderDraft {
  return {
    accountId: slice.accountId,
    symbol,
    side,
    type: 'limit',
    quantity: Number(slice.quantityText),
    price: Number(slice.limitPriceText),
    timeInForce: 'IOC',
    reduceOnly: false,
    postOnly: false,
    marketType: marketTypeOf(symbol),
  };
}
