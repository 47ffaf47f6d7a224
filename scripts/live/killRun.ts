import type { TrueOrder } from '@windlass/simulator';
import { createSystemClock } from '../../server/src/kit/clock.ts';
import type { Answer } from './calls.ts';
import { type LiveClass, marketAt } from './classes.ts';
import { type OrderAsked, send } from './orders.ts';
import type { LiveSetup, StoredRow } from './setup.ts';

const clock = createSystemClock();
/** Number of orders that are on their way at once. */
const atOnce = 8;
/** Pause between two orders of one sender, so that no venue's rate limit is exceeded for long. */
const pauseMs = 1_000;
/** In base units. Each order has a unique quantity, by which it is identified at the exchange. */
const [firstQuantity, quantityStep] = [0.002, 0.001] as const;

/** A sent order, and the answer to its caller, if any came. */
interface Sent {
  readonly asked: OrderAsked;
  readonly quantity: number;
  readonly answer: Answer | undefined;
}

interface KillAsked {
  readonly setup: LiveSetup;
  readonly own: LiveClass;
}

/** The orders that were sent, before and after the process died. */
export interface KillRun {
  readonly own: LiveClass;
  readonly sent: readonly Sent[];
}

/** Returns terms of three kinds in turn: market, resting, or immediate with a limit. */
function termsOf(number: number): OrderAsked['terms'] {
  const quantity = quantityOf(number);
  const side = number % 2 === 0 ? 'buy' : 'sell';
  switch (number % 3) {
    case 0:
      return { side, order_type: 'market', quantity };
    case 1:
      return { side: 'buy', order_type: 'limit', quantity, price: 39_000 - number };
    default:
      return {
        side: 'buy',
        order_type: 'limit',
        time_in_force: 'IOC',
        quantity,
        price: 66_000 + number,
      };
  }
}

function quantityOf(number: number): number {
  return Number((firstQuantity + number * quantityStep).toFixed(3));
}

/** Sends the orders, `atOnce` of them at a time; each is sent once, whatever the answer. */
export async function sendAll(
  { setup, own }: KillAsked,
  numbers: Iterator<number>,
  isStopped: () => boolean,
): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const sender = async (): Promise<void> => {
    while (!isStopped()) {
      const { value: number, done } = numbers.next();
      if (done) return;
      const asked = { name: `kill-${own.at}-${number}`, number, terms: termsOf(number) };
      const answer = await send(setup, own, asked);
      sent.push({ asked, quantity: quantityOf(number), answer });
      await clock.sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return sent;
}

/** Orders that the exchange's own records contradict. */
interface Wrong {
  readonly doubled: readonly string[];
  readonly lost: readonly string[];
  readonly wrongStates: readonly string[];
}

/** Compares each stored order of the service with the exchange's records. */
export function compare(setup: LiveSetup, { own, sent }: KillRun): Wrong {
  const truth = setup.simulator.orders(own.at, setup.apiKeyAt(own.at));
  const stored = new Map(
    setup.storedOrders(own.account).map((row) => [row.client_order_id, row] as const),
  );
  const doubled: string[] = [];
  const lost: string[] = [];
  const wrongStates: string[] = [];
  for (const { asked, quantity, answer } of sent) {
    const { symbol } = marketAt(own, asked.number);
    const there = truth.filter(
      (order) => order.market === symbol && Number(order.quantity) === quantity,
    );
    const row = stored.get(asked.name);
    const [order] = there;
    const words = `${asked.name} (${JSON.stringify(asked.terms)})`;
    const told = row ? `${row.order_status} ${row.quantity_filled}` : 'nothing';
    if (there.length > 1) doubled.push(words);
    if (order && !row) lost.push(`${words}: the exchange has it, and nothing is stored`);
    else if (order && row && !isSame(order, row)) {
      wrongStates.push(`${words}: there ${order.status} ${order.filled}, stored ${told}`);
    } else if (!order && (answer?.status === 200 || (row && !ended.has(row.order_status)))) {
      wrongStates.push(`${words}: it never arrived, and is stored as ${told}`);
    }
  }
  return { doubled, lost, wrongStates };
}

const ended: ReadonlySet<string> = new Set(['closed', 'canceled', 'expired', 'rejected']);

function isSame(order: TrueOrder, row: StoredRow): boolean {
  const isFull = Number(order.filled) === Number(order.quantity);
  const status = row.order_status;
  const isStatusTrue =
    order.status === 'open' ? status === 'open' : isFull ? status === 'closed' : ended.has(status);
  return isStatusTrue && Number(row.quantity_filled) === Number(order.filled);
}
