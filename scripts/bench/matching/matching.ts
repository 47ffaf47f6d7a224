import { alternating, type BenchResult } from '../result.ts';
import { cancel, type Desk, type Kind, offer, openDesk, protect, trade } from './desk.ts';

const roundMs = 400;
/** Number of orders that a paper account may have open. */
const openOrders = 1_000;
/** Number of repetitions between two looks at the clock. */
const workAtOnce = 20;

interface Case {
  readonly name: string;
  readonly kind: Kind;
  readonly unit: string;
  /** Work that the desk repeats. */
  readonly work: (desk: Desk) => void;
}

const cases: readonly Case[] = [
  ...(['spot', 'swap'] as const).flatMap((kind): Case[] => [
    { name: `${kind}: place and cancel`, kind, unit: 'pairs/s', work: placeAndCancel },
    { name: `${kind}: trade at market`, kind, unit: 'pairs/s', work: buyAndSell },
    { name: `${kind}: a book comes`, kind, unit: 'books/s', work: (desk) => desk.showBook() },
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
  const desk = openBusy('swap');
  desk.engine.takeChanged();
  const [ours = 0, theirs = 0] = await alternating([
    { name: 'parts', run: () => perSecond(() => placeAndDump(desk, dumpParts)) },
    { name: 'whole', run: () => perSecond(() => placeAndDump(desk, dumpWhole)) },
  ]);
  // Changes left over from the whole dumps are not part of a save.
  desk.engine.takeChanged();
  const sizes = [dumpParts, dumpWhole].map((dump) => placeAndDump(desk, dump));
  const kilobytes = sizes.map((size) => (size / 1_000).toFixed(1)).join(' against ');
  const name = `swap: place and dump, ${openOrders} open (${kilobytes} kB)`;
  return { name, ours, peer: 'the whole engine', theirs, unit: 'dumps/s', ratio: ours / theirs };
}

/** Returns the number of characters to write. */
function placeAndDump(desk: Desk, dump: (desk: Desk) => number): number {
  const orderId = offer(desk, 40);
  const size = dump(desk);
  cancel(desk, orderId);
  return size;
}

function dumpParts({ engine }: Desk): number {
  let size = engine.stateDump().length;
  for (const id of engine.takeChanged()) size += engine.orderDump(id)?.length ?? 0;
  return size;
}

function dumpWhole({ engine }: Desk): number {
  return engine.dump().length;
}

function openIdle(kind: Kind): Desk {
  const desk = openDesk(kind);
  trade(desk, 'buy', '100');
  return desk;
}

/**
 * Opens a busy desk: half of the orders rest, half wait. On derivatives all would close the
 * position.
 */
function openBusy(kind: Kind): Desk {
  const desk = openIdle(kind);
  for (let i = 1; i <= openOrders / 2; i += 1) {
    offer(desk, i + 2);
    protect(desk, i + 10);
  }
  return desk;
}

function placeAndCancel(desk: Desk): void {
  cancel(desk, offer(desk, 40));
}

function buyAndSell(desk: Desk): void {
  trade(desk, 'buy');
  trade(desk, 'sell');
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
