/** Matches a number with more digits than a float surely holds; text in quotes does not match. */
const longNumber = /[[:,]\s*-?\d[\d.]{15}/;

/** Number of digits that a float holds, whatever they are. */
const digitsMax = 15;

interface Token {
  /** The value as it stands in the text; absent for objects and lists. */
  readonly source?: string;
}

type Reviver = (name: string, value: unknown, token: Token) => unknown;

/**
 * Returns undefined when the numbers of an answer are as exact as its text: any parser will do
 * then.
 */
export function parseLongNumbers(text: string): unknown {
  if (!longNumber.test(text)) return undefined;
  const keep: Reviver = (_, value, { source = '' }) =>
    typeof value === 'number' && significant(source) > digitsMax ? source : value;
  try {
    return JSON.parse(text, keep as Parameters<typeof JSON.parse>[1]);
  } catch {
    return undefined;
  }
}

function significant(source: string): number {
  return source.replace(/e.*$/i, '').replace(/[-.]/g, '').replace(/^0+/, '').length;
}
