import { AppError } from '../../../../kit/errors.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../model/symbol.ts';

/** Reads the symbol of the other leg. The order's own symbol is read like that of every order. */
export function legSymbol(name: string, text: string): InstrumentSymbol {
  const symbol = parseSymbol(text);
  if (symbol) return symbol;
  const message = `${name} must be like BTC/USDT, or BTC/USDT:USDT for a derivative`;
  const issue = { field: `params.${name}`, message, value: text };
  throw new AppError('VALIDATION_FAILED', { issues: [issue] });
}
