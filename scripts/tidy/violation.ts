/** One place where the tree breaks a rule of the project. */
export interface Violation {
  /** Path relative to the repository, with forward slashes. */
  readonly path: string;
  /** Line number, from 1. */
  readonly line: number;
  readonly rule: string;
  /** Text that says how to fix it. */
  readonly todo: string;
}

/** Formats the place, the rule and the way to fix it; terminals make the place clickable. */
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
