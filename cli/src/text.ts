import type { CliIo } from './io.ts';

/** Functions that colour a text, or return it unchanged. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

const escapeCode = '\u001b[';

/** Follows https://no-color.org: any non-empty value turns colours off. */
export function hasColours(io: Pick<CliIo, 'stdout' | 'env'>): boolean {
  return io.stdout.isTty && !io.env.NO_COLOR;
}

export function createPaint(isColoured: boolean): Paint {
  const style = (code: number) => (text: string) =>
    isColoured ? `${escapeCode}${code}m${text}${escapeCode}0m` : text;
  return { bold: style(1), dim: style(2), red: style(31), green: style(32), yellow: style(33) };
}

/** Returns aligned columns, two spaces apart; the last is not padded. */
export function alignRows(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
  }
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/**
 * Replaces control characters, which could move the cursor or fake lines: anybody may choose a
 * name.
 */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
}

/** Removes the final full stop, so that the sentence can be part of a longer one. */
export function withoutStop(text: string): string {
  return text.replace(/\.$/, '');
}
