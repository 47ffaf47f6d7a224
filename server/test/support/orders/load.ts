import type { Random } from '../../../src/kit/random.ts';
import type { ServiceProcess } from '../processes/service.ts';

/** An order as a client sent it, with its answer, if any came. */
export interface SentOrder {
  readonly accountId: string;
  readonly clientId: string;
  readonly body: Readonly<Record<string, unknown>>;
  answer: OrderAnswer | undefined;
  /** The order after its cancel, if that was answered. */
  cancelled: OrderAnswer | undefined;
}

export interface OrderAnswer {
  readonly status: number;
  /** The content of the envelope. */
  readonly data: {
    readonly order_id?: string;
    readonly order_status?: string;
    readonly status?: string;
    readonly quantity_filled?: number;
    readonly avg_fill_price?: number | null;
    readonly filled?: number;
    readonly error?: string;
    readonly used_usd?: number;
    readonly limit_check?: { readonly allowed: boolean; readonly order_value_usd: number };
  };
}

/** A market of an account, a quantity above its minimum and a price that is never reached. */
interface Market {
  readonly accountId: string;
  readonly symbol: string;
  readonly quantity: number;
  readonly farPrice: number;
}

/** The demo accounts of five exchanges; hyperliquid has no spot market to count coins in. */
export const spotAccounts: readonly Market[] = [
  'paper-binance',
  'paper-bybit',
  'paper-gateio',
  'paper-kraken',
  'paper-okx',
].map((accountId) => ({ accountId, symbol: 'BTC/USDT', quantity: 0.01, farPrice: 20_000 }));

export interface Load {
  readonly key: string;
  readonly random: Random;
  /** Number of clients that send one order after the other, each as soon as it can. */
  readonly clients: number;
  /** Prefix of every client order id of this load. */
  readonly prefix: string;
  /** Orders of an earlier life of the service, sent again unchanged before anything else. */
  readonly again: readonly SentOrder[];
  /** Called at every answer to a sending. */
  readonly answered?: (answers: number) => void;
}

/** The data that clients share while they send. */
interface Prices {
  /** Price of the last fill; limits are set beside it, so that some rest and fill later. */
  last: number | undefined;
}

/** Sends market orders, limits and cancels until the service is gone. */
export async function loadUntilGone(service: ServiceProcess, load: Load): Promise<SentOrder[]> {
  const sent: SentOrder[] = [];
  const prices: Prices = { last: undefined };
  let answers = 0;
  let isGone = false;
  const ended = service.gone.then(() => {
    isGone = true;
  });
  const repeats = load.again.values();
  const client = async (number: number): Promise<void> => {
    for (const order of repeats) if (!(await sendAgain(service, load.key, order))) return;
    for (let i = 0; !isGone; i += 1) {
      const order = drawOrder(load, prices, `${load.prefix}-${number}-${i}`);
      sent.push(order);
      order.answer = await submit(service, load.key, order);
      if (!order.answer) return;
      answers += 1;
      load.answered?.(answers);
      prices.last = order.answer.data.avg_fill_price ?? prices.last;
      if (order.answer.data.order_status !== 'open' || load.random.next() < 0.5) continue;
      order.cancelled = await cancel(service, load.key, order);
    }
  };
  await Promise.all(Array.from({ length: load.clients }, (_, number) => client(number)));
  await ended;
  return sent;
}

/**
 * Sends an order unchanged after a crash: one that was acknowledged gets the same answer; any other
 * is either known by now, or it is sent for the first time. Returns false without an answer.
 */
export async function sendAgain(
  service: ServiceProcess,
  key: string,
  order: SentOrder,
): Promise<boolean> {
  const again = await submit(service, key, order);
  if (!again) return false;
  const { answer } = order;
  if (answer?.status !== 200) {
    order.answer = again;
    return true;
  }
  if (again.status === 200 && again.data.order_id === answer.data.order_id) return true;
  throw new Error(`${order.clientId} was ${answer.data.order_id}, is ${JSON.stringify(again)}`);
}

function drawOrder({ random }: Load, { last }: Prices, clientId: string): SentOrder {
  const market = spotAccounts[Math.floor(random.between(0, spotAccounts.length))];
  if (!market) throw new Error('There is an account of every number drawn.');
  const { accountId, symbol, quantity, farPrice } = market;
  const side = random.next() < 0.5 ? 'buy' : 'sell';
  const body = {
    exchange_account_id: accountId,
    symbol,
    side,
    quantity,
    ...drawTerms(random.next(), { farPrice, last, side }),
    client_order_id: clientId,
  };
  return { accountId, clientId, body, answer: undefined, cancelled: undefined };
}

interface Around {
  readonly farPrice: number;
  readonly last: number | undefined;
  readonly side: string;
}

/** Distance from the market of a twenty-thousandth, which the next seconds may reach or not. */
const besideShare = 0.000_05;

function drawTerms(chance: number, { farPrice, last, side }: Around): object {
  if (chance < 0.4) return { order_type: 'market' };
  if (chance < 0.6) return { order_type: 'limit', side: 'buy', price: farPrice };
  const towards = side === 'buy' ? -1 : 1;
  const price = Math.round((last ?? farPrice) * (1 + towards * besideShare) * 10) / 10;
  return { order_type: 'limit', side: last === undefined ? 'buy' : side, price };
}

export const orderPath = '/order-execution/execution/order';

function submit(service: ServiceProcess, key: string, { body }: SentOrder) {
  return ask(service, key, { method: 'POST', url: orderPath, body });
}

function cancel(service: ServiceProcess, key: string, order: SentOrder) {
  return ask(service, key, { method: 'DELETE', url: urlOf(order) });
}

function urlOf({ accountId, clientId }: SentOrder): string {
  return `${orderPath}/${clientId}?exchange_account_id=${accountId}`;
}

interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly body?: object;
}

/** Undefined when the connection broke: the outcome of the request is not known. */
export async function ask(
  service: ServiceProcess,
  key: string,
  { method, url, body }: Request,
): Promise<OrderAnswer | undefined> {
  try {
    const answer = await fetch(service.address + url, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { data } = (await answer.json()) as { data: OrderAnswer['data'] };
    return { status: answer.status, data };
  } catch {
    return undefined;
  }
}
