/** Long enough for any event or symbol, and short enough to send back. */
const echoedCharactersMax = 40;

/** Returns what a client sent, shortened so that an error can repeat it. */
export function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : `(${kindOf(value)})`;
  return text.length > echoedCharactersMax ? `${text.slice(0, echoedCharactersMax)}…` : text;
}

/** Names the kind of a value for people. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}
