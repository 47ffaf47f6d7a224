import { executionEndpoints, orderEndpoints } from '@windlass/contract';
import type { OrdersApp } from '../app.ts';
import { type MatrixCase, nameOf } from './cases.ts';
import { expectedOf, type Forces, isSupported } from './expected.ts';

/** The result of the matrix. */
export interface MatrixResult {
  readonly orders: number;
  /** Number of orders by answer. */
  readonly answers: Readonly<Record<string, number>>;
  /** Cases whose answer differs from the table, in words. */
  readonly wrong: readonly string[];
}

/** Longer than the time until a book is reported, so that it is newer than the order before. */
const betweenMs = 250;
/** BTC; above the minimum order of all of them. */
const usual = 0.01;
/** More than ten times what the first balances carry at any leverage. */
const hugeQuantity = 2_000;
const heldQuantity = 1;

type Mid = (exchange: string, symbol: string) => Promise<number>;

/** Sends every case from the demo account of its exchange, one after the other. */
export async function runMatrix(
  app: OrdersApp,
  cases: readonly MatrixCase[],
  told: (done: number) => boolean = () => true,
): Promise<MatrixResult> {
  const forces = await readForces(app);
  const mid = createMids(app);
  const answers: Record<string, number> = {};
  const wrong: string[] = [];
  const held = new Set<string>();
  let orders = 0;
  for (const one of cases) {
    if (!told(orders)) break;
    if (one.variant === 'held' && !held.has(one.exchange)) {
      held.add(one.exchange);
      await hold(app, one.exchange);
    }
    await app.clock.advance(betweenMs);
    const problem = await sendOne(app, one, { forces, mid, answers });
    orders += 1;
    if (problem !== undefined) wrong.push(`${nameOf(one)}: ${problem}`);
  }
  return { orders, answers, wrong };
}

interface Scene {
  readonly forces: Forces;
  readonly mid: Mid;
  readonly answers: Record<string, number>;
}

/** Returns what was wrong with the answers to one case; undefined if all were right. */
async function sendOne(
  app: OrdersApp,
  one: MatrixCase,
  { forces, mid, answers }: Scene,
): Promise<string | undefined> {
  const body = await bodyOf(one, mid);
  const problem = await validated(app, one, { body, isTaken: isSupported(one, forces) });
  const { status, json } = await app.ask({
    method: orderEndpoints.submitOrder.method,
    url: orderEndpoints.submitOrder.path,
    body,
  });
  const told = status === 200 ? 'taken' : String(json.data?.error ?? json.message);
  answers[told] = (answers[told] ?? 0) + 1;
  if (status === 200 && json.data.order_status === 'open') {
    const query = { exchange_account_id: `paper-${one.exchange}`, symbol: body.symbol };
    await app.cancel(json.data.order_id, query);
  }
  const expected = expectedOf(one, forces);
  if (told === expected && status === (expected === 'taken' ? 200 : 400)) return problem;
  return `${status} ${told} (${json.message}), expected ${expected}`;
}

/** The check without an account must give the same answer about what the exchange supports. */
async function validated(
  app: OrdersApp,
  { exchange, type, marketType, force, reduceOnly, postOnly }: MatrixCase,
  { body, isTaken }: { readonly body: OrderBody; readonly isTaken: boolean },
): Promise<string | undefined> {
  const { json } = await app.call({
    method: executionEndpoints.validateOrder.method,
    url: executionEndpoints.validateOrder.path,
    body: {
      exchange,
      order_type: type,
      market_type: marketType,
      time_in_force: force === 'GTC' ? undefined : force,
      reduce_only: reduceOnly,
      post_only: postOnly,
      stop_price: body.stop_price,
      trailing_delta: body.trailing_delta,
    },
  });
  if (json.data?.valid === isTaken) return undefined;
  return `validate says valid ${json.data?.valid} (${json.message}), expected ${isTaken}`;
}

