import {
  type AstNode,
  bindingOf,
  firstArgument,
  memberName,
  nodeAt,
  nodesAt,
  textAt,
  unwrap,
  walk,
} from './ast.ts';
import { isProduct } from './paths.ts';
import type { SourceFile } from './source.ts';
import type { Violation } from './violation.ts';

/** The kind of value that a module's name holds, which decides how it can be changed. */
type Holding = 'collection' | 'object' | 'other';

const collectionNames = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Array']);
const changingMethods = new Set([
  'set',
  'add',
  'delete',
  'clear',
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
  'getOrInsert',
  'getOrInsertComputed',
]);

/**
 * Reports state that lives in a module or a class instead of in a factory: variables, values that
 * the file changes after creating them, collections made to be changed, and exported collections
 * that anybody could change.
 */
export function checkModuleState(file: SourceFile): Violation[] {
  if (!isProduct(file.path)) return [];
  const holdings = new Map<string, Holding>();
  const guilty: AstNode[] = [];
  for (const statement of nodesAt(file.root, 'body')) {
    const declaration = nodeAt(statement, 'declaration') ?? statement;
    if (declaration.declare === true) continue;
    const name = nodeAt(declaration, 'identifier');
    if (name) holdings.set(bindingOf(name) ?? '', 'object');
    for (const declarator of nodesAt(declaration, 'declarations')) {
      const isLoose = declaration.kind !== 'const';
      if (isLoose || isMadeToChange(declarator, declaration !== statement)) guilty.push(declarator);
      else note(declarator, holdings);
    }
  }
  walk(file.root, (node) => {
    const changed = changedName(node, holdings);
    if ((changed !== undefined && holdings.has(changed)) || isLooseStatic(node)) guilty.push(node);
    return undefined;
  });
  return guilty.map((node) => ({
    path: file.path,
    line: file.firstLine(node),
    rule: 'module-state',
    todo: 'keep state in a factory, not in the module; annotate what never changes as Readonly…',
  }));
}

function note(declarator: AstNode, holdings: Map<string, Holding>): void {
  const id = nodeAt(declarator, 'id');
  const init = nodeAt(declarator, 'init');
  const binding = id && bindingOf(id);
  if (binding !== undefined && init) holdings.set(binding, holdingOf(unwrap(init)));
}

function holdingOf(value: AstNode): Holding {
  if (value.type === 'ArrayExpression' || collectionOf(value)) return 'collection';
  return value.type === 'ObjectExpression' ? 'object' : 'other';
}

function collectionOf(value: AstNode): string | undefined {
  const name = value.type === 'NewExpression' ? textAt(nodeAt(value, 'callee'), 'value') : '';
  return name !== undefined && collectionNames.has(name) ? name : undefined;
}

/**
 * Returns true for a collection that is made to be changed: an empty or weak one is useless
 * otherwise, and an exported one can be changed by anybody.
 */
function isMadeToChange(declarator: AstNode, isExported: boolean): boolean {
  const init = nodeAt(declarator, 'init');
  if (!init || isReadonly(nodeAt(declarator, 'id')) || init.type === 'TsConstAssertion')
    return false;
  const value = unwrap(init);
  if (holdingOf(value) !== 'collection') return false;
  if (isExported || collectionOf(value)?.startsWith('Weak')) return true;
  const content = value.type === 'ArrayExpression' ? value.elements : value.arguments;
  return !Array.isArray(content) || content.length === 0;
}

/** Returns true for `: ReadonlyMap<…>` and similar types, and for `: readonly …[]`. */
function isReadonly(annotated: AstNode | undefined): boolean {
  const annotation = annotated && nodeAt(annotated, 'typeAnnotation');
  const type = annotation && nodeAt(annotation, 'typeAnnotation');
  if (!type) return false;
  if (type.type === 'TsTypeOperator') return type.op === 'readonly';
  return textAt(nodeAt(type, 'typeName'), 'value')?.startsWith('Readonly') === true;
}

function isLooseStatic(node: AstNode): boolean {
  if (!/^(Class|Private)Property$/.test(node.type) || node.isStatic !== true) return false;
  const value = nodeAt(node, 'value');
  if (node.readonly !== true) return true;
  if (!value || value.type === 'TsConstAssertion') return false;
  return holdingOf(unwrap(value)) === 'collection' && !isReadonly(node);
}

/**
 * Returns the binding whose content the node changes: by assignment, `delete`, or a changing
 * method.
 */
function changedName(node: AstNode, holdings: ReadonlyMap<string, Holding>): string | undefined {
  switch (node.type) {
    case 'AssignmentExpression':
      return ownerOf(nodeAt(node, 'left'))?.binding;
    case 'UpdateExpression':
      return ownerOf(nodeAt(node, 'argument'))?.binding;
    case 'UnaryExpression':
      return node.operator === 'delete' ? ownerOf(nodeAt(node, 'argument'))?.binding : undefined;
    case 'CallExpression':
      return assignedTo(node) ?? changedByMethod(node, holdings);
    default:
      return undefined;
  }
}

/** Returns the name in `Object.assign(name, …)`. */
function assignedTo(call: AstNode): string | undefined {
  const callee = nodeAt(call, 'callee');
  const isAssign =
    callee?.type === 'MemberExpression' &&
    textAt(nodeAt(callee, 'object'), 'value') === 'Object' &&
    ['assign', 'defineProperty', 'setPrototypeOf'].includes(memberName(callee) ?? '');
  const target = isAssign ? firstArgument(call) : undefined;
  return target && bindingOf(unwrap(target));
}

/**
 * Returns the collection that a method call changes. An object's own method may be called `set`
 * too; only a method of a collection, or of its member, changes it.
 */
function changedByMethod(
  call: AstNode,
  holdings: ReadonlyMap<string, Holding>,
): string | undefined {
  const callee = nodeAt(call, 'callee');
  const method = callee && unwrap(callee);
  if (method?.type !== 'MemberExpression') return undefined;
  const owner = ownerOf(method);
  if (!owner || !changingMethods.has(memberName(method) ?? '')) return undefined;
  const holding = holdings.get(owner.binding);
  const isChanged = holding === 'collection' || (holding === 'object' && owner.depth > 1);
  return isChanged ? owner.binding : undefined;
}

interface Owner {
  readonly binding: string;
  /** Number of members between the name and the end: 1 for `a.b`, 2 for `a.b.c`. */
  readonly depth: number;
}

/** Returns the variable at the root of a chain of members; undefined when there is no chain. */
function ownerOf(wrapped: AstNode | undefined): Owner | undefined {
  let node = wrapped && unwrap(wrapped);
  let depth = 0;
  while (node?.type === 'MemberExpression') {
    const object = nodeAt(node, 'object');
    node = object && unwrap(object);
    depth += 1;
  }
  const binding = node && bindingOf(node);
  return binding === undefined || depth === 0 ? undefined : { binding, depth };
}
