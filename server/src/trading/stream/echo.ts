/** Long enough for any event or symbol, short enough to send back. */
const echoedCharactersMax = 40;

/** What a client sent, as it may be repeated to it in an error. */
export function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : `(${kindOf(value)})`;
  return text.length > echoedCharactersMax ? `${text.slice(0, echoedCharactersMax)}…` : text;
}

/** Names the kind of a value for people. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}
