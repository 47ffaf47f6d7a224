import { addExact, exactly, formatExact, multiplyExact } from '../../../src/kit/exact.ts';
import { type InstrumentSymbol, symbolParts } from '../../../src/trading/model/symbol.ts';
import {
  type SessionEvents,
  type VenueBalances,
  type VenueFill,
  type VenueOrderState,
  type VenueSession,
  VenueUnavailableError,
} from '../../../src/trading/venues/venuePort.ts';
import type { ManualClock } from '../manualClock.ts';
import { createScriptedPerps, type ScriptedPerps } from './scriptedPerps.ts';

/** A venue with one account, as a test writes it; everything it knows is true. */
export interface ScriptedSession {
  readonly session: VenueSession;
  /** Its derivatives; its session reports them only if the script says so. */
  readonly perps: ScriptedPerps;
  readonly orders: Map<string, VenueOrderState>;
  /** In the order of their time. */
  readonly fills: VenueFill[];
  /** Calls so far, by method. */
  readonly calls: string[];
  /** Adds an order or changes it; sends a report unless told not to. */
  put(order: VenueOrderState, isTold?: boolean): void;
  /** Fills a part of an order and moves the balances, as a venue does. */
  trade(venueOrderId: string, quantity: string, isTold?: boolean): VenueFill;
  /** Reports something, whenever a test wants it to come. */
  tell(news: { readonly order?: VenueOrderState; readonly fill?: VenueFill }): void;
  /** Adds to a balance of a wallet, by default the spot one. */
  credit(asset: string, amount: string, wallet?: 'spot' | 'swap'): void;
  /** Forgets an order. */
  drop(venueOrderId: string): void;
  /** Called before every call, for actions of the account meanwhile. */
  meanwhile: ((verb: string) => void | Promise<void>) | undefined;
  isDown: boolean;
  /** Milliseconds by which the venue's clock differs. */
  skewMs: number;
}

const feeAsset = 'USDT';

/** @param events Receives the account's reports. */
export function createScriptedSession(
  clock: ManualClock,
  events: () => SessionEvents,
  { tellsPerps = false } = {},
): ScriptedSession {
  const orders = new Map<string, VenueOrderState>();
  const fills: VenueFill[] = [];
  const calls: string[] = [];
  const { spot, swap, add } = createWallets();
  const perps = createScriptedPerps({
    now: () => clock.now() + venue.skewMs,
    called: (verb) => called(venue, verb),
    paid: (asset, amount) => add(asset, amount, swap),
  });
  const venue: ScriptedSession = {
    perps,
    orders,
    fills,
    calls,
    meanwhile: undefined,
    isDown: false,
    skewMs: 0,
    put(order, isTold = true) {
      orders.set(order.venueOrderId, order);
      if (isTold) events().order(order);
    },
    trade(venueOrderId, quantity, isTold = true) {
      const before = orders.get(venueOrderId);
      if (!before) throw new Error(`${venueOrderId} is no order`);
      const atMs = clock.now() + venue.skewMs;
      const fill = fillOf(before, { trade: fills.length + 1, quantity, atMs });
      if (fill.marketType === 'spot') move(add, fill);
      else {
        add(feeAsset, `-${fill.fee}`, swap);
        perps.hold(fill.symbol, fill.side === 'buy' ? fill.quantity : `-${fill.quantity}`);
      }
      fills.push(fill);
      const order = filledOrder(before, fill);
      orders.set(venueOrderId, order);
      if (isTold) venue.tell({ fill, order });
      return fill;
    },
    tell({ order, fill }) {
      if (fill) events().fill(fill);
      if (order) events().order(order);
    },
    credit: (asset, amount, wallet = 'spot') => add(asset, amount, wallet === 'spot' ? spot : swap),
    drop: (venueOrderId) => orders.delete(venueOrderId),
    session: {
      ...answersOf(() => venue),
      ...(tellsPerps && perps.session),
      balances: async (marketType) => {
        await called(venue, 'balances');
        return toBalances(marketType === 'spot' ? spot : swap);
      },
    },
  };
  return venue;
}

/** Returns the initial balances of the account. */
function createWallets() {
  const spot = new Map([
    ['USDT', '1000000'],
    ['BTC', '10'],
  ]);
  const swap = new Map([['USDT', '1000']]);
  const add = (asset: string, amount: string, wallet = spot) =>
    wallet.set(asset, plus(wallet.get(asset) ?? '0', amount));
  return { spot, swap, add };
}

