import { type AstNode, walk } from './ast.ts';
import { isServerCode, isTest } from './paths.ts';
import type { SourceFile } from './source.ts';
import { countStatements } from './statements.ts';
import type { Violation } from './violation.ts';

/** Maximum sizes; most files have about 100 statements. */
const fileStatementsMax = 300;
const indexLinesMax = 20;
const columnsMax = 100;

/** Reports files, index files and lines that are too long. */
export function checkSizes(file: SourceFile): Violation[] {
  return [...checkFileLength(file), ...checkIndex(file), ...checkColumns(file)];
}

/** Counts lines; an empty last line is only the end of the line before. */
function lineCount(file: SourceFile): number {
  return file.lines.at(-1) === '' ? file.lines.length - 1 : file.lines.length;
}

function checkFileLength(file: SourceFile): Violation[] {
  const count = countStatements(file.root);
  if (count <= fileStatementsMax || /\/fixtures\//.test(file.path)) return [];
  const todo = `${count} statements: split it, a file has at most ${fileStatementsMax}`;
  return [{ path: file.path, line: 1, rule: 'file-length', todo }];
}

function checkIndex(file: SourceFile): Violation[] {
  if (!isServerCode(file.path) || !file.path.endsWith('/index.ts')) return [];
  const violations: Violation[] = [];
  const count = lineCount(file);
  if (count > indexLinesMax) {
    const todo = `${count} lines: an index is a table of contents of at most ${indexLinesMax}`;
    violations.push({ path: file.path, line: indexLinesMax + 1, rule: 'index', todo });
  }
  walk(file.root, (node) => {
    if (node.type === 'ExportAllDeclaration') {
      const todo = 'name what others may use instead of export *';
      violations.push({ path: file.path, line: file.firstLine(node), rule: 'index', todo });
    }
    return undefined;
  });
  return violations;
}

function checkColumns(file: SourceFile): Violation[] {
  const inLongText = linesOfTexts(file);
  return file.lines.flatMap((text, index) => {
    const columns = [...text].length;
    if (columns <= columnsMax || isUnbreakable(text) || inLongText.has(index + 1)) return [];
    const todo = `${columns} columns: break the line, at most ${columnsMax}`;
    return [{ path: file.path, line: index + 1, rule: 'line-length', todo }];
  });
}

/** Returns true for lines that are long because of a link or the path of one import. */
function isUnbreakable(text: string): boolean {
  if (/^import (type )?\{ \S+ \} from '\S+';$/.test(text)) return true;
  return text.replace(/https?:\/\/\S+/g, '').length <= columnsMax / 2;
}

/**
 * Returns the lines of tests that contain (part of) a string or template: captured frames, expected
 * texts.
 */
function linesOfTexts(file: SourceFile): ReadonlySet<number> {
  const lines = new Set<number>();
  if (!isTest(file.path)) return lines;
  walk(file.root, (node: AstNode) => {
    if (['StringLiteral', 'TemplateElement', 'RegExpLiteral'].includes(node.type)) {
      for (let line = file.firstLine(node); line <= file.lastLine(node); line += 1) lines.add(line);
    }
    return undefined;
  });
  return lines;
}
