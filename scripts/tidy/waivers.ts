import type { SourceFile } from './source.ts';
import type { Violation } from './violation.ts';

/** Rules that a stated reason may override on a line. */
const waivable = new Set(['banned-call', 'hidden-import', 'inheritance', 'venue-id']);
/** Minimum length of a reason. */
const reasonLengthMin = 10;

/**
 * Removes the violations that a `tidy-ok: reason` comment on the line allows, and adds the waivers
 * that give no reason or allow nothing. A line that uses the outside (`reachingOut`) may have a
 * waiver even where that is allowed.
 */
export function applyWaivers(
  file: SourceFile,
  violations: readonly Violation[],
  reachingOut: ReadonlySet<number> = new Set(),
): Violation[] {
  const waivers = file.comments
    .filter((comment) => /^\s*tidy-ok\b/.test(comment.text))
    .map((comment) => ({
      line: comment.line,
      reason: /\btidy-ok:\s*(.*?)\s*$/s.exec(comment.text)?.[1] ?? '',
    }));
  const isWaived = ({ line, rule }: Violation) =>
    waivable.has(rule) && waivers.some((waiver) => waiver.line === line);
  const faults = waivers.flatMap(({ line, reason }) => {
    const place = { path: file.path, line, rule: 'waiver' };
    if (reason.length < reasonLengthMin) {
      return [{ ...place, todo: 'say why after tidy-ok: so that a reader can judge it' }];
    }
    const isUsed = violations.some((violation) => violation.line === line && isWaived(violation));
    return isUsed || reachingOut.has(line)
      ? []
      : [{ ...place, todo: 'nothing on this line needs a waiver: take it out' }];
  });
  return [...violations.filter((violation) => !isWaived(violation)), ...faults];
}
