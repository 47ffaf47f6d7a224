import { errorText } from '../../../../../kit/errors.ts';
import type { InstrumentSymbol } from '../../../../model/symbol.ts';
import type { MarginMode, PerpMarket, VenueLeverage, VenueResult } from '../../../perpsPort.ts';
import { type Fields, isFields } from '../../../shared/json.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import { DialectRefusal } from '../../../shared/live/failures.ts';
import { required } from '../../../shared/live/shapes.ts';
import { NoAnswerError } from '../../../shared/live/tradeHttp.ts';
import { readPositive, valueAt } from '../../../shared/wireFields.ts';
import { toVenueInstrument } from '../../symbols.ts';
import { leverageOf, leverageSet } from './endpoints.ts';
import { liquidatingSetting } from './errors.ts';

/**
 * Leverage of a contract that becomes isolated before anybody chose one: a leverage that nobody
 * asked for must not bring a liquidation nearer. Its cost, more margin for orders, shows at once
 * and is corrected by setting a leverage.
 */
const leverageUnchosen = 1;

/** A contract with a leverage of its own is isolated; one without is in cross. */
export async function readLeverage(
  { client }: DialectCall,
  { symbol }: PerpMarket,
): Promise<VenueLeverage> {
  const product = productOf(symbol);
  const answer = await leverageOf(client, { symbol: product });
  const leverage = preferencesIn(answer).get(product);
  return { leverage, marginMode: leverage === undefined ? 'cross' : 'isolated' };
}

export function setLeverage(
  call: DialectCall,
  { symbol, leverage }: PerpMarket & { readonly leverage: number },
): Promise<VenueResult> {
  return prefer(call, symbol, leverage);
}

/**
 * The venue expresses the mode only by the leverage. A contract that is isolated keeps its
 * leverage.
 */
export async function setMarginMode(
  call: DialectCall,
  { marginMode, ...market }: PerpMarket & { readonly marginMode: MarginMode },
): Promise<VenueResult> {
  if (marginMode === 'cross') return prefer(call, market.symbol, undefined);
  const { leverage } = await readLeverage(call, market);
  if (leverage === undefined) return prefer(call, market.symbol, leverageUnchosen);
  return { result: { marginMode, maxLeverage: leverage, isUnchanged: true } };
}

/** Sends the setting; returns the venue's answer, with the margin mode that it means. */
async function prefer(
  { client }: DialectCall,
  symbol: InstrumentSymbol,
  maxLeverage: number | undefined,
): Promise<VenueResult> {
  const asked = { symbol: productOf(symbol), maxLeverage };
  const answer = await leverageSet(client, asked).catch((error: unknown) => {
    throw settingErrorOf(error);
  });
  if (!isFields(answer) || answer.result !== 'success') {
    throw new NoAnswerError('The exchange did not say whether it took the setting.');
  }
  const mode: Fields =
    maxLeverage === undefined ? { marginMode: 'cross' } : { marginMode: 'isolated', maxLeverage };
  return { result: { ...answer, ...mode } };
}

/**
 * Returns a separate refusal for an error that has another meaning for a setting than for an order.
 */
function settingErrorOf(error: unknown): unknown {
  const { pattern, means, message } = liquidatingSetting;
  return pattern.test(errorText(error)) ? new DialectRefusal(message, means) : error;
}

/** Returns the leverage of every contract that has one, by the venue's name of the contract. */
export function preferencesIn(answer: unknown): ReadonlyMap<string, number> {
  const rows = valueAt(answer, 'leveragePreferences');
  // When none is set, the list may be missing.
  if (rows !== undefined && !Array.isArray(rows)) {
    throw new NoAnswerError('The exchange returned no list of settings.');
  }
  const found = (rows ?? []).filter(isFields).flatMap(({ symbol, maxLeverage }) => {
    const leverage = readPositive(maxLeverage);
    return leverage === undefined ? [] : [[String(symbol).toUpperCase(), leverage] as const];
  });
  return new Map(found);
}

/** Returns the venue's own name of a product, as ccxt may have two products under one name. */
function productOf(symbol: InstrumentSymbol): string {
  return required(toVenueInstrument(symbol)?.venueSymbol, 'name of a product');
}