/** Returns the answers that do not need the balances. */
function answersOf(venueOf: () => ScriptedSession): Omit<VenueSession, 'balances'> {
  return {
    submit: async () => ({ kind: 'unknown', message: 'not in this script' }),
    takenWithinMs: () => 5_000,
    cancel: async () => ({ kind: 'notFound' }),
    async lookup({ clientId, venueOrderId }) {
      const venue = venueOf();
      await called(venue, 'lookup');
      const order = [...venue.orders.values()].find(
        (one) => one.clientId === clientId || one.venueOrderId === venueOrderId,
      );
      return order ? { kind: 'found', order } : { kind: 'absent' };
    },
    async openOrders(marketType) {
      const venue = venueOf();
      await called(venue, 'openOrders');
      return [...venue.orders.values()].filter(
        (order) => order.status === 'open' && order.marketType === marketType,
      );
    },
    async fills({ marketType, sinceMs, limit }) {
      const venue = venueOf();
      await called(venue, 'fills');
      return venue.fills
        .filter((fill) => fill.marketType === marketType && fill.atMs >= sinceMs)
        .slice(0, limit);
    },
    close: async () => undefined,
  };
}

async function called(venue: ScriptedSession, verb: string): Promise<void> {
  venue.calls.push(verb);
  await venue.meanwhile?.(verb);
  if (venue.isDown) throw new VenueUnavailableError('The venue is down.');
}

function toBalances(totals: ReadonlyMap<string, string>): VenueBalances {
  return Object.fromEntries(
    [...totals].map(([asset, total]) => [asset, { free: total, used: '0', total }]),
  );
}

/** Returns the sum of two decimal texts. */
function plus(a: string, b: string): string {
  return formatExact(addExact(exactly(a), exactly(b)));
}

function times(a: string, b: string): string {
  return formatExact(multiplyExact(exactly(a), exactly(b)));
}

function fillOf(
  order: VenueOrderState,
  { trade, quantity, atMs }: { trade: number; quantity: string; atMs: number },
): VenueFill {
  const { venueOrderId, clientId, symbol, marketType, side, price = 10 } = order;
  return {
    venueTradeId: String(trade),
    venueOrderId,
    clientId,
    symbol,
    marketType,
    side,
    price,
    quantity,
    fee: times(quantity, '0.01'),
    feeAsset,
    liquidity: 'maker',
    atMs,
  };
}

/** Moves what a spot fill pays and gets. */
function move(add: (asset: string, amount: string) => void, fill: VenueFill): void {
  const { base, quote } = symbolParts(fill.symbol);
  const value = times(fill.quantity, String(fill.price));
  const isBuy = fill.side === 'buy';
  add(base, isBuy ? fill.quantity : `-${fill.quantity}`);
  add(quote, isBuy ? `-${value}` : value);
  add(fill.feeAsset, `-${fill.fee}`);
}

function filledOrder(order: VenueOrderState, { quantity, price, fee, atMs }: VenueFill) {
  const filled = plus(order.filled, quantity);
  const isWhole = Number(filled) >= Number(order.quantity);
  return {
    ...order,
    status: isWhole ? ('closed' as const) : order.status,
    filled,
    average: price,
    cost: plus(order.cost, times(quantity, String(price))),
    fees: { [feeAsset]: plus(order.fees[feeAsset] ?? '0', fee) },
    updatedAtMs: atMs,
    lastTradeAtMs: atMs,
  };
}

/** Returns an order of the venue: by default 1 BTC at 10, open and unfilled. */
export function venueOrder(
  venueOrderId: string,
  changes: Partial<VenueOrderState> = {},
): VenueOrderState {
  return {
    clientId: undefined,
    venueOrderId,
    symbol: 'BTC/USDT' as InstrumentSymbol,
    marketType: 'spot',
    side: 'buy',
    type: 'limit',
    status: 'open',
    price: 10,
    stopPrice: undefined,
    quantity: '1',
    filled: '0',
    average: undefined,
    cost: '0',
    fees: {},
    createdAtMs: 1_700_000_000_000,
    updatedAtMs: 1_700_000_000_000,
    lastTradeAtMs: undefined,
    reason: undefined,
    ...changes,
  };
}
