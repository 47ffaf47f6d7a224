import { UsageError } from './failures.ts';

/** Returns a symbol as the service names it: case does not matter, and `-` stands for `/`. */
export function toSymbolName(text: string): string {
  const name = text.toUpperCase().replaceAll('-', '/');
  if (name.includes('/')) return name;
  throw new UsageError(`"${text}" is not a symbol. Expected BASE/QUOTE, e.g. BTC/USDT.`);
}
