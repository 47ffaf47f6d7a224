import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { MarginMode, PerpMarket, VenuePosition } from '../../perpsPort.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { readPositive, valueAt } from '../../shared/wireFields.ts';
import { fromCoin } from '../symbols.ts';
import { ownClient } from './client.ts';
import { info } from './endpoints.ts';
import { decimalAt } from './rows.ts';

/** Returns all open positions, from one answer; a coin has at most one. */
export async function openPositions(
  { client }: DialectCall,
  marketType: PerpMarket['marketType'],
  symbol: InstrumentSymbol | undefined,
): Promise<readonly VenuePosition[]> {
  // There are no dated futures.
  if (marketType !== 'swap') return [];
  const user = ownClient(client).walletAddress;
  const state = await info(client, { type: 'clearinghouseState', user });
  const rows = valueAt(state, 'assetPositions');
  if (!Array.isArray(rows)) throw new NoAnswerError('The exchange answered without a list.');
  const all = rows.filter(isFields).flatMap((row) => positionOf(row) ?? []);
  return symbol === undefined ? all : all.filter((position) => position.symbol === symbol);
}

const modes: Readonly<Record<string, MarginMode>> = { cross: 'cross', isolated: 'isolated' };

/**
 * Returns undefined for a flat position, and for one that is not in the exchange's own perpetuals.
 */
function positionOf(row: Fields): VenuePosition | undefined {
  const { position } = row;
  if (!isFields(position)) return undefined;
  const symbol = fromCoin(String(position.coin));
  const size = decimalAt(position, 'szi');
  if (symbol === undefined || size === '0') return undefined;
  const contracts = Number(size.replace('-', ''));
  const notional = readPositive(position.positionValue);
  return {
    symbol,
    marketType: 'swap',
    side: size.startsWith('-') ? 'short' : 'long',
    contracts,
    contractSize: 1,
    entryPrice: readPositive(position.entryPx),
    markPrice: notional === undefined ? undefined : markOf(notional, contracts),
    notional,
    leverage: readPositive(valueAt(position, 'leverage', 'value')),
    unrealizedPnl: Number(decimalAt(position, 'unrealizedPnl')),
    marginMode: modes[String(valueAt(position, 'leverage', 'type'))],
    liquidationPrice: readPositive(position.liquidationPx),
    collateral: readPositive(position.marginUsed),
    // Reported only for all cross positions together, and only with the time of the state.
    maintenanceMargin: undefined,
    updatedAtMs: undefined,
    info: row,
  };
}

/**
 * Orders are worth at least ten dollars and values have six decimals: this many digits are certain.
 */
const markDigits = 8;

/** The mark is not reported, but the value of a position is its size at the mark. */
function markOf(notional: number, contracts: number): number {
  return Number((notional / contracts).toPrecision(markDigits));
}
