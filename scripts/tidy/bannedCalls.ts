import { type AstNode, isTypePosition, literalText, nodeAt, nodesAt, textAt, walk } from './ast.ts';
import { isScript, isTest, isToolConfig } from './paths.ts';
import type { SourceFile } from './source.ts';
import type { Violation } from './violation.ts';

type Family = 'time' | 'timer' | 'turn' | 'chance' | 'secret' | 'environment';

/** Global names, dotted, that reach for time, chance or the environment. */
const globalNames: ReadonlyMap<string, Family> = new Map([
  ['Date.now', 'time'],
  ['performance.now', 'time'],
  ['process.hrtime', 'time'],
  ['process.uptime', 'time'],
  ['setTimeout', 'timer'],
  ['setInterval', 'timer'],
  ['setImmediate', 'turn'],
  ['AbortSignal.timeout', 'timer'],
  ['Math.random', 'chance'],
  ['crypto.randomBytes', 'secret'],
  ['crypto.randomInt', 'secret'],
  ['crypto.randomUUID', 'secret'],
  ['crypto.randomFillSync', 'secret'],
  ['crypto.getRandomValues', 'secret'],
  ['crypto.webcrypto', 'secret'],
  ['process.env', 'environment'],
]);

/** Modules whose exports are the same things under another roof. */
const moduleRoofs: ReadonlyMap<string, string> = new Map([
  ['crypto', 'crypto'],
  ['process', 'process'],
  ['perf_hooks', ''],
  ['timers', ''],
]);

const advice: Readonly<Record<Family, string>> = {
  time: 'take the time from the injected Clock (kit/clock)',
  timer: 'schedule on the injected Clock (kit/clock)',
  turn: 'yield by the injected Clock or kit/turn',
  chance: 'draw from the injected Random (kit/random)',
  secret: 'draw from the injected Random or Ids (kit/random, kit/ids)',
  environment: 'only config.ts reads the environment; pass the setting in',
};

/** Where time, chance and the environment are reached for directly instead of being passed in. */
export function checkBannedCalls(file: SourceFile): Violation[] {
  const banned = bannedIn(file.path);
  const uses = banned.size === 0 ? [] : findUses(file.root);
  return uses
    .filter(({ family }) => banned.has(family))
    .map(({ node, name, family }) => ({
      path: file.path,
      line: file.firstLine(node),
      rule: 'banned-call',
      todo: `${name}: ${advice[family]}`,
    }));
}

function bannedIn(path: string): ReadonlySet<Family> {
  if (path.startsWith('server/src/kit/') || isScript(path) || isToolConfig(path)) return new Set();
  // A test may stamp, yield and make names; not sleep, nor draw what a rerun could not repeat.
  if (isTest(path) || path.endsWith('.test.ts')) return new Set(['timer', 'chance']);
  if (path.startsWith('cli/')) return new Set(['chance', 'secret']);
  // The client also runs in browsers, which have timers but no process.
  if (path.startsWith('client/')) return new Set(['chance', 'secret', 'environment']);
  if (/^server\/src\/(main|config)\.ts$/.test(path)) {
    return new Set(['time', 'timer', 'turn', 'chance', 'secret']);
  }
  return new Set(['time', 'timer', 'turn', 'chance', 'secret', 'environment']);
}

/** Lines that reach for time, chance or the environment, allowed or not. */
export function linesReachingOut(file: SourceFile): Set<number> {
  return new Set(findUses(file.root).map(({ node }) => file.firstLine(node)));
}

interface Use {
  readonly node: AstNode;
  readonly name: string;
  readonly family: Family;
}

function findUses(root: AstNode): Use[] {
  const roofs = importedRoofs(root);
  const uses: Use[] = [];
  const note = (node: AstNode, name: string | undefined) => {
    const family = name === undefined ? undefined : globalNames.get(name);
    if (name !== undefined && family !== undefined) uses.push({ node, name, family });
  };
  walk(root, (node) => {
    if (isTypePosition(node) || isTypeImport(node)) return 'skip';
    const dateNow = dateOfNow(node);
    if (dateNow) uses.push({ node, name: dateNow, family: 'time' });
    for (const name of importedNames(node)) note(node, name);
    for (const name of destructuredNames(node, roofs)) note(node, name);
    if (node.type === 'MemberExpression' || node.type === 'Identifier') {
      note(node, dottedName(node, roofs));
    }
    return undefined;
  });
  return uses;
}

