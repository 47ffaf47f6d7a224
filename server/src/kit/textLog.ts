/**
 * Maximum length of a value: longer ones are lists and settings, which programs read from the JSON.
 */
const valueLengthMax = 200;

/** Fields that are written before the others, in another form. */
const ownFields = new Set(['level', 'time', 'msg', 'stack']);

/** Turns a JSON line of the log into one for people: time of day (UTC), level, message, fields. */
export function textLine(json: string): string {
  const event = parsed(json);
  if (!event) return json;
  const { level, time, msg, stack } = event;
  const fields = Object.entries(event).flatMap(([name, value]) =>
    ownFields.has(name) ? [] : [`${printable(name)}=${valueText(value)}`],
  );
  const head = [String(time).slice(11, 19), String(level).padEnd(5), printable(String(msg))];
  return `${[...head, ...fields].join(' ')}\n${stackText(stack)}`;
}

function parsed(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function valueText(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"=]+$/.test(value)) return printable(value);
  const text = JSON.stringify(value);
  if (text.length <= valueLengthMax) return printable(text);
  if (typeof value === 'string') return printable(`${text.slice(0, valueLengthMax)}…"`);
  return Array.isArray(value) ? '[…]' : '{…}';
}

/** Returns the lines of a stack, indented below the message. */
function stackText(stack: unknown): string {
  if (typeof stack !== 'string') return '';
  return stack
    .split('\n')
    .map((line) => `  ${printable(line)}\n`)
    .join('');
}

/**
 * Replaces characters that could move the cursor or fake lines: names come from untrusted sources.
 */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
}