interface OrderBody {
  readonly exchange_account_id: string;
  readonly symbol: string;
  readonly market_type: string;
  readonly side: string;
  readonly order_type: string;
  readonly quantity: number;
  readonly time_in_force: string;
  readonly post_only: boolean;
  readonly reduce_only: boolean;
  readonly price?: number;
  readonly stop_price?: number;
  readonly trailing_delta?: number;
}

async function bodyOf(one: MatrixCase, mid: Mid): Promise<OrderBody> {
  const { exchange, marketType, type, side, force, postOnly, reduceOnly, variant } = one;
  const symbol = symbolFor(exchange, marketType);
  // In percent of the mid: away is the side on which a limit order of this side rests.
  const away = side === 'buy' ? -1 : 1;
  const turned = variant === 'through' ? -1 : 1;
  const at = await mid(exchange, symbol);
  const priceAt = (percent: number) => Number((at * (1 + percent / 100)).toPrecision(5));
  const prices = {
    market: {},
    limit: { price: priceAt(2 * away * turned) },
    stop_loss: { stop_price: priceAt(-2 * away * turned) },
    stop_loss_limit: {
      price: priceAt(-2 * away * turned),
      stop_price: priceAt(-2 * away * turned),
    },
    take_profit: { stop_price: priceAt(2 * away * turned) },
    take_profit_limit: {
      price: priceAt(2 * away * turned),
      stop_price: priceAt(2 * away * turned),
    },
    trailing_stop: { trailing_delta: 5 },
    // The legs stay in their order, but the market is beyond the stop leg.
    oco:
      variant === 'through'
        ? { price: priceAt(4 * away), stop_price: priceAt(2 * away) }
        : { price: priceAt(2 * away), stop_price: priceAt(-2 * away) },
  }[type];
  return {
    exchange_account_id: `paper-${exchange}`,
    symbol,
    market_type: marketType,
    side,
    order_type: type,
    quantity: variant === 'huge' ? hugeQuantity : usual,
    time_in_force: force,
    post_only: postOnly,
    reduce_only: reduceOnly,
    ...prices,
  };
}

function symbolFor(exchange: string, marketType: string): string {
  const isSpot = marketType === 'spot';
  const own: Record<string, string> = { hyperliquid: 'USDC', kraken: isSpot ? 'USDT' : 'USD' };
  const quote = own[exchange] ?? 'USDT';
  return isSpot ? `BTC/${quote}` : `BTC/${quote}:${quote}`;
}

/** Opens a long position, which reduce-only sells may reduce. */
async function hold(app: OrdersApp, exchange: string): Promise<void> {
  const { status, json } = await app.ask({
    method: orderEndpoints.submitOrder.method,
    url: orderEndpoints.submitOrder.path,
    body: {
      exchange_account_id: `paper-${exchange}`,
      market_type: 'swap',
      symbol: symbolFor(exchange, 'swap'),
      side: 'buy',
      order_type: 'market',
      quantity: heldQuantity,
    },
  });
  if (status !== 200) throw new Error(`no position at ${exchange}: ${json.message}`);
}

async function readForces(app: OrdersApp): Promise<Forces> {
  const { json } = await app.call({ url: executionEndpoints.getCapabilities.path });
  return (exchange, marketType) =>
    json.data.exchanges[exchange]?.[marketType === 'spot' ? 'spot' : 'perp']?.time_in_force ?? [];
}

/** Prices of the markets at which a preview values an order there, which also opens their books. */
function createMids(app: OrdersApp): Mid {
  return async (exchange, symbol) => {
    const { json } = await app.ask({
      method: executionEndpoints.validateOrder.method,
      url: `${executionEndpoints.validateOrder.path}?preview=true`,
      body: {
        exchange_account_id: `paper-${exchange}`,
        symbol,
        side: 'buy',
        order_type: 'market',
        quantity: usual,
      },
    });
    const value: number | undefined = json.data?.preview?.order_value_usd;
    return value === undefined ? fallbackMid : value / usual;
  };
}

/** If the exchange has no such market, its orders are refused for that, whatever their price. */
const fallbackMid = 100_000;
