import { type AstNode, walk } from './ast.ts';

/** Signatures in types and members of classes: each is one more thing a reader keeps in mind. */
const memberTypes = new Set([
  'TsPropertySignature',
  'TsMethodSignature',
  'ClassMethod',
  'ClassProperty',
  'PrivateMethod',
  'PrivateProperty',
  'Constructor',
]);

/** Wrappers and punctuation, which say nothing of their own. */
const silent = new Set([
  'BlockStatement',
  'EmptyStatement',
  'ExportDeclaration',
  'ImportDeclaration',
]);

/**
 * Returns how many statements, declarations and members the node holds at any depth. It is a
 * measure of size that no way of writing lines can change: a long object counts once.
 */
export function countStatements(root: AstNode): number {
  let count = 0;
  walk(root, (node) => {
    const isStatement = /(Statement|Declaration)$/.test(node.type) && !silent.has(node.type);
    if (isStatement || memberTypes.has(node.type)) count += 1;
    return undefined;
  });
  return count;
}
