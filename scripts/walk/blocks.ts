/** A page's instruction for one of its blocks of commands. */
export type Told =
  | { readonly kind: 'run' }
  /** Runs until Ctrl-C, which comes after so many seconds. */
  | { readonly kind: 'interrupted'; readonly afterSec: number }
  /** Has to print a line that matches the pattern: a command without results prints nothing. */
  | { readonly kind: 'shows'; readonly pattern: string }
  /** Cannot be run here; the page says why, or what runs it instead. */
  | { readonly kind: 'apart'; readonly why: string };

/** A fenced block of commands for the shell. */
export interface Block {
  /** Line of the page at which the commands begin, from 1. */
  readonly line: number;
  readonly code: string;
  readonly told: Told;
}

const fence = /^```(\w*)$/;
const directive = /^<!-- walk: (.+) -->$/;

/**
 * Returns the `sh` blocks of a page, in order. A comment in the line above a block is its
 * instruction: `<!-- walk: Ctrl-C after 3 s -->`, `<!-- walk: shows /fills +[1-9]/ -->` or `<!--
 * walk: apart, because … -->`.
 */
export function readBlocks(page: string): readonly Block[] {
  const lines = page.split('\n');
  const blocks: Block[] = [];
  let opened: { readonly at: number; readonly isShell: boolean } | undefined;
  for (const [at, line] of lines.entries()) {
    if (!fence.test(line)) continue;
    if (!opened) {
      opened = { at, isShell: line === '```sh' };
      continue;
    }
    if (opened.isShell) {
      const code = lines.slice(opened.at + 1, at).join('\n');
      blocks.push({ line: opened.at + 2, code, told: readDirective(lines[opened.at - 1] ?? '') });
    }
    opened = undefined;
  }
  return blocks;
}

function readDirective(line: string): Told {
  const text = directive.exec(line)?.[1];
  if (text === undefined) return { kind: 'run' };
  const afterSec = /^Ctrl-C after (\d+) s$/.exec(text)?.[1];
  if (afterSec !== undefined) return { kind: 'interrupted', afterSec: Number(afterSec) };
  const why = /^apart, because (.+)$/.exec(text)?.[1];
  if (why !== undefined) return { kind: 'apart', why };
  const pattern = /^shows \/(.+)\/$/.exec(text)?.[1];
  if (pattern !== undefined) return { kind: 'shows', pattern };
  throw new Error(`A page tells the walk what it does not know: ${line}`);
}
