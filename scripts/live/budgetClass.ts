import { createSystemClock } from '../../server/src/kit/clock.ts';
import { type Answer, pathOfBalance, pathOfReconciliation } from './calls.ts';
import { type LiveClass, marketAt } from './classes.ts';
import { Times } from './figures.ts';
import { cancel, filling, placeResting, read, resting, send } from './orders.ts';
import type { LiveSetup } from './setup.ts';

const clock = createSystemClock();
/** Interval of reads of an order, and of reads of a balance, which start half of it later. */
const readEveryMs = 10_000;
const lookEveryMs = 1_000;
const batchSize = 20;
const batchGapMs = 1_000;
const burstSize = 30;
/** Number of orders whose answers are lost at once. */
const lostAtOnce = 2;
const settleMsMax = 120_000;

/** Times and counts measured in a class. */
export interface ClassFigures {
  readonly at: LiveClass['at'];
  readonly comparisons: Times;
  readonly unknowns: Times;
  readonly batches: Times;
  readonly orders: Times;
  readonly balances: Times;
  readonly burst: Counts;
  readonly burstCancels: Counts;
}

type Counts = Map<string, number>;

export interface BudgetAsked {
  readonly setup: LiveSetup;
  readonly own: LiveClass;
  readonly restingCount: number;
  readonly durationMs: number;
  /** Index of the class, by which the work of the classes is spread over time. */
  readonly place: number;
  /** Called with a text when something begins. */
  readonly tell: (text: string) => void;
}

/** Measures one class for that long, and ends with its bursts. */
export async function measureClass(asked: BudgetAsked): Promise<ClassFigures> {
  const { setup, own, restingCount, durationMs } = asked;
  const figures: ClassFigures = {
    at: own.at,
    comparisons: new Times(),
    unknowns: new Times(),
    batches: new Times(),
    orders: new Times(),
    balances: new Times(),
    burst: new Map(),
    burstCancels: new Map(),
  };
  asked.tell(`${own.at}: places ${restingCount} orders`);
  await placeResting(setup, own, restingCount);
  asked.tell(`${own.at}: begins`);
  const endMs = clock.monotonic() + durationMs;
  await Promise.all([
    watchComparisons(asked, figures.comparisons, endMs),
    readOften(asked, figures, endMs),
    sendBatches(asked, figures.batches),
    loseAnswers(asked, figures.unknowns),
  ]);
  asked.tell(`${own.at}: sends its bursts`);
  await burst(asked, figures);
  asked.tell(`${own.at}: is done`);
  return figures;
}

/** Records the time between two comparisons. */
async function watchComparisons(
  { setup, own }: BudgetAsked,
  times: Times,
  endMs: number,
): Promise<void> {
  let lastMs = clock.now();
  while (clock.monotonic() < endMs) {
    const answer = await setup.call('GET', pathOfReconciliation(own.account));
    const [account] = (answer?.data.accounts ?? []) as Readonly<Record<string, unknown>>[];
    const comparedMs = Date.parse(String(account?.last_compared_at));
    if (comparedMs > lastMs) {
      times.took(comparedMs - lastMs);
      lastMs = comparedMs;
    }
    if (account?.status === 'venue_unavailable') times.failed(String(account.unavailable_reason));
    await clock.sleep(lookEveryMs);
  }
  // An overdue comparison counts the time waited so far.
  times.took(clock.now() - lastMs);
}

async function readOften(
  { setup, own, restingCount, place }: BudgetAsked,
  { orders, balances }: ClassFigures,
  endMs: number,
): Promise<void> {
  const name = `read-${own.at}`;
  const terms = restingCount > 0 ? resting(restingCount + 1) : filling(0);
  note(new Times(), await send(setup, own, { name, number: 0, terms }));
  await clock.sleep(place * lookEveryMs);
  while (clock.monotonic() < endMs) {
    note(orders, await read(setup, own, { name, number: 0 }));
    await clock.sleep(readEveryMs / 2);
    const { marketType } = marketAt(own, 0);
    note(balances, await setup.call('GET', pathOfBalance(own.account, marketType)));
    await clock.sleep(readEveryMs / 2);
  }
}

function note(times: Times, answer: Answer | undefined): void {
  if (answer?.status === 200) times.took(answer.tookMs);
  else times.failed(`${answer?.status ?? 'no answer'} ${answer?.message ?? ''}`);
}

/** Sends twenty orders at one a second, in the second and in the last quarter. */
async function sendBatches(asked: BudgetAsked, times: Times): Promise<void> {
  const { setup, own, durationMs, place } = asked;
  const starts = [0.25, 0.75].map((share) => durationMs * share + place * batchGapMs);
  let passedMs = 0;
  for (const [batch, startMs] of starts.entries()) {
    await clock.sleep(Math.max(0, startMs - passedMs));
    const sent: Promise<void>[] = [];
    for (let number = 0; number < batchSize; number += 1) {
      const name = `batch-${own.at}-${batch}-${number}`;
      const answered = send(setup, own, { name, number, terms: filling(number) });
      sent.push(answered.then((answer) => note(times, answer)));
      await clock.sleep(batchGapMs);
    }
    await Promise.all(sent);
    passedMs = startMs + batchSize * batchGapMs;
  }
}

/** Loses answers to accepted orders, and measures how soon the orders are settled. */
async function loseAnswers(asked: BudgetAsked, times: Times): Promise<void> {
  const { setup, own, durationMs } = asked;
  await clock.sleep(durationMs / 2);
  for (let number = 0; number < lostAtOnce; number += 1) {
    const name = `lost-${own.at}-${number}`;
    setup.simulator.fail(own.at, {
      match: own.sendsOrder,
      times: 1,
      when: 'after',
      how: { kind: 'resetsBeforeHeaders' },
    });
    const startMs = clock.monotonic();
    await send(setup, own, { name, number, terms: filling(number) });
    await settled(asked, { name, number });
    const tookMs = clock.monotonic() - startMs;
    if (tookMs < settleMsMax) times.took(tookMs);
    else times.failed(`${name} is not settled after ${settleMsMax} ms`);
  }
}

async function settled(
  { setup, own }: BudgetAsked,
  named: { readonly name: string; readonly number: number },
): Promise<void> {
  const untilMs = clock.monotonic() + settleMsMax;
  while (clock.monotonic() < untilMs) {
    const answer = await read(setup, own, named);
    const status = String(answer?.data.status);
    if (answer?.status === 200 && status !== 'unknown' && status !== 'pending') return;
    await clock.sleep(lookEveryMs);
  }
}

/** Sends thirty orders at once, then cancels those that were accepted. */
async function burst(
  { setup, own }: BudgetAsked,
  { burst: counts, burstCancels }: ClassFigures,
): Promise<void> {
  const taken: { readonly name: string; readonly number: number }[] = [];
  const numbers = Array.from({ length: burstSize }, (_, number) => number);
  const before = setup.simulator.accepted(own.at);
  await Promise.all(
    numbers.map(async (number) => {
      const name = `burst-${own.at}-${number}`;
      const answer = await send(setup, own, { name, number, terms: resting(200 + number) });
      if (answer?.status === 200) taken.push({ name, number });
      count(counts, answer);
    }),
  );
  counts.set('taken by the exchange', setup.simulator.accepted(own.at) - before);
  await Promise.all(
    taken.map(async (named) => count(burstCancels, await cancel(setup, own, named))),
  );
}

function count(counts: Counts, answer: Answer | undefined): void {
  const status = answer === undefined ? 'no answer' : String(answer.status);
  counts.set(status, (counts.get(status) ?? 0) + 1);
}
