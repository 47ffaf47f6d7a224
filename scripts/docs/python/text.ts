/** Columns of the generated code: what Python's formatters keep to. */
export const columnsMax = 88;

/** Breaks a text at its spaces, each line after an indent; later ones may be indented further. */
export function wrap(text: string, indent: string, hanging: string = indent): string[] {
  const lines: string[] = [];
  let words: string[] = [];
  const lineOf = (all: readonly string[]) =>
    `${lines.length > 0 ? hanging : indent}${all.join(' ')}`;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = [...words, word];
    const fits = words.length === 0 || lineOf(longer).length <= columnsMax;
    if (!fits) lines.push(lineOf(words));
    words = fits ? longer : [word];
  }
  return words.length === 0 ? lines : [...lines, lineOf(words)];
}

/** On one line where it fits, else each item on its own, as the formatters do. */
export function inBrackets(
  head: string,
  items: readonly string[],
  [open, close]: readonly [string, string],
): string[] {
  const line = `${head}${open}${items.join(', ')}${close}`;
  // Room is left for the comma behind it.
  if (line.length < columnsMax) return [line];
  const indent = /^ */.exec(head)?.[0] ?? '';
  return [`${head}${open}`, ...items.map((item) => `${indent}    ${item},`), `${indent}${close}`];
}

/** The text with a capital and a full stop. */
export function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase();
  return `${first}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
