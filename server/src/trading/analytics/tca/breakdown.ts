import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { ReportFill } from '../types.ts';
import type { MeasuredFill } from './measure.ts';
import { createPart, type Part } from './part.ts';
import type { Breakdown, ParentKinds, PartReport, TcaTerms } from './types.ts';

const dayMs = 86_400_000;

/** Splits the same fills by symbol, by what placed them and by UTC day. */
export function createBreakdown({ horizon }: TcaTerms) {
  const symbols = new Map<InstrumentSymbol, Part>();
  const algorithms = new Map<string, Part>();
  const days = new Map<number, Part>();
  const partOf = <Key>(parts: Map<Key, Part>, key: Key): Part => {
    const found = parts.get(key);
    if (found) return found;
    const made = createPart(horizon);
    parts.set(key, made);
    return made;
  };
  return {
    add(fill: ReportFill, measured: MeasuredFill | undefined, parents: ParentKinds): void {
      partOf(symbols, fill.symbol).add(fill, measured);
      partOf(algorithms, kindOf(fill.parentId, parents)).add(fill, measured);
      partOf(days, Math.floor(fill.atMs / dayMs) * dayMs).add(fill, measured);
    },
    report: (): Breakdown => ({
      bySymbol: reportsOf(symbols).sort(mostFirst),
      byAlgorithm: reportsOf(algorithms).sort(mostFirst),
      byDay: reportsOf(days).sort((a, b) => a.key - b.key),
    }),
  };
}

/** A parent that is not known any more was an algorithm or the router: its type is lost. */
function kindOf(parentId: string | undefined, parents: ParentKinds): string {
  return parentId === undefined ? 'manual' : (parents.get(parentId) ?? 'unknown');
}

function reportsOf<Key>(parts: ReadonlyMap<Key, Part>) {
  return [...parts].map(([key, part]) => ({ key, ...part.report() }));
}

type Named = PartReport & { readonly key: string };

/** Sorts by turnover; equal ones by name in code units, which is the same in every locale. */
function mostFirst(a: Named, b: Named): number {
  return b.turnoverUsd - a.turnoverUsd || (a.key < b.key ? -1 : 1);
}
