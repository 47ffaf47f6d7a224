import type { Verdict } from '../../server/test/support/failover/judge.ts';
import type { FailoverRound } from '../../server/test/support/failover/rounds.ts';
import { markdown, seconds, Times } from '../live/figures.ts';

/** Returns a line for each fault, and one for all takeovers. */
export function roundsTable(rounds: readonly FailoverRound[]): string {
  const names = [...new Set(rounds.map(({ fault }) => fault))];
  const unplanned = rounds.filter(({ fault }) => fault !== 'planned');
  const rows = names.map((name) =>
    rowOf(
      name,
      rounds.filter(({ fault }) => fault === name),
    ),
  );
  return markdown(
    ['fault', 'rounds', 'as expected', 'lease passed p50', 'first order p50', 'p99', 'max'],
    [...rows, rowOf('all but planned', unplanned)],
  );
}

function rowOf(name: string, rounds: readonly FailoverRound[]): readonly string[] {
  const [taken, passed] = [new Times(), new Times()];
  for (const { takeoverMs, leaseMs } of rounds) {
    if (takeoverMs !== undefined) taken.took(takeoverMs);
    if (leaseMs !== undefined) passed.took(leaseMs);
  }
  const asExpected = rounds.filter(({ wrong }) => wrong === undefined).length;
  const shown = (times: Times, share: number) =>
    times.count === 0 ? 'none' : `${seconds(times.at(share))} s`;
  return [
    name,
    String(rounds.length),
    String(asExpected),
    shown(passed, 0.5),
    shown(taken, 0.5),
    shown(taken, 0.99),
    taken.count === 0 ? 'none' : `${seconds(taken.max)} s`,
  ];
}

/** Returns the counts, and in words all that is wrong. */
export function verdictLines(verdict: Verdict): readonly string[] {
  const { doubled, lost, wrongStates, wronglyTold, afterLease, unsettled } = verdict;
  const wrongs = { doubled, lost, wrongStates, wronglyTold, afterLease, unsettled };
  const counts = Object.entries(wrongs).map(([name, all]) => `${name} ${all.length}`);
  const { sent, atExchange, unanswered } = verdict;
  return [
    `sent ${sent}, at the exchanges ${atExchange}, never answered ${unanswered}`,
    counts.join(', '),
    ...Object.entries(wrongs).flatMap(([name, all]) => all.map((words) => `${name}: ${words}`)),
  ];
}

export function isSound(verdict: Verdict): boolean {
  const { doubled, lost, wrongStates, wronglyTold, afterLease, unsettled } = verdict;
  return [doubled, lost, wrongStates, wronglyTold, afterLease, unsettled].every(
    (all) => all.length === 0,
  );
}
