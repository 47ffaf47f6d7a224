/** A node of the syntax tree, typed as loosely as the checks need it. */
export interface AstNode {
  readonly type: string;
  readonly span?: { readonly start: number; readonly end: number };
  [below]?: readonly AstNode[];
  readonly [key: string]: unknown;
}

type Visit = (node: AstNode, parents: readonly AstNode[]) => 'skip' | undefined;

/** Visits the node and all nodes below it, parents first; `skip` leaves out the nodes below. */
export function walk(root: AstNode, visit: Visit): void {
  const parents: AstNode[] = [];
  const step = (node: AstNode): void => {
    if (visit(node, parents) === 'skip') return;
    parents.push(node);
    for (const child of childrenOf(node)) step(child);
    parents.pop();
  };
  step(root);
}

export function isNode(value: unknown): value is AstNode {
  return isObject(value) && typeof value.type === 'string';
}

/** Returns the node under a key, if there is one. */
export function nodeAt(node: AstNode, key: string): AstNode | undefined {
  const value = node[key];
  return isNode(value) ? value : undefined;
}

/** Returns the nodes of the list under a key. */
export function nodesAt(node: AstNode, key: string): AstNode[] {
  const value = node[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export function textAt(node: AstNode | undefined, key: string): string | undefined {
  const value = node?.[key];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the value of a string literal or of a template without parts. */
export function literalText(node: AstNode | undefined): string | undefined {
  if (node?.type === 'StringLiteral') return textAt(node, 'value');
  if (node?.type !== 'TemplateLiteral' || nodesAt(node, 'expressions').length > 0) return undefined;
  return textAt(nodesAt(node, 'quasis')[0], 'cooked');
}

/**
 * Returns true for type positions, which contain no code; type wrappers around an expression do.
 */
export function isTypePosition(node: AstNode): boolean {
  return node.type.startsWith('Ts') && nodeAt(node, 'expression') === undefined;
}

/** Returns the expression inside parentheses, type assertions, `!` and `?.`. */
export function unwrap(node: AstNode): AstNode {
  const inner = innerOf(node);
  return inner ? unwrap(inner) : node;
}

/** Returns the content of a wrapper that changes no value; undefined for every other node. */
export function innerOf(node: AstNode): AstNode | undefined {
  if (node.type === 'OptionalChainingExpression') return nodeAt(node, 'base');
  const isWrapper = node.type === 'ParenthesisExpression' || node.type.startsWith('Ts');
  return isWrapper ? nodeAt(node, 'expression') : undefined;
}

/** Returns a name that differs between scopes; undefined for nodes that are no variable. */
export function bindingOf(node: AstNode): string | undefined {
  const isVariable = node.type === 'Identifier' && typeof node.ctxt === 'number';
  return isVariable ? `${textAt(node, 'value')}#${node.ctxt}` : undefined;
}

/** Returns the first argument of a call, if it has any. */
export function firstArgument(call: AstNode): AstNode | undefined {
  const [first] = Array.isArray(call.arguments) ? call.arguments : [];
  return first === undefined ? undefined : nodeAt(first, 'expression');
}

/** Returns the name after the dot, or in the brackets when it is a literal. */
export function memberName(node: AstNode): string | undefined {
  const property = nodeAt(node, 'property');
  const isComputed = property?.type === 'Computed';
  return isComputed ? literalText(nodeAt(property, 'expression')) : textAt(property, 'value');
}

/** Key under which a node caches its child nodes: a dozen checks walk the same tree. */
const below = Symbol('below');

function childrenOf(node: AstNode): readonly AstNode[] {
  const known = node[below];
  if (known) return known;
  const found: AstNode[] = [];
  for (const key in node) if (key !== 'span') collectNodes(node[key], found);
  node[below] = found;
  return found;
}

/**
 * Collects nodes; looks through the objects without a type that wrap arguments and class methods.
 */
function collectNodes(value: unknown, found: AstNode[]): void {
  if (!isObject(value)) return;
  if (Array.isArray(value)) {
    for (const item of value) collectNodes(item, found);
  } else if (isNode(value)) {
    found.push(value);
  } else {
    for (const key in value) collectNodes(value[key], found);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
