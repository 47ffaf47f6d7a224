/** Maximum columns of the generated code, as Python's formatters use. */
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

/** Puts items on one line if they fit, otherwise each on its own, as the formatters do. */
export function inBrackets(
  head: string,
  items: readonly string[],
  [open, close]: readonly [string, string],
): string[] {
  const line = `${head}${open}${items.join(', ')}${close}`;
  // One column is left for the comma behind it.
  if (line.length < columnsMax) return [line];
  const indent = /^ */.exec(head)?.[0] ?? '';
  return [`${head}${open}`, ...items.map((item) => `${indent}    ${item},`), `${indent}${close}`];
}

/** Returns the text with a capital and a full stop. */
export function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase();
  return `${first}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
