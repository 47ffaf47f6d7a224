import { type AstNode, firstArgument, literalText, nodeAt, nodesAt, textAt, walk } from './ast.ts';
import { isTest } from './paths.ts';
import type { SourceFile } from './source.ts';
import type { Violation } from './violation.ts';

/** Names of the code catalogues: codes and refused fields mean the same to every caller. */
const catalogueNames = new Set([
  'errorCatalogue',
  'ErrorCode',
  'FieldIssue',
  'isNotReady',
  'ReadinessCode',
]);

/**
 * Reports other imports of the kit from the contract: the kit is independent of the domain, so it
 * may know only the code catalogues.
 */
export function checkKitImports(file: SourceFile): Violation[] {
  const { path } = file;
  if (!path.startsWith('server/src/kit/') || isTest(path)) return [];
  const violations: Violation[] = [];
  walk(file.root, (node) => {
    const isCall = node.type === 'CallExpression' && nodeAt(node, 'callee')?.type === 'Import';
    const source = literalText(isCall ? firstArgument(node) : nodeAt(node, 'source'));
    if (source !== '@windlass/contract' || isOfCatalogue(node)) return undefined;
    const todo = `kit may import of the contract: ${[...catalogueNames].join(', ')}`;
    violations.push({ path, line: file.firstLine(node), rule: 'import-table', todo });
    return undefined;
  });
  return violations;
}

function isOfCatalogue(node: AstNode): boolean {
  const specifiers = nodesAt(node, 'specifiers');
  return specifiers.length > 0 && specifiers.every((one) => catalogueNames.has(nameOf(one) ?? ''));
}

/** Returns the name in the contract; undefined for an import of the whole contract. */
function nameOf(specifier: AstNode): string | undefined {
  if (!/^(Im|Ex)portSpecifier$/.test(specifier.type)) return undefined;
  const names = ['imported', 'orig', 'local'].map((key) => nodeAt(specifier, key));
  return textAt(names.find(Boolean), 'value');
}
