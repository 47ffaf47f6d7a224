import {
  type AstNode,
  firstArgument,
  isNode,
  literalText,
  nodeAt,
  nodesAt,
  textAt,
  unwrap,
  walk,
} from './ast.ts';
import { isProduct, isVenueTrading } from './paths.ts';
import type { SourceFile } from './source.ts';
import type { Violation } from './violation.ts';

type Finding = readonly [rule: string, todo: string];

/** Reports what the style always forbids and the other tools do not detect. */
export function checkForbidden(file: SourceFile): Violation[] {
  const violations: Violation[] = [];
  const isShipped = isProduct(file.path);
  const makesRequests = isVenueTrading(file.path);
  walk(file.root, (node) => {
    const findings = [
      inheritance(node),
      packedLiteral(node),
      makesRequests ? conditionalSpread(node) : undefined,
      hiddenImport(node),
      isShipped ? hiddenRequire(node) : undefined,
    ];
    for (const finding of findings) {
      if (!finding) continue;
      const [rule, todo] = finding;
      violations.push({ path: file.path, line: file.firstLine(node), rule, todo });
    }
    return undefined;
  });
  return violations;
}

/** Reports folder names that invite unrelated files. */
export function checkFolderNames(paths: readonly string[]): Violation[] {
  return paths
    .filter((path) => /(^|\/)(utils?|helpers?)\//.test(path))
    .map((path) => ({
      path,
      line: 1,
      rule: 'folder-name',
      todo: 'name the folder after its subject, not utils or helpers',
    }));
}

function inheritance(node: AstNode): Finding | undefined {
  const parent = /^Class(Declaration|Expression)$/.test(node.type)
    ? nodeAt(node, 'superClass')
    : undefined;
  if (!parent) return undefined;
  const name = textAt(parent, 'value') ?? textAt(nodeAt(parent, 'property'), 'value') ?? 'this';
  if (name.endsWith('Error')) return undefined;
  return ['inheritance', `extends ${name}: pass it in instead; only errors inherit`];
}

/**
 * Finds literals that are spread into literals: they hide the shape, and switch off the check for
 * misspelt properties.
 */
function packedLiteral(node: AstNode): Finding | undefined {
  const isObject = node.type === 'ObjectExpression' || node.type === 'JSXOpeningElement';
  const isPacked = isObject
    ? [...nodesAt(node, 'properties'), ...nodesAt(node, 'attributes')].some(
        (each) => each.type === 'SpreadElement' && isLiteral(nodeAt(each, 'arguments')),
      )
    : node.type === 'ArrayExpression' && elementsOf(node).some(isSpreadArray);
  return isPacked ? ['packed-literal', 'write out what is spread, one a line'] : undefined;
}

/**
 * Finds properties of an object that are there or not: a misspelt one compiles, and is sent to an
 * exchange that ignores it. The encoder of requests drops what is undefined.
 */
function conditionalSpread(node: AstNode): Finding | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  const isFound = nodesAt(node, 'properties').some((each) => {
    const spread = each.type === 'SpreadElement' ? nodeAt(each, 'arguments') : undefined;
    return spread !== undefined && isConditional(unwrap(spread));
  });
  return isFound
    ? ['conditional-spread', 'write the property out, undefined when it is absent']
    : undefined;
}

/** True for a value of `&&`, and for a choice between literals. */
function isConditional(node: AstNode): boolean {
  if (node.type === 'BinaryExpression') return textAt(node, 'operator') === '&&';
  const branches = [nodeAt(node, 'consequent'), nodeAt(node, 'alternate')];
  return node.type === 'ConditionalExpression' && branches.some(isLiteral);
}

function isLiteral(node: AstNode | undefined): boolean {
  return node !== undefined && unwrap(node).type === 'ObjectExpression';
}

/** An element of an array, which has no node type: an expression that may be spread. */
interface Element {
  readonly spread?: unknown;
  readonly expression?: unknown;
}

function elementsOf(node: AstNode): Element[] {
  const { elements } = node;
  return Array.isArray(elements) ? elements.filter((each) => each) : [];
}

function isSpreadArray({ spread, expression }: Element): boolean {
  const isSpread = spread !== null && spread !== undefined;
  return isSpread && isNode(expression) && expression.type === 'ArrayExpression';
}

/** Finds inline import types: the import graph does not see them, so they are forbidden. */
function hiddenImport(node: AstNode): Finding | undefined {
  if (node.type !== 'TsImportType') return undefined;
  return ['inline-import-type', 'write import type at the top, where the import table sees it'];
}

/** Finds imports of modules that are chosen at run time: no import graph contains them. */
function hiddenRequire(node: AstNode): Finding | undefined {
  const callee = nodeAt(node, 'callee');
  const isImport = callee?.type === 'Import' && literalText(firstArgument(node)) === undefined;
  const isRequire = node.type === 'Identifier' && node.value === 'createRequire';
  if (!isImport && !isRequire) return undefined;
  return ['hidden-import', 'import by a literal, where the import table sees it'];
}