function isTypeImport(node: AstNode): boolean {
  return node.type === 'ImportDeclaration' && node.typeOnly === true;
}

/** swc gives names that no scope declares this mark. */
const globalScopeMark = 1;

/** `globalThis.crypto.randomUUID` → `crypto.randomUUID`; undefined when the root is local. */
function dottedName(node: AstNode, roofs: ReadonlyMap<string, string>): string | undefined {
  if (node.type === 'Identifier') {
    const name = textAt(node, 'value') ?? '';
    return roofs.get(name) ?? (node.ctxt === globalScopeMark ? name : undefined);
  }
  if (node.type !== 'MemberExpression') return undefined;
  const object = nodeAt(node, 'object');
  const property = nodeAt(node, 'property');
  const owner = object && dottedName(object, roofs);
  const isComputed = property?.type === 'Computed';
  const name = isComputed ? literalText(nodeAt(property, 'expression')) : textAt(property, 'value');
  if (owner === undefined || name === undefined) return undefined;
  return ['globalThis', 'global', ''].includes(owner) ? name : `${owner}.${name}`;
}

function roofOf(node: AstNode): string | undefined {
  const source = literalText(nodeAt(node, 'source')) ?? '';
  const [module = ''] = source.replace(/^node:/, '').split('/');
  return moduleRoofs.get(module);
}

/** Local names under which a whole module was imported. */
function importedRoofs(root: AstNode): Map<string, string> {
  const roofs = new Map<string, string>();
  for (const node of nodesAt(root, 'body')) {
    const roof = node.type === 'ImportDeclaration' ? roofOf(node) : undefined;
    if (roof === undefined) continue;
    for (const specifier of nodesAt(node, 'specifiers')) {
      const local = textAt(nodeAt(specifier, 'local'), 'value');
      if (specifier.type !== 'ImportSpecifier' && local !== undefined) roofs.set(local, roof);
    }
  }
  return roofs;
}

/** The global names that an import declaration brings in one by one. */
function importedNames(node: AstNode): string[] {
  if (node.type !== 'ImportDeclaration') return [];
  const roof = roofOf(node);
  if (roof === undefined) return [];
  return nodesAt(node, 'specifiers')
    .filter((specifier) => specifier.type === 'ImportSpecifier' && specifier.isTypeOnly !== true)
    .map((specifier) =>
      textAt(nodeAt(specifier, 'imported') ?? nodeAt(specifier, 'local'), 'value'),
    )
    .flatMap((name) => (name === undefined ? [] : [roof === '' ? name : `${roof}.${name}`]))
    .map((name) => (name === 'performance' ? 'performance.now' : name));
}

/** `const { now } = Date`. */
function destructuredNames(node: AstNode, roofs: ReadonlyMap<string, string>): string[] {
  const pattern = nodeAt(node, 'id');
  const init = nodeAt(node, 'init');
  if (node.type !== 'VariableDeclarator' || pattern?.type !== 'ObjectPattern') return [];
  const owner = init && dottedName(init, roofs);
  if (owner === undefined) return [];
  return nodesAt(pattern, 'properties').flatMap((property) => {
    const name = textAt(nodeAt(property, 'key'), 'value');
    return name === undefined ? [] : [`${owner}.${name}`];
  });
}

/** `new Date()` without a time, and `Date()`, mean now. */
function dateOfNow(node: AstNode): string | undefined {
  const callee = nodeAt(node, 'callee');
  const isDate = callee?.type === 'Identifier' && callee.value === 'Date';
  if (!isDate || callee.ctxt !== globalScopeMark) return undefined;
  if (node.type === 'CallExpression') return 'Date()';
  const given = node.arguments;
  const isBare = !Array.isArray(given) || given.length === 0;
  return node.type === 'NewExpression' && isBare ? 'new Date()' : undefined;
}
