/**
 * The load on the service, in a process of its own, so that it does not use time of the server's
 * thread: `node servedClient.ts <{url, key}>`. It watches all books over the stream, as a desk
 * does, and sends orders as its parent process tells it.
 */
import { io } from 'socket.io-client';
import { Agent, request } from 'undici';
import { streamPath } from '../../../contract/src/stream.ts';
import { orderbookVenues } from '../../../contract/src/venues.ts';
import { wait } from '../serving/processes.ts';
import { type LoadOrder, type LoadReport, marketsAt, orderOf, symbols } from './servedLoad.ts';

const connections = 256;
/** Milliseconds until a resting order is cancelled: quotes of market makers are short-lived. */
const restMs = 200;
const orderPath = '/order-execution/execution/order';
const bookPath = '/order-execution/orderbook';

const { url, key } = JSON.parse(process.argv[2] ?? '{}') as { url: string; key: string };
const dispatcher = new Agent({ connections, pipelining: 1 });
const headers = { 'x-api-key': key, 'content-type': 'application/json' };

interface Envelope {
  readonly data: {
    readonly error?: string;
    readonly order_id?: string;
    readonly order_status?: string;
    readonly best_bid?: { readonly price: number } | null;
  };
}

async function call(method: 'GET' | 'POST' | 'DELETE', target: string, body?: object) {
  const answer = await request(target, {
    method,
    dispatcher,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const envelope = (await answer.body.json()) as Envelope;
  return { status: answer.statusCode, data: envelope.data };
}

const socket = io(url, { path: streamPath, transports: ['websocket'] });
await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
for (const symbol of symbols) {
  socket.emit('subscribe_orderbook', { symbol, venues: [], include_global: true, depth: 20 });
}
await call('POST', `${url}${bookPath}/subscribe`, { symbols, venues: orderbookVenues });
await wait(3_000);
const prices = new Map<string, number>();
for (const symbol of symbols) {
  const { data } = await call('GET', `${url}${bookPath}/book?symbol=${symbol}`);
  prices.set(symbol, data.best_bid?.price ?? Number.NaN);
}
const markets = marketsAt(prices);
let count = 0;

/** Figures of the load's orders. */
interface Tally {
  readonly submitMs: number[];
  readonly cancelMs: number[];
  readonly failures: Record<string, number>;
}

async function trade(tally: Tally, fromMs: number, pauseMs: number): Promise<void> {
  const number = count;
  count += 1;
  const market = markets[number % markets.length];
  if (!market) throw new Error('There are markets.');
  const { status, data } = await call('POST', url + orderPath, orderOf(market, number));
  tally.submitMs.push(performance.now() - fromMs);
  if (status !== 200) fail(tally, data.error);
  if (data.order_status !== 'open') return;
  if (pauseMs > 0) await wait(pauseMs);
  const cancelMs = performance.now();
  const query = `exchange_account_id=${market.accountId}`;
  const cancelled = await call('DELETE', `${url}${orderPath}/${data.order_id}?${query}`);
  tally.cancelMs.push(performance.now() - cancelMs);
  if (cancelled.status !== 200) fail(tally, cancelled.data.error);
}

function fail({ failures }: Tally, error = 'other'): void {
  failures[error] = (failures[error] ?? 0) + 1;
}

async function openLoop(tally: Tally, perSecond: number, seconds: number): Promise<void> {
  const startMs = performance.now();
  const answers: Promise<void>[] = [];
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    const dueMs = startMs + (sent * 1_000) / perSecond;
    const leftMs = dueMs - performance.now();
    if (leftMs > 0) await wait(leftMs);
    // A late timer is the client's fault, so time counts from when the order could have been sent.
    answers.push(trade(tally, leftMs > 0 ? performance.now() : dueMs, restMs));
  }
  await Promise.all(answers);
}

async function closedLoop(clients: number, seconds: number, work: () => Promise<void>) {
  const untilMs = performance.now() + seconds * 1_000;
  const client = async () => {
    while (performance.now() < untilMs) await work();
  };
  await Promise.all(Array.from({ length: clients }, client));
}

async function echo(tally: Tally, target: string): Promise<void> {
  const [market] = markets;
  if (!market) throw new Error('There are markets.');
  const fromMs = performance.now();
  await call('POST', target, { data: orderOf(market, 1) });
  tally.submitMs.push(performance.now() - fromMs);
}

process.on('message', async (order: LoadOrder) => {
  const tally: Tally = { submitMs: [], cancelMs: [], failures: {} };
  const startMs = performance.now();
  if (order.kind === 'open') await openLoop(tally, order.perSecond, order.seconds);
  else {
    await closedLoop(order.clients, order.seconds, () =>
      order.kind === 'echo' ? echo(tally, order.url) : trade(tally, performance.now(), 0),
    );
  }
  const seconds = (performance.now() - startMs) / 1_000;
  process.send?.({ ...tally, seconds } satisfies LoadReport);
});
process.on('SIGTERM', () => process.exit(0));
process.send?.({ markets: markets.length });
