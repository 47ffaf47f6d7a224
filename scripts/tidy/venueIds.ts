import { literalText, nodeAt, textAt, walk } from './ast.ts';
import { isServerCode } from './paths.ts';
import type { SourceFile } from './source.ts';
import type { Violation } from './violation.ts';

const venueIds = new Set(['binance', 'bybit', 'gateio', 'kraken', 'okx', 'hyperliquid']);

/** Shared code never knows a venue by name: a venue declares what it can do, in its own folder. */
export function checkVenueIds(file: SourceFile): Violation[] {
  const { path } = file;
  if (!isServerCode(path) || path.startsWith('server/src/trading/venues/')) return [];
  const violations: Violation[] = [];
  walk(file.root, (node) => {
    const isKey = node.type === 'KeyValueProperty' && nodeAt(node, 'key')?.type === 'Identifier';
    const name = isKey ? textAt(nodeAt(node, 'key'), 'value') : literalText(node);
    if (name !== undefined && venueIds.has(name)) {
      const todo = `'${name}': ask the venue for its capability, or move this under venues/`;
      violations.push({ path, line: file.firstLine(node), rule: 'venue-id', todo });
    }
    return undefined;
  });
  return violations;
}
