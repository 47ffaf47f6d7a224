import { parseSync } from '@swc/core';
import { type AstNode, isNode, walk } from './ast.ts';

/** One parsed source file, the input of every check of code. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly root: AstNode;
  readonly comments: readonly Comment[];
  /** Returns the line of the node's first or last character, from 1. */
  firstLine(node: AstNode): number;
  lastLine(node: AstNode): number;
}

export interface Comment {
  readonly kind: 'line' | 'block';
  /** Text of the comment without its marks. */
  readonly text: string;
  readonly line: number;
}

/** Parses TypeScript (or JavaScript). Throws when the text is neither. */
export function parseSource(path: string, text: string): SourceFile {
  const root: unknown = parseSync(text, {
    syntax: 'typescript',
    target: 'es2024',
    tsx: path.endsWith('.tsx'),
  });
  if (!isNode(root)) throw new Error(`The parser gave no tree for ${path}.`);
  // swc counts bytes from 1, so lines are found in the encoded text.
  const bytes = Buffer.from(text);
  const lineAt = createLineFinder(bytes);
  return {
    path,
    text,
    lines: text.split('\n'),
    root,
    comments: findComments(bytes, literalSpans(root), lineAt),
    firstLine: (node) => lineAt((node.span?.start ?? 1) - 1),
    lastLine: (node) => lineAt(Math.max(0, (node.span?.end ?? 1) - 2)),
  };
}

type LineFinder = (byteOffset: number) => number;

const newline = 0x0a;
const slash = 0x2f;
const star = 0x2a;

function createLineFinder(bytes: Buffer): LineFinder {
  const starts = [0];
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) {
    starts.push(at + 1);
  }
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

const literalTypes = new Set(['StringLiteral', 'TemplateElement', 'RegExpLiteral', 'JSXText']);

/** Returns start → end of all literals that may contain comment marks without being comments. */
function literalSpans(root: AstNode): Map<number, number> {
  const spans = new Map<number, number>();
  walk(root, (node) => {
    const isLiteral = literalTypes.has(node.type);
    if (isLiteral && node.span) spans.set(node.span.start - 1, node.span.end - 1);
    return undefined;
  });
  return spans;
}

/**
 * Finds the comments: the parser drops them, but outside literals comment marks can only be
 * comments.
 */
function findComments(bytes: Buffer, literals: Map<number, number>, lineAt: LineFinder): Comment[] {
  const comments: Comment[] = [];
  let at = 0;
  while (at < bytes.length) {
    const literalEnd = literals.get(at);
    if (literalEnd !== undefined && literalEnd > at) {
      at = literalEnd;
      continue;
    }
    const kind = commentKindAt(bytes, at);
    if (kind === undefined) {
      at += 1;
      continue;
    }
    const mark = kind === 'line' ? '\n' : '*/';
    const close = bytes.indexOf(mark, at + 2);
    const end = close < 0 ? bytes.length : close;
    comments.push({ kind, text: bytes.toString('utf8', at + 2, end), line: lineAt(at) });
    at = end + mark.length;
  }
  return comments;
}

function commentKindAt(bytes: Buffer, at: number): Comment['kind'] | undefined {
  if (bytes[at] !== slash) return undefined;
  if (bytes[at + 1] === slash) return 'line';
  return bytes[at + 1] === star ? 'block' : undefined;
}
