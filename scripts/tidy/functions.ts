import { type AstNode, isNode, nodeAt, nodesAt, textAt, walk } from './ast.ts';
import { isTest } from './paths.ts';
import type { SourceFile } from './source.ts';
import { countStatements } from './statements.ts';
import type { Violation } from './violation.ts';

const functionStatementsMax = 60;
const parametersMax = 3;
const nestingMax = 3;

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
  'MethodProperty',
  'GetterProperty',
  'SetterProperty',
]);

const controlTypes = new Set([
  'IfStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'SwitchStatement',
  'TryStatement',
]);

/** Reports functions that are too long, have too many parameters or branch too deep. */
export function checkFunctions(file: SourceFile): Violation[] {
  const violations: Violation[] = [];
  const report = (node: AstNode, rule: string, todo: string) =>
    violations.push({ path: file.path, line: file.firstLine(node), rule, todo });
  walk(file.root, (node, parents) => {
    if (functionTypes.has(node.type)) {
      const size = countStatements(node);
      if (size > functionStatementsMax && !isTestGroup(file, parents)) {
        const todo = `${size} statements: split it, at most ${functionStatementsMax}`;
        report(node, 'function-length', todo);
      }
      const count = parametersOf(node).length;
      // The caller decides the parameters of a test's callback: a table row, generated values.
      const isGiven = isTest(file.path) && parents.at(-1)?.type === 'CallExpression';
      if (count > parametersMax && !isGiven) {
        report(node, 'parameters', `${count} parameters: name them in one object`);
      }
    }
    if (controlTypes.has(node.type) && nestingOf([...parents, node]) === nestingMax + 1) {
      report(node, 'nesting', `deeper than ${nestingMax}: return early or take a function out`);
    }
    return undefined;
  });
  return violations;
}

/** Returns true for groups of tests such as `describe(…, () => {…})`; only the tests are judged. */
function isTestGroup(file: SourceFile, parents: readonly AstNode[]): boolean {
  const call = parents.at(-1);
  if (!isTest(file.path) || call?.type !== 'CallExpression') return false;
  return !['it', 'test'].includes(rootName(call) ?? '');
}

/** Returns the leftmost name of a call: `it.each(table)(…)` → `it`. */
function rootName(node: AstNode): string | undefined {
  const inner = nodeAt(node, 'callee') ?? nodeAt(node, 'object') ?? nodeAt(node, 'tag');
  return inner ? rootName(inner) : textAt(node, 'value');
}

function parametersOf(node: AstNode): AstNode[] {
  const inner = node.function;
  const wrapped =
    typeof inner === 'object' && inner !== null ? { type: 'wrapped', ...inner } : node;
  return nodesAt(isNode(wrapped) ? wrapped : node, 'params').filter(
    (parameter) => textAt(nodeAt(parameter, 'pat') ?? parameter, 'value') !== 'this',
  );
}

/**
 * Returns how many control structures of the innermost function contain the last node, itself
 * included.
 */
function nestingOf(chain: readonly AstNode[]): number {
  const start = chain.findLastIndex((node) => functionTypes.has(node.type)) + 1;
  return chain.slice(start).filter((node, index, inner) => {
    const isElseIf = node.type === 'IfStatement' && inner[index - 1]?.alternate === node;
    return controlTypes.has(node.type) && !isElseIf;
  }).length;
}
