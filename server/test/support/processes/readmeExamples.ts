/** A program of a Markdown page, unchanged. */
export interface Example {
  /** The heading above it, and a number from the second of a section on. */
  readonly name: string;
  readonly text: string;
}

const fence = /^```(?:ts|js)$/;

/** Returns the programs of the page: blocks fenced as `ts` or `js`. */
export function readExamples(page: string): readonly Example[] {
  const examples: { readonly name: string; readonly lines: string[] }[] = [];
  let heading = '';
  let count = 0;
  let isInside = false;
  for (const line of page.split('\n')) {
    if (isInside && line !== '```') examples.at(-1)?.lines.push(line);
    else if (isInside) isInside = false;
    else if (line.startsWith('#')) [heading, count] = [line.replace(/^#+ /, ''), 0];
    else if (fence.test(line)) {
      count += 1;
      examples.push({ name: count === 1 ? heading : `${heading} ${count}`, lines: [] });
      isInside = true;
    }
  }
  return examples.map(({ name, lines }) => ({ name, text: lines.join('\n') }));
}
