import { createSystemClock } from '../../../src/kit/clock.ts';
import { type ClientDoor, createDoor, type Door, type OpenDoor } from './door.ts';
import { fetchWithin } from './fetchWithin.ts';

const clock = createSystemClock();
const orderPath = '/order-execution/execution/order';
/** Milliseconds after which an unanswered order is given up, as a client would do. */
const giveUpMsMax = 45_000;
const callMsMax = 12_000;
const lookEveryMs = 40;
/** Maximum number of orders under way; more would wait for the venues' budgets. */
const atOnceMax = 12;
/**
 * In base units. Each order has a quantity of its own, by which it is recognised at the exchange.
 */
const [firstQuantity, quantityStep, digits] = [0.001, 0.00001, 5] as const;
const quantitiesPerAccount = 9_000;

/** An order of the client, and the last answer that it got. */
export interface SentOrder {
  readonly name: string;
  readonly account: string;
  readonly quantity: number;
  readonly askedMs: number;
  /** Undefined until there is an answer. */
  status: number | undefined;
  /** The order's own status, where the answer contains it. */
  told: string | undefined;
  code: string | undefined;
  answeredMs: number | undefined;
  /** Number of times it was sent under the same name. */
  tries: number;
  /** Time when it was refused or unanswered for the first time. */
  refusedMs: number | undefined;
  /** Time of the last attempt. */
  lastAskedMs: number;
}

export interface SteadyClient {
  orders(): readonly SentOrder[];
  /** Stops sending; resolves when all orders under way have ended. */
  stop(): Promise<void>;
}

interface ClientAsked {
  readonly doors: readonly ClientDoor[];
  readonly accounts: readonly string[];
  readonly key: string;
  readonly everyMs: number;
  /** Prefix of the names, different for each client. */
  readonly prefix: string;
  readonly giveUpMs?: number;
}

/** Sends orders with client ids to a ready process, and repeats those without an answer. */
export function startClient({
  doors,
  accounts,
  key,
  everyMs,
  prefix,
  giveUpMs = giveUpMsMax,
}: ClientAsked): SteadyClient {
  const orders: SentOrder[] = [];
  const underWay = new Set<Promise<void>>();
  const door = createDoor(doors);
  let isStopped = false;
  const beat = clock.every(everyMs, () => {
    if (isStopped || underWay.size >= atOnceMax) return;
    const order = nextOrder(orders.length, accounts, prefix);
    orders.push(order);
    const sending = sendUntilAnswered(order, orders.length, { door, key, giveUpMs }).finally(() => {
      underWay.delete(sending);
    });
    underWay.add(sending);
  });
  return {
    orders: () => orders,
    async stop() {
      isStopped = true;
      beat();
      await Promise.all(underWay);
      door.close();
    },
  };
}

function nextOrder(number: number, accounts: readonly string[], prefix: string): SentOrder {
  const account = accounts[number % accounts.length] ?? '';
  const ofAccount = Math.floor(number / accounts.length);
  if (ofAccount >= quantitiesPerAccount) throw new RangeError('No quantity is left for an order.');
  return {
    name: `${prefix}-${number}`,
    account,
    quantity: Number((firstQuantity + ofAccount * quantityStep).toFixed(digits)),
    askedMs: clock.now(),
    status: undefined,
    told: undefined,
    code: undefined,
    answeredMs: undefined,
    tries: 0,
    refusedMs: undefined,
    lastAskedMs: 0,
  };
}

/** Returns the terms of an order: every third meets no other and expires; none stays open. */
function termsOf(number: number): object {
  const side = Math.floor(number / 6) % 2 === 0 ? 'buy' : 'sell';
  switch (number % 3) {
    case 0:
      return { side: 'buy', order_type: 'limit', time_in_force: 'IOC', price: 39_000 };
    case 1:
      return {
        side,
        order_type: 'limit',
        time_in_force: 'IOC',
        price: side === 'buy' ? 66_500 : 55_000,
      };
    default:
      return { side, order_type: 'market' };
  }
}

interface Sending {
  readonly door: Door;
  readonly key: string;
  readonly giveUpMs: number;
}

async function sendUntilAnswered(
  order: SentOrder,
  number: number,
  { door, key, giveUpMs }: Sending,
): Promise<void> {
  const untilMs = clock.monotonic() + giveUpMs;
  const body = {
    ...termsOf(number),
    exchange_account_id: order.account,
    symbol: 'BTC/USDT',
    market_type: 'spot',
    quantity: order.quantity,
    client_order_id: order.name,
  };
  while (clock.monotonic() < untilMs) {
    const open = door.open();
    if (!open) {
      await clock.sleep(lookEveryMs);
      continue;
    }
    order.tries += 1;
    order.lastAskedMs = clock.now();
    const answer = await post(open, key, body);
    if (answer && !isToBeRepeated(answer)) {
      order.status = answer.status;
      order.told = answer.told;
      order.code = answer.code;
      order.answeredMs = clock.now();
      return;
    }
    order.refusedMs ??= clock.now();
    if (!answer || answer.status === 503) door.forget(open);
    await clock.sleep(lookEveryMs);
  }
}

interface Answer {
  readonly status: number;
  readonly told: string | undefined;
  readonly code: string | undefined;
}

/** True for a refusal that asks for a repeat, and where no process answers. */
function isToBeRepeated({ status }: Answer): boolean {
  return status === 503 || status === 429 || status === 502 || status === 504;
}

async function post(
  { address, shut }: OpenDoor,
  key: string,
  body: object,
): Promise<Answer | undefined> {
  const answer = await fetchWithin(`${address}${orderPath}`, callMsMax, {
    signal: shut,
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer) return undefined;
  // A proxy in front of a process may answer with a page.
  const { data } = answer.text.startsWith('{') ? JSON.parse(answer.text) : {};
  return { status: answer.status, told: data?.order_status, code: data?.error };
}
