/** Python's keywords that may occur among the names of our fields and endpoints. */
const keywords = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except ' +
    'finally for from global if import in is lambda nonlocal not or pass raise return try ' +
    'while with yield'
  ).split(' '),
);

/** Returns `max_trade_size` for `maxTradeSize`; a keyword gets an underscore at its end (PEP 8). */
export function toSnakeCase(name: string): string {
  const snake = name.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  return keywords.has(snake) ? `${snake}_` : snake;
}

/** Returns `ClientOrderId` for `client_order_id`, and `GetBook` for `getBook`. */
export function toClassName(name: string): string {
  return name.replace(/(?:^|[^a-zA-Z\d]+)([a-zA-Z\d])/g, (_match, first) => first.toUpperCase());
}

/** Returns `exchange_accounts` for `Exchange accounts`. */
export function toModuleName(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z\d]+/g, '_');
}

export function isAttributeName(name: string): boolean {
  return /^[a-zA-Z_]\w*$/.test(name) && !keywords.has(name);
}

/** Returns a JSON value as Python writes it. */
export function toLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
