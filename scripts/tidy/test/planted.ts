import { parseSource, type SourceFile } from '../source.ts';
import type { Violation } from '../violation.ts';

/** Creates a source file for tests of the checks. */
export function planted(path: string, ...lines: readonly string[]): SourceFile {
  return parseSource(path, lines.join('\n'));
}

/** Formats violations briefly: `line rule`. */
export function inShort(violations: readonly Violation[]): string[] {
  return violations.map(({ line, rule }) => `${line} ${rule}`);
}
