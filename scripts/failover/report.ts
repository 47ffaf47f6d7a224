import {
  type Verdict,
  type WrongOrder,
  wrongKinds,
} from '../../server/test/support/failover/judge.ts';
import type { FailoverRound } from '../../server/test/support/failover/rounds.ts';
import type { SentOrder } from '../../server/test/support/failover/steadyClient.ts';
import { markdown, seconds } from '../live/figures.ts';

/** Maximum times of unplanned and of planned takeovers. */
const [takeoverMsMax, plannedMsMax] = [5_000, 1_000] as const;
/**
 * Maximum milliseconds after which a refused client is told to try again; its order is then taken.
 */
const retryMsMax = 1_000;

const head = [
  'fault',
  'rounds',
  'as expected',
  'lease passed p50',
  'p99',
  'max',
  'first order p50',
  'p99',
  'max',
  'doubled',
  'lost',
  'late',
  'after lease',
] as const;

/** Returns a line for each fault, and one for each group of them. */
export function roundsTable(rounds: readonly FailoverRound[], verdict: Verdict): string {
  const names = [...new Set(rounds.map(({ fault }) => fault))];
  const groups: [string, (round: FailoverRound) => boolean][] = [
    ...names.map((name): [string, (round: FailoverRound) => boolean] => [
      name,
      ({ fault }) => fault === name,
    ]),
    ['**takeovers, not planned**', ({ isPlanned, takeoverMs }) => !isPlanned && !!takeoverMs],
    ['**partitions**', ({ isPartition }) => isPartition],
    ['**planned**', ({ isPlanned }) => isPlanned],
    ['**all**', () => true],
  ];
  const rows = groups.map(([name, isMeant]) => rowOf(name, { rounds, isMeant, verdict }));
  return markdown(
    head,
    rows.filter((row) => row[1] !== '0'),
  );
}

interface Row {
  readonly rounds: readonly FailoverRound[];
  readonly isMeant: (round: FailoverRound) => boolean;
  readonly verdict: Verdict;
}

function rowOf(name: string, { rounds, isMeant, verdict }: Row): readonly string[] {
  const meant = rounds.filter(isMeant);
  const passed = meant.map(({ leaseMs }) => leaseMs).filter(isMeasured);
  const taken = meant.map(({ takeoverMs }) => takeoverMs).filter(isMeasured);
  const asExpected = meant.filter(({ wrong }) => wrong === undefined).length;
  const { doubled, lost, late, afterLease } = verdict;
  const count = (orders: readonly WrongOrder[]) =>
    String(orders.filter((order) => isMeant(roundOf(rounds, order))).length);
  return [
    name,
    String(meant.length),
    String(asExpected),
    ...shown(passed),
    ...shown(taken),
    count(doubled),
    count(lost),
    count(late),
    count(afterLease),
  ];
}

function isMeasured(ms: number | undefined): ms is number {
  return ms !== undefined;
}

/** Returns the time that this share of all does not exceed: of a hundred, p99 is the 99th. */
function atShare(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
}

function shown(times: readonly number[]): readonly string[] {
  if (times.length === 0) return ['', '', ''];
  return [0.5, 0.99, 1].map((share) => `${seconds(atShare(times, share))} s`);
}

const beforeAll: FailoverRound = {
  fault: 'before the first',
  owner: '',
  epoch: 0,
  isPlanned: false,
  isPartition: false,
  fromMs: 0,
  leaseMs: undefined,
  takeoverMs: undefined,
  wrong: undefined,
};
/** Milliseconds before a strike in which a requested order may still be affected by it. */
const underWayMs = 2_000;

function roundOf(rounds: readonly FailoverRound[], { askedMs }: WrongOrder): FailoverRound {
  return rounds.findLast(({ fromMs }) => fromMs - underWayMs <= askedMs) ?? beforeAll;
}

/** Returns the bounds of the issue, each with its measured value. */
export function barLines(rounds: readonly FailoverRound[], sent: readonly SentOrder[]): string[] {
  const takeovers = (isMeant: boolean) =>
    rounds
      .filter(({ isPlanned }) => isPlanned === isMeant)
      .map(({ takeoverMs }) => takeoverMs)
      .filter(isMeasured);
  const isOfPlanned = (atMs: number): boolean =>
    rounds.findLast(({ fromMs }) => fromMs <= atMs)?.isPlanned === true;
  const retried = sent.flatMap(({ refusedMs, lastAskedMs }) => {
    if (refusedMs === undefined || !isOfPlanned(refusedMs)) return [];
    return [Math.max(0, lastAskedMs - refusedMs)];
  });
  return [
    barLine('takeover to the first order, p99', takeovers(false), { msMax: takeoverMsMax }),
    barLine('planned, p99', takeovers(true), { msMax: plannedMsMax }),
    barLine('planned: refused calls are taken after, at most', retried, {
      msMax: retryMsMax,
      share: 1,
    }),
  ];
}

interface Bar {
  readonly msMax: number;
  /** Share of the times that must be within the bound. */
  readonly share?: number;
}

function barLine(name: string, times: readonly number[], { msMax, share = 0.99 }: Bar): string {
  if (times.length === 0) return `${name}: nothing measured`;
  const ms = atShare(times, share);
  const is = ms <= msMax ? 'met' : 'NOT MET';
  return `${name}: ${seconds(ms)} s of ${times.length}, the bar is ${seconds(msMax)} s: ${is}`;
}

/** Returns the counts, and all errors in words. */
export function verdictLines(verdict: Verdict): readonly string[] {
  const counts = wrongKinds.map((kind) => `${kind} ${verdict[kind].length}`);
  const { sent, atExchange, unanswered } = verdict;
  return [
    `sent ${sent}, at the exchanges ${atExchange}, never answered ${unanswered}`,
    counts.join(', '),
    ...wrongKinds.flatMap((kind) => verdict[kind].map(({ words }) => `${kind}: ${words}`)),
  ];
}

export function isSound(verdict: Verdict): boolean {
  return wrongKinds.every((kind) => verdict[kind].length === 0);
}
