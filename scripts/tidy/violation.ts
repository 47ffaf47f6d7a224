/** One place where the tree breaks a rule of the house. */
export interface Violation {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly rule: string;
  /** What to do about it. */
  readonly todo: string;
}

/** Where the rule was broken, then the rule, then the way out: clickable in a terminal. */
export function formatViolation({ path, line, rule, todo }: Violation): string {
  return `${path}:${line} ${rule} — ${todo}`;
}

/** Returns the violations in reading order, so that two runs print the same. */
export function inReadingOrder(violations: readonly Violation[]): Violation[] {
  return [...violations].sort(
    (a, b) => compareText(a.path, b.path) || a.line - b.line || compareText(a.rule, b.rule),
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
