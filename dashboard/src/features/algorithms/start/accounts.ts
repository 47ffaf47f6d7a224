import type { TradedAccountWire } from '@windlass/contract';

/** Returns why an account cannot trade now; undefined when it can, as far as is known. */
export function reasonNotTradable(
  { exchange, halted }: TradedAccountWire,
  exchanges: readonly string[] | undefined,
): string | undefined {
  if (exchanges && !exchanges.includes(exchange)) return 'does not list it';
  return halted ? 'halted' : undefined;
}

/** Returns the parameter that names the symbol of an account parameter's leg. */
export function symbolNameFor(parameter: string): string {
  return parameter.replace(/exchange_account_ids?$/, 'symbol');
}
