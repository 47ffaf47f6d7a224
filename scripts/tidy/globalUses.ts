import {
  type AstNode,
  bindingOf,
  firstArgument,
  innerOf,
  isTypePosition,
  literalText,
  memberName,
  nodeAt,
  nodesAt,
  textAt,
  unwrap,
  walk,
} from './ast.ts';

export type Family =
  | 'time'
  | 'timer'
  | 'turn'
  | 'chance'
  | 'secret'
  | 'environment'
  /** A whole object, from which any of the others could be taken unnoticed. */
  | 'everything';

/** One place that uses time, randomness or the environment. */
export interface Use {
  readonly node: AstNode;
  readonly name: string;
  readonly family: Family;
}

/** Global names, with dots, that use time, randomness or the environment. */
const globalNames: ReadonlyMap<string, Family> = new Map([
  ['Date.now', 'time'],
  ['performance.now', 'time'],
  ['process.hrtime', 'time'],
  ['process.uptime', 'time'],
  ['setTimeout', 'timer'],
  ['setInterval', 'timer'],
  ['setImmediate', 'turn'],
  ['scheduler', 'timer'],
  ['AbortSignal.timeout', 'timer'],
  ['Atomics.wait', 'timer'],
  ['Atomics.waitAsync', 'timer'],
  ['Math.random', 'chance'],
  ['crypto.randomBytes', 'secret'],
  ['crypto.randomInt', 'secret'],
  ['crypto.randomUUID', 'secret'],
  ['crypto.randomFill', 'secret'],
  ['crypto.randomFillSync', 'secret'],
  ['crypto.getRandomValues', 'secret'],
  ['crypto.webcrypto', 'secret'],
  ['process.env', 'environment'],
  ['process.getBuiltinModule', 'everything'],
]);

/** Globals whose members may be used, but not the whole object: an alias would hide its origin. */
const wholes: ReadonlyMap<string, Family> = new Map([
  ['Date', 'time'],
  ['performance', 'time'],
  ['AbortSignal', 'timer'],
  ['Atomics', 'timer'],
  ['Math', 'chance'],
  ['crypto', 'secret'],
  ['process', 'environment'],
  ['globalThis', 'everything'],
  ['global', 'everything'],
]);

/** Modules that export the same things under another name. */
const moduleRoofs: ReadonlyMap<string, string> = new Map([
  ['crypto', 'crypto'],
  ['process', 'process'],
  ['perf_hooks', ''],
  ['timers', ''],
]);

export function findUses(root: AstNode): Use[] {
  const roofs = importedRoofs(root);
  const uses: Use[] = [];
  const note = (node: AstNode, name: string | undefined, names = globalNames) => {
    const family = name === undefined ? undefined : names.get(name);
    if (name !== undefined && family !== undefined) uses.push({ node, name, family });
  };
  walk(root, (node, parents) => {
    if (isTypePosition(node) || isTypeOnly(node)) return 'skip';
    const dateNow = dateOfNow(node);
    if (dateNow) uses.push({ node, name: dateNow, family: 'time' });
    const whole = wholeModule(node);
    if (whole) uses.push({ node, name: whole, family: 'everything' });
    for (const name of importedNames(node)) note(node, name);
    for (const name of destructuredNames(node, roofs)) {
      note(node, name);
      note(node, name, wholes);
    }
    if (node.type === 'MemberExpression' || node.type === 'Identifier') {
      const name = dottedName(node, roofs);
      note(node, name);
      if (!isOnlyAsked(node, parents)) note(node, name, wholes);
    }
    return undefined;
  });
  return uses;
}

function isTypeOnly(node: AstNode): boolean {
  return /^(Import|ExportNamed)Declaration$/.test(node.type) && node.typeOnly === true;
}

/** swc's mark for names that no scope declares. */
const globalScopeMark = 1;

type Roofs = ReadonlyMap<string, string>;

/**
 * Returns the dotted name: `globalThis.crypto.randomUUID` → `crypto.randomUUID`; undefined when the
 * root is local.
 */
function dottedName(wrapped: AstNode, roofs: Roofs): string | undefined {
  const node = unwrap(wrapped);
  if (node.type === 'Identifier') {
    const roof = roofs.get(bindingOf(node) ?? '');
    return roof ?? (node.ctxt === globalScopeMark ? textAt(node, 'value') : undefined);
  }
  if (node.type !== 'MemberExpression') return undefined;
  const object = nodeAt(node, 'object');
  const owner = object && dottedName(object, roofs);
  const name = memberName(node);
  return owner === undefined || name === undefined ? undefined : dotted(owner, name);
}

function dotted(owner: string, name: string): string {
  return ['globalThis', 'global', ''].includes(owner) ? name : `${owner}.${name}`;
}

/**
 * Returns true when the object's named member is used, or it is called or compared, but not passed
 * on.
 */
