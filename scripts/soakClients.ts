/**
 * The load side of `scripts/soak.ts`, a process of its own so that it does not use the server's
 * time: many clients of the book stream over raw WebSockets, one of which reads nothing.
 *
 * Prints one line of JSON when all have subscribed and one with the figures at the end.
 */
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { streamPath } from '../contract/src/stream.ts';
import { orderbookVenues } from '../contract/src/venues.ts';

const { values } = parseArgs({
  options: {
    origin: { type: 'string', default: 'ws://127.0.0.1:3000' },
    clients: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    symbol: { type: 'string', default: 'BTC/USDT' },
  },
});

/** Connections opened at once: more would overflow the listen queue of an ordinary machine. */
const openAtOnce = 50;
/** Time after the last subscription before anything is counted. */
const settleMs = 2_000;
/** Gaps and ages up to this length are counted by the millisecond; longer ones count as this. */
const histogramMs = 5_000;
/** One of so many updates is read in full, for its age. */
const ageSampleEvery = 97;

const streams = [...orderbookVenues, 'global'] as const;
const prefixes = [
  ...orderbookVenues.map((venue) => `42["orderbook_update",{"venue":"${venue}"`),
  '42["global_book",',
];

interface Tally {
  readonly counts: Int32Array;
  readonly lastAtMs: Float64Array;
}

const gaps = new Uint32Array(histogramMs + 1);
const ages = new Uint32Array(histogramMs + 1);
let isMeasuring = false;
let updates = 0;
let errors = 0;
let lost = 0;

function take(tally: Tally, text: string): void {
  const stream = prefixes.findIndex((prefix) => text.startsWith(prefix));
  if (stream < 0) {
    if (text.startsWith('42["error"')) errors += 1;
    return;
  }
  const nowMs = performance.now();
  const lastAtMs = tally.lastAtMs[stream] ?? 0;
  tally.lastAtMs[stream] = nowMs;
  if (!isMeasuring) return;
  tally.counts[stream] = (tally.counts[stream] ?? 0) + 1;
  if (lastAtMs > 0) count(gaps, nowMs - lastAtMs);
  updates += 1;
  if (updates % ageSampleEvery === 0) count(ages, ageOf(text));
}

function count(histogram: Uint32Array, ms: number): void {
  const slot = Math.max(0, Math.min(histogramMs, Math.round(ms)));
  histogram[slot] = (histogram[slot] ?? 0) + 1;
}

/** Returns the milliseconds since the venue's last message about the book. */
function ageOf(text: string): number {
  const found = /"timestamp":"([^"]+)"/.exec(text);
  return found ? Date.now() - Date.parse(`${found[1]}Z`) : 0;
}

/** Connects and subscribes; resolves with the tally once the snapshot has arrived. */
function openClient(isStalled: boolean): Promise<Tally> {
  const url = `${values.origin}${streamPath}/?EIO=4&transport=websocket`;
  const socket = new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true });
  const tally = { counts: new Int32Array(5), lastAtMs: new Float64Array(5) };
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => {
      if (!isStalled) lost += 1;
    });
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('0')) socket.send('40');
      else if (text === '2') socket.send('3');
      else if (text.startsWith('40')) {
        const request = { symbol: values.symbol, venues: [], include_global: true, depth: 5 };
        socket.send(`42${JSON.stringify(['subscribe_orderbook', request])}`);
      } else if (text.startsWith('42["orderbook_snapshot"')) {
        if (isStalled) socket.pause();
        resolve(tally);
      } else take(tally, text);
    });
  });
}

function percentile(histogram: Uint32Array, share: number): number {
  const total = histogram.reduce((sum, n) => sum + n, 0);
  let seen = 0;
  for (let ms = 0; ms <= histogramMs; ms += 1) {
    seen += histogram[ms] ?? 0;
    if (seen >= total * share) return ms;
  }
  return histogramMs;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const tallies: Tally[] = [];
const wanted = Number(values.clients);
while (tallies.length < wanted) {
  const batch = Math.min(openAtOnce, wanted - tallies.length);
  tallies.push(...(await Promise.all(Array.from({ length: batch }, () => openClient(false)))));
}
await openClient(true);
console.log(JSON.stringify({ kind: 'ready', clients: tallies.length }));
await wait(settleMs);

isMeasuring = true;
const cpuAtStart = process.cpuUsage();
const startedAtMs = performance.now();
await wait(Number(values.seconds) * 1000);
isMeasuring = false;
const tookMs = performance.now() - startedAtMs;
const { user, system } = process.cpuUsage(cpuAtStart);

const perClient = streams.map((stream, index) => {
  const counts = tallies.map((tally) => tally.counts[index] ?? 0).sort((a, b) => a - b);
  const median = counts[Math.floor(counts.length / 2)] ?? 0;
  return { stream, min: counts[0] ?? 0, median, max: counts.at(-1) ?? 0 };
});
const spread = (histogram: Uint32Array) => ({
  p50: percentile(histogram, 0.5),
  p99: percentile(histogram, 0.99),
  max: percentile(histogram, 1),
});
console.log(
  JSON.stringify({
    kind: 'done',
    seconds: tookMs / 1000,
    updates,
    errors,
    lost,
    perClient,
    gapMs: spread(gaps),
    ageMs: spread(ages),
    cpuShare: (user + system) / 1000 / tookMs,
  }),
);
process.exit(0);
