import { parseSource, type SourceFile } from './source.ts';
import type { Violation } from './violation.ts';

/** A source file as the tests of the checks plant it. */
export function planted(path: string, ...lines: readonly string[]): SourceFile {
  return parseSource(path, lines.join('\n'));
}

/** Violations in short: `line rule`. */
export function inShort(violations: readonly Violation[]): string[] {
  return violations.map(({ line, rule }) => `${line} ${rule}`);
}
