/** Words that Python keeps for itself, among the names of our fields and endpoints. */
const keywords = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except ' +
    'finally for from global if import in is lambda nonlocal not or pass raise return try ' +
    'while with yield'
  ).split(' '),
);

/** `maxTradeSize` as `max_trade_size`; a keyword gets an underscore at its end (PEP 8). */
export function toSnakeCase(name: string): string {
  const snake = name.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  return keywords.has(snake) ? `${snake}_` : snake;
}

/** `client_order_id` and `getBook` as `ClientOrderId` and `GetBook`. */
export function toClassName(name: string): string {
  return name.replace(/(?:^|[^a-zA-Z\d]+)([a-zA-Z\d])/g, (_match, first) => first.toUpperCase());
}

/** `Exchange accounts` as `exchange_accounts`. */
export function toModuleName(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z\d]+/g, '_');
}

export function isAttributeName(name: string): boolean {
  return /^[a-zA-Z_]\w*$/.test(name) && !keywords.has(name);
}

/** A value of JSON as Python writes it. */
export function toLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
