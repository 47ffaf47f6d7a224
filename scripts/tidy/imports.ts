import type { Edge } from './graph.ts';
import { importRefusal } from './importTable.ts';
import type { TextFile } from './tree.ts';
import type { Violation } from './violation.ts';

/** Checks the import graph against the table of allowed imports, and for cycles. */
export function checkImports(edges: readonly Edge[], files: readonly TextFile[]): Violation[] {
  const texts = new Map(files.map((file) => [file.path, file.text]));
  const place = (edge: Edge) => ({ path: edge.from, line: lineOfImport(edge, texts) });
  const refused = edges.flatMap((edge) => {
    if (edge.to.startsWith('.')) {
      const todo = `${edge.to} does not exist`;
      return [{ ...place(edge), rule: 'import-unresolved', todo }];
    }
    const todo = importRefusal(edge);
    if (todo === undefined) return [];
    return [{ ...place(edge), rule: 'import-table', todo: `imports ${edge.to}: ${todo}` }];
  });
  const cycles = findCycles(edges).map((cycle) => ({
    ...place(cycle[0]),
    rule: 'import-cycle',
    todo: `break ${[...cycle.map((edge) => edge.from), cycle[0].from].join(' → ')}`,
  }));
  return [...refused, ...cycles];
}

function lineOfImport(edge: Edge, texts: ReadonlyMap<string, string>): number {
  const lines = (texts.get(edge.from) ?? '').split('\n');
  const at = lines.findIndex((line) => line.includes(`'${edge.specifier}'`));
  return Math.max(0, at) + 1;
}

export type Cycle = readonly [Edge, ...Edge[]];

/**
 * Returns a cycle for each edge that closes one in a depth-first walk from the first file by name:
 * none exactly when the graph has none. Type imports count as well.
 */
export function findCycles(edges: readonly Edge[]): Cycle[] {
  const outgoing = Map.groupBy(edges, (edge) => edge.from);
  const done = new Set<string>();
  const trail: Edge[] = [];
  const cycles: Cycle[] = [];
  const enter = (path: string): void => {
    for (const edge of outgoing.get(path) ?? []) {
      trail.push(edge);
      const from = trail.findIndex((step) => step.from === edge.to);
      const [first, ...rest] = from < 0 ? [] : trail.slice(from);
      if (first) cycles.push([first, ...rest]);
      else if (!done.has(edge.to)) enter(edge.to);
      trail.pop();
    }
    done.add(path);
  };
  for (const path of [...outgoing.keys()].sort()) if (!done.has(path)) enter(path);
  return cycles;
}
