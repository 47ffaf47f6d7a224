import type { Counter } from 'prom-client';

/**
 * Starts the series of every given combination of labels at 0. For Prometheus a series that begins
 * at 1 has not risen, so an alert on its increase would stay silent.
 */
export function startAtZero<Label extends string>(
  counter: Counter<Label>,
  values: Readonly<Record<Label, readonly string[]>>,
): void {
  let combinations: readonly Partial<Record<Label, string>>[] = [{}];
  for (const label in values) {
    combinations = combinations.flatMap((each) =>
      values[label].map((value) => ({ ...each, [label]: value })),
    );
  }
  for (const labels of combinations) counter.inc(labels, 0);
}

/** Returns all names of a closed set; the compiler checks that none is missing. */
export function allNames<Name extends string>(names: Readonly<Record<Name, true>>): string[] {
  return Object.keys(names);
}
