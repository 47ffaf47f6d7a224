import { alternating, type BenchResult } from '../result.ts';
import {
  type BenchEngine,
  cancel,
  type Kind,
  offer,
  openBenchEngine,
  protect,
  trade,
} from './engine.ts';

const roundMs = 400;
/** Number of orders that a paper account may have open. */
const openOrders = 1_000;
/** Number of repetitions between two looks at the clock. */
const workAtOnce = 20;

interface Case {
  readonly name: string;
  readonly kind: Kind;
  readonly unit: string;
  /** Work that the engine repeats. */
  readonly work: (bench: BenchEngine) => void;
}

const cases: readonly Case[] = [
  ...(['spot', 'swap'] as const).flatMap((kind): Case[] => [
    { name: `${kind}: place and cancel`, kind, unit: 'pairs/s', work: placeAndCancel },
    { name: `${kind}: trade at market`, kind, unit: 'pairs/s', work: buyAndSell },
    { name: `${kind}: a book comes`, kind, unit: 'books/s', work: (bench) => bench.showBook() },
  ]),
];

/** Measures the same work with a thousand orders open and with none, and the writing of a save. */
export async function benchMatching(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const { name, kind, unit, work } of cases) {
    const [idle, busy] = [openIdle(kind), openBusy(kind)];
    const [ours = 0, theirs = 0] = await alternating([
      { name: 'busy', run: () => perSecond(() => work(busy)) },
      { name: 'idle', run: () => perSecond(() => work(idle)) },
    ]);
    const peer = 'none open';
    results.push({
      name: `${name}, ${openOrders} open`,
      ours,
      peer,
      theirs,
      unit,
      ratio: ours / theirs,
    });
  }
  return [...results, await benchSave()];
}

/** Measures a save, which writes the state and the changed orders, but not the whole engine. */
async function benchSave(): Promise<BenchResult> {
  const bench = openBusy('swap');
  bench.engine.takeChanged();
  const [ours = 0, theirs = 0] = await alternating([
    { name: 'parts', run: () => perSecond(() => placeAndDump(bench, dumpParts)) },
    { name: 'whole', run: () => perSecond(() => placeAndDump(bench, dumpWhole)) },
  ]);
  // Changes left over from the whole dumps are not part of a save.
  bench.engine.takeChanged();
  const sizes = [dumpParts, dumpWhole].map((dump) => placeAndDump(bench, dump));
  const kilobytes = sizes.map((size) => (size / 1_000).toFixed(1)).join(' against ');
  const name = `swap: place and dump, ${openOrders} open (${kilobytes} kB)`;
  return { name, ours, peer: 'the whole engine', theirs, unit: 'dumps/s', ratio: ours / theirs };
}

/** Returns the number of characters to write. */
function placeAndDump(bench: BenchEngine, dump: (bench: BenchEngine) => number): number {
  const orderId = offer(bench, 40);
  const size = dump(bench);
  cancel(bench, orderId);
  return size;
}

function dumpParts({ engine }: BenchEngine): number {
  let size = engine.stateDump().length;
  for (const id of engine.takeChanged()) size += engine.orderDump(id)?.length ?? 0;
  return size;
}

function dumpWhole({ engine }: BenchEngine): number {
  return engine.dump().length;
}

function openIdle(kind: Kind): BenchEngine {
  const bench = openBenchEngine(kind);
  trade(bench, 'buy', '100');
  return bench;
}

/**
 * Opens a busy engine: half of the orders rest, half wait. On derivatives all would close the
 * position.
 */
function openBusy(kind: Kind): BenchEngine {
  const bench = openIdle(kind);
  for (let i = 1; i <= openOrders / 2; i += 1) {
    offer(bench, i + 2);
    protect(bench, i + 10);
  }
  return bench;
}

function placeAndCancel(bench: BenchEngine): void {
  cancel(bench, offer(bench, 40));
}

function buyAndSell(bench: BenchEngine): void {
  trade(bench, 'buy');
  trade(bench, 'sell');
}

function perSecond(work: () => void): number {
  const begin = performance.now();
  let done = 0;
  let now = begin;
  for (; now < begin + roundMs; now = performance.now()) {
    for (let i = 0; i < workAtOnce; i += 1) work();
    done += workAtOnce;
  }
  return (done / (now - begin)) * 1_000;
}
