import { type AstNode, isNode, nodeAt, textAt, walk } from './ast.ts';
import { isServerCode } from './paths.ts';
import type { SourceFile } from './source.ts';
import type { Violation } from './violation.ts';

/** The endpoints that one file declares, binds or tests. */
export interface EndpointFile {
  readonly path: string;
  /** Lines of the file, for the contract only. */
  readonly lines: readonly string[];
  readonly bound: readonly Binding[];
  /** Words of its literals, for API tests only. */
  readonly words: readonly string[];
}

export function endpointsIn(file: SourceFile): EndpointFile {
  const { path } = file;
  return {
    path,
    lines: path.startsWith('contract/src/') ? file.lines : [],
    bound: isRoutes(path) ? endpointsBoundIn(file) : [],
    words: path.startsWith('server/test/api/') ? wordsOf(file) : [],
  };
}

/**
 * Reports endpoints of the contract that are not bound by exactly one route or that no API test
 * names.
 */
export function checkEndpoints(
  names: readonly string[],
  files: readonly EndpointFile[],
): Violation[] {
  const bound = files.flatMap((file) => file.bound);
  const tested = new Set(files.flatMap((file) => file.words));
  return names.flatMap((name) => [
    ...checkBinding(name, bound, files),
    ...(tested.has(name)
      ? []
      : [atDefinition(name, files, 'no test under server/test/api names it: test it there')]),
  ]);
}

interface Binding {
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

function checkBinding(
  name: string,
  bound: readonly Binding[],
  files: readonly EndpointFile[],
): Violation[] {
  const [first, ...again] = bound.filter((binding) => binding.name === name);
  if (!first) return [atDefinition(name, files, 'no routes.ts of the server binds it')];
  return again.map(({ path, line }) => ({
    path,
    line,
    rule: 'endpoint',
    todo: `${name} is bound already in ${first.path}:${first.line}`,
  }));
}

function isRoutes(path: string): boolean {
  return isServerCode(path) && /(\/routes\.ts|\/routes\/[^/]+\.ts|\/system\.ts)$/.test(path);
}

/** Finds `bind(endpoints.x, …)` and `bind(someEndpoints.x, …)`. */
function endpointsBoundIn(file: SourceFile): Binding[] {
  const bindings: Binding[] = [];
  walk(file.root, (node) => {
    const isBind = textAt(nodeAt(node, 'callee'), 'value') === 'bind';
    const endpoint = isBind ? firstArgument(node) : undefined;
    const owner = endpoint && textAt(nodeAt(endpoint, 'object'), 'value');
    const name = endpoint && textAt(nodeAt(endpoint, 'property'), 'value');
    if (/[eE]ndpoints$/.test(owner ?? '') && name !== undefined) {
      bindings.push({ name, path: file.path, line: file.firstLine(node) });
    }
    return undefined;
  });
  return bindings;
}

function firstArgument(call: AstNode): AstNode | undefined {
  const [first]: unknown[] = Array.isArray(call.arguments) ? call.arguments : [];
  const given: unknown = Object(first).expression;
  return isNode(given) ? given : undefined;
}

/**
 * Returns names and words of literals: `endpoints.getBook`, `client.getBook()` and 'getBook
 * refuses…'.
 */
function wordsOf(file: SourceFile): string[] {
  const words: string[] = [];
  walk(file.root, (node) => {
    words.push(...(textAt(node, 'value') ?? textAt(node, 'cooked') ?? '').split(/\W+/));
    return undefined;
  });
  return words;
}

function atDefinition(name: string, files: readonly EndpointFile[], todo: string): Violation {
  const definition = new RegExp(`^  ${name}: `);
  for (const file of files) {
    const at = file.lines.findIndex((line) => definition.test(line));
    if (at >= 0) return { path: file.path, line: at + 1, rule: 'endpoint', todo };
  }
  return { path: 'contract/src/endpoints.ts', line: 1, rule: 'endpoint', todo: `${name}: ${todo}` };
}
