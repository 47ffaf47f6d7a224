/** A page's instruction for one of its blocks of commands. */
export type Instruction =
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
  readonly instruction: Instruction;
  /** Lines that the commands have to print, in this order; `…` in a line stands for any text. */
  readonly output: readonly string[];
}

const fence = /^```(\w*)$/;
const directive = /^<!-- walk: (.+) -->$/;

/**
 * Returns the `sh` blocks of a page, in order. A comment in the line above a block is its
 * instruction: `<!-- walk: Ctrl-C after 3 s -->`, `<!-- walk: shows /fills +[1-9]/ -->` or `<!--
 * walk: apart, because … -->`. An `output` block below it has lines that it must print.
 */
export function readBlocks(page: string): readonly Block[] {
  const lines = page.split('\n');
  const blocks: Block[] = [];
  let opened: { readonly at: number; readonly language: string } | undefined;
  for (const [at, line] of lines.entries()) {
    const language = fence.exec(line)?.[1];
    if (language === undefined) continue;
    if (!opened) {
      opened = { at, language };
      continue;
    }
    const inside = lines.slice(opened.at + 1, at);
    if (opened.language === 'sh') {
      const instruction = readDirective(lines[opened.at - 1] ?? '');
      blocks.push({ line: opened.at + 2, code: inside.join('\n'), instruction, output: [] });
    }
    if (opened.language === 'output') blocks.push(withOutput(blocks.pop(), inside, opened.at + 1));
    opened = undefined;
  }
  return blocks;
}

function withOutput(block: Block | undefined, lines: readonly string[], at: number): Block {
  if (block?.instruction.kind !== 'run' && block?.instruction.kind !== 'shows') {
    throw new Error(`The output at line ${at} belongs to no commands that are run to their end.`);
  }
  const output = lines.filter((line) => line.replaceAll('…', '').trim() !== '');
  if (output.length === 0) throw new Error(`The output at line ${at} expects nothing.`);
  return { ...block, output: [...block.output, ...output] };
}

function readDirective(line: string): Instruction {
  const text = directive.exec(line)?.[1];
  if (text === undefined) return { kind: 'run' };
  const afterSec = /^Ctrl-C after (\d+) s$/.exec(text)?.[1];
  if (afterSec !== undefined) return { kind: 'interrupted', afterSec: Number(afterSec) };
  const why = /^apart, because (.+)$/.exec(text)?.[1];
  if (why !== undefined) return { kind: 'apart', why };
  const pattern = /^shows \/(.+)\/$/.exec(text)?.[1];
  if (pattern !== undefined) return { kind: 'shows', pattern };
  throw new Error(`Unknown instruction of a page: ${line}`);
}
