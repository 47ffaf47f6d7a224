import { venueIds } from '../../contract/src/venues.ts';
import { literalText, textAt, walk } from './ast.ts';
import { isServerCode } from './paths.ts';
import type { SourceFile } from './source.ts';
import type { Violation } from './violation.ts';

const known = new Set<string>(venueIds);
/** The exchanges' own folders, their made-up markets, and the list of them all. */
const mayName = new RegExp(
  `^server/src/trading/venues/((${venueIds.join('|')}|simulated)/|registry\\.ts$)`,
);

/** Reports venue names in shared code: each venue declares its capabilities in its own folder. */
export function checkVenueIds(file: SourceFile): Violation[] {
  const { path } = file;
  if (!isServerCode(path) || mayName.test(path)) return [];
  const violations: Violation[] = [];
  walk(file.root, (node) => {
    const isName = node.type === 'Identifier' || node.type === 'PrivateName';
    const name = isName ? textAt(node, 'value') : literalText(node);
    if (name !== undefined && (isName ? wordsOf(name) : [name]).some((word) => known.has(word))) {
      const todo = `'${name}': ask the venue for its capability, or move this under venues/`;
      violations.push({ path, line: file.firstLine(node), rule: 'venue-id', todo });
    }
    return undefined;
  });
  return violations;
}

/** Splits a name into words: `isOkxBook` → is, okx, book. */
function wordsOf(name: string): string[] {
  return name.split(/(?<=[a-z\d])(?=[A-Z])|_/).map((word) => word.toLowerCase());
}
