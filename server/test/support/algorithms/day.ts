import { orderEndpoints } from '@windlass/contract';
import type { BookSides } from '../app/madeMarket.ts';
import {
  openRoutingService,
  perp,
  type RoutingService,
  routeVenues,
  spot,
} from '../routing/service.ts';
import { type AlgorithmCalls, algorithmCalls } from './app.ts';
import { type Answered, auditAlgorithm } from './audit.ts';

/** The real service over four venues with their own books, and algorithms on it. */
export interface AlgorithmService extends AlgorithmCalls {
  readonly routing: RoutingService;
  /** Starts one of BTC/USDT; returns its answer. */
  start(body: object): Promise<Answered>;
  show(id: string): Promise<Answered>;
  /** Advances time, in the steps in which markets and orders change. */
  pass(ms: number): Promise<void>;
  /** Advances time until it has ended; returns it after checking it against its orders. */
  ended(id: string, withinMs: number): Promise<Answered>;
  /** Shows the same book at every venue: a lot at one tick of 0.5 beside the mid, more behind. */
  quote(mid: number, size?: number): void;
  /** The same for the perpetual. */
  quotePerp(mid: number, size?: number): void;
  /** Returns the resting orders of an account. */
  resting(accountId: string): Promise<readonly Answered[]>;
  /** Returns the spot wallet, by asset. */
  wallet(accountId: string): Promise<Readonly<Record<string, number>>>;
}

/** A multiple of all price steps at the venues of the service. */
const tick = 0.5;
const stepMs = 50;
const levels = 5;

export async function openAlgorithmService(): Promise<AlgorithmService> {
  const routing = await openRoutingService();
  const calls = algorithmCalls((request) => routing.app.ask(request));
  const show = (order_id: string) => calls.data('getAlgorithm', { order_id });
  const read = async (path: string, query: Readonly<Record<string, string>>) => {
    const { status, json } = await routing.app.ask({
      url: `${path}?${new URLSearchParams(query)}`,
    });
    if (status !== 200) throw new Error(JSON.stringify(json));
    return json.data;
  };
  const pass = async (ms: number): Promise<void> => {
    for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
      await routing.app.clock.advance(stepMs);
    }
  };
  return {
    routing,
    ...calls,
    show,
    pass,
    start: (body) => calls.data('startAlgorithm', { symbol: spot, side: 'buy', ...body }),
    async ended(id, withinMs) {
      for (let waitedMs = 0; waitedMs <= withinMs; waitedMs += lookMs) {
        const shown = await show(id);
        if (shown.ended_at !== null) return audited(shown, read);
        await pass(lookMs);
      }
      const { status, waiting_for, progress, state } = await show(id);
      const where = JSON.stringify({ status, waiting_for, progress, state });
      throw new Error(`The algorithm has not ended after ${withinMs} ms: ${where}`);
    },
    quote: (mid, size) => quote(routing, spot, bookAt(mid, size)),
    quotePerp: (mid, size) => quote(routing, perp, bookAt(mid, size)),
    resting: async (id) =>
      await read(orderEndpoints.listOpenOrders.path, { exchange_account_id: id }),
    wallet: async (id) => {
      const query = { exchange_account_id: id, market_type: 'spot' };
      return (await read(orderEndpoints.getBalance.path, query)).total;
    },
  };
}

function bookAt(mid: number, size = 100): BookSides {
  const side = (sign: 1 | -1) =>
    Array.from({ length: levels }, (_, at) => [mid + sign * (at + 1) * tick, size] as const);
  return { bids: side(-1), asks: side(1) };
}

function quote({ books }: RoutingService, symbol: string, sides: BookSides): void {
  for (const venue of routeVenues) books.show(venue, symbol, sides);
}

const lookMs = 500;

type Read = (path: string, query: Readonly<Record<string, string>>) => Promise<Answered>;

async function audited(shown: Answered, read: Read): Promise<Answered> {
  const orders = new Map<number, Answered>();
  for (const { number, order_id, exchange_account_id } of shown.child_orders) {
    if (order_id === null) continue;
    const path = orderEndpoints.getOrder.path.replace(':order_id', order_id);
    orders.set(number, await read(path, { exchange_account_id }));
  }
  const wrong = auditAlgorithm(shown, orders);
  if (wrong.length > 0) throw new Error(`${wrong.join('; ')}: ${JSON.stringify(shown)}`);
  return shown;
}
