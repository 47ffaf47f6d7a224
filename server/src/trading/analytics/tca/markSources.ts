import { type MarkMissing, markMissingReasons, type ReportFill } from '../types.ts';
import { markAt } from './measure.ts';
import { createSamples } from './samples.ts';
import type { MarkSources } from './types.ts';

/** Counts the sources and ages of the marks of fills, and why other fills have none. */
export function createMarkSources() {
  const counts = { live: 0, candles: 0, missing: 0 };
  const missing = new Map<MarkMissing | 'not_recorded', number>();
  const ages = createSamples();
  return {
    add(fill: ReportFill): void {
      if (markAt(fill, 0) === undefined) {
        const word = fill.markMissing ?? 'not_recorded';
        counts.missing += 1;
        missing.set(word, (missing.get(word) ?? 0) + 1);
        return;
      }
      counts[fill.source === 'candles' ? 'candles' : 'live'] += 1;
      if (fill.markAgeMs !== undefined) ages.add(fill.markAgeMs);
    },
    report: (): MarkSources => ({
      ...counts,
      missingBy: [...markMissingReasons, 'not_recorded' as const].map((word) => ({
        word,
        fillsCount: missing.get(word) ?? 0,
      })),
      ageMs: { median: ages.median(), p95: ages.percentile(95), max: ages.percentile(100) },
    }),
  };
}
