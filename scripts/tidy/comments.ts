import { parseSync } from '@swc/core';
import type { Comment, SourceFile } from './source.ts';
import type { Violation } from './violation.ts';

/** Marks of unfinished work, which belongs into an issue. */
const leftover = /\b(TODO|FIXME|XXX|HACK)\b/;
/** Beginnings and ends that lines of code have and sentences do not. */
const codeEnd = /[;{}]$/;
const codeStart = /^(const|let|import|export|return|await|throw|if \(|for \(|while \()\b.*[=(;{]/;

/**
 * Reports comments that are not for the reader: marks of unfinished work, and commented-out code.
 */
export function checkComments(file: SourceFile): Violation[] {
  return file.comments.flatMap((comment) => [
    ...leftoversIn(file.path, comment),
    ...codeIn(file.path, comment),
  ]);
}

function leftoversIn(path: string, comment: Comment): Violation[] {
  const mark = leftover.exec(comment.text)?.[0];
  if (mark === undefined) return [];
  return [{ path, line: comment.line, rule: 'leftover', todo: `finish what ${mark} marks` }];
}

function codeIn(path: string, comment: Comment): Violation[] {
  // Documentation may contain examples.
  if (comment.kind === 'block' && comment.text.startsWith('*')) return [];
  return comment.text.split('\n').flatMap((text, index) => {
    const line = text.replace(/^\s*\*?\s?/, '').trim();
    if (!looksLikeCode(line)) return [];
    const todo = 'delete the code that was commented out; git keeps it';
    return [{ path, line: comment.line + index, rule: 'commented-out-code', todo }];
  });
}

/**
 * Returns true for a line that begins or ends like code and that the parser accepts, alone or as
 * the start of a block.
 */
function looksLikeCode(line: string): boolean {
  if (line.length < 4 || !(codeEnd.test(line) || codeStart.test(line))) return false;
  return [line, `${line}}`, `if (a) {${line}}`].some(parses);
}

function parses(text: string): boolean {
  try {
    // Parsed inside a function, so that return and await are legal.
    const isImport = /^(import|export) /.test(text);
    const code = isImport ? text : `async function f() { ${text}\n}`;
    parseSync(code, { syntax: 'typescript', target: 'es2024' });
    return true;
  } catch {
    return false;
  }
}