function isOnlyAsked(node: AstNode, parents: readonly AstNode[]): boolean {
  let inner = node;
  for (const parent of parents.toReversed()) {
    if (!innerOf(parent)) return asksOnly(parent, inner);
    inner = parent;
  }
  return true;
}

function asksOnly(parent: AstNode, inner: AstNode): boolean {
  switch (parent.type) {
    case 'MemberExpression':
      return nodeAt(parent, 'object') !== inner || memberName(parent) !== undefined;
    case 'CallExpression':
    case 'NewExpression':
      return nodeAt(parent, 'callee') === inner;
    case 'BinaryExpression':
      return ['instanceof', 'in', '===', '!=='].includes(textAt(parent, 'operator') ?? '');
    case 'VariableDeclarator':
      return nodeAt(parent, 'id') === inner || isPlainPattern(nodeAt(parent, 'id'));
    case 'UnaryExpression':
    case 'ExpressionStatement':
      return true;
    default:
      return parent.type.startsWith('Import');
  }
}

/** Returns true for a pattern that names every property. */
function isPlainPattern(pattern: AstNode | undefined): boolean {
  if (pattern?.type !== 'ObjectPattern') return false;
  return nodesAt(pattern, 'properties').every((property) => {
    return nodeAt(property, 'key')?.type === 'Identifier';
  });
}

function roofOf(source: AstNode | undefined): string | undefined {
  const [module = ''] = (literalText(source) ?? '').replace(/^node:/, '').split('/');
  return moduleRoofs.get(module);
}

/** Returns the variables that hold a whole imported module. */
function importedRoofs(root: AstNode): Map<string, string> {
  const roofs = new Map<string, string>();
  for (const node of nodesAt(root, 'body')) {
    const isImport = node.type === 'ImportDeclaration';
    const roof = isImport ? roofOf(nodeAt(node, 'source')) : undefined;
    if (roof === undefined) continue;
    for (const specifier of nodesAt(node, 'specifiers')) {
      const local = nodeAt(specifier, 'local');
      const binding = local && bindingOf(local);
      if (specifier.type !== 'ImportSpecifier' && binding !== undefined) roofs.set(binding, roof);
    }
  }
  return roofs;
}

/** Returns the global names that an import or an export-from names one by one. */
function importedNames(node: AstNode): string[] {
  if (!/^(Import|ExportNamed)Declaration$/.test(node.type)) return [];
  const roof = roofOf(nodeAt(node, 'source'));
  if (roof === undefined) return [];
  return nodesAt(node, 'specifiers')
    .filter(({ type, isTypeOnly }) => /^(Im|Ex)portSpecifier$/.test(type) && isTypeOnly !== true)
    .map((specifier) => ['imported', 'orig', 'local'].map((key) => nodeAt(specifier, key)))
    .map((names) => textAt(names.find(Boolean), 'value'))
    .flatMap((name) => (name === undefined ? [] : [dotted(roof, name)]))
    .map((name) => (name === 'performance' ? 'performance.now' : name));
}

/** Finds `import('node:timers')`, `export * from 'node:timers'` and `export * as t from …`. */
function wholeModule(node: AstNode): string | undefined {
  const isExport =
    node.type === 'ExportAllDeclaration' ||
    nodesAt(node, 'specifiers').some(({ type }) => type === 'ExportNamespaceSpecifier');
  const isCall = node.type === 'CallExpression' && nodeAt(node, 'callee')?.type === 'Import';
  const source = isExport ? nodeAt(node, 'source') : isCall ? firstArgument(node) : undefined;
  return roofOf(source) === undefined ? undefined : literalText(source);
}

/** Finds names such as `now` in `const { now } = Date`. */
function destructuredNames(node: AstNode, roofs: Roofs): string[] {
  const pattern = nodeAt(node, 'id');
  const init = nodeAt(node, 'init');
  if (node.type !== 'VariableDeclarator' || pattern?.type !== 'ObjectPattern') return [];
  const owner = init && dottedName(init, roofs);
  if (owner === undefined) return [];
  return nodesAt(pattern, 'properties').flatMap((property) => {
    const name = textAt(nodeAt(property, 'key'), 'value');
    return name === undefined ? [] : [dotted(owner, name)];
  });
}

/** Finds `new Date()` without a time, and `Date()`: both mean now. */
function dateOfNow(node: AstNode): string | undefined {
  const wrapped = nodeAt(node, 'callee');
  const callee = wrapped && unwrap(wrapped);
  const isDate = callee?.type === 'Identifier' && callee.value === 'Date';
  if (!isDate || callee.ctxt !== globalScopeMark) return undefined;
  if (node.type === 'CallExpression') return 'Date()';
  const given = node.arguments;
  const isBare = !Array.isArray(given) || given.length === 0;
  return node.type === 'NewExpression' && isBare ? 'new Date()' : undefined;
}
