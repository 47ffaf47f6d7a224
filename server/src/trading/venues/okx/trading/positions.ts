import {
  compareExact,
  type Exact,
  formatExact,
  multiplyExact,
  negateExact,
  zeroExact,
} from '../../../../kit/exact.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { MarginMode, PerpMarket, VenuePosition } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { fromInstId, toVenueInstrument } from '../symbols.ts';
import { accountPositions } from './endpoints.ts';
import { instTypeOf } from './fills.ts';
import { contractSizeOf, exactIn, legIn, numberIn, priceIn, rowsOf, textIn } from './rows.ts';

type MarketType = PerpMarket['marketType'];

/** Returns open positions, linear and inverse; the venue may list closed ones for a while. */
export async function readPositions(
  call: DialectCall,
  marketType: MarketType,
  symbol: InstrumentSymbol | undefined,
): Promise<readonly VenuePosition[]> {
  const rows = await positionRows(call, marketType, symbol);
  return rows.flatMap((row) => toPosition(call.client, marketType, row) ?? []);
}

async function positionRows(
  { client }: DialectCall,
  marketType: MarketType,
  symbol: InstrumentSymbol | undefined,
): Promise<readonly Fields[]> {
  const answer = await accountPositions(client, {
    instType: instTypeOf({ marketType }),
    instId: symbol === undefined ? undefined : client.market(symbol).id,
  });
  return rowsOf(answer);
}

function toPosition(
  client: CcxtClient,
  marketType: MarketType,
  row: Fields,
): VenuePosition | undefined {
  const symbol = fromInstId(textIn(row, 'instId') ?? '');
  const held = exactIn(row, 'pos') ?? zeroExact;
  const instrument = symbol && toVenueInstrument(symbol);
  const sign = compareExact(held, zeroExact);
  if (!instrument || sign === 0) return undefined;
  const contracts = sign < 0 ? negateExact(held) : held;
  const size = contractSizeOf(client, symbol);
  const units = multiplyExact(contracts, size);
  const marginMode = marginModeIn(row, 'mgnMode');
  const mark = exactIn(row, 'markPx');
  return {
    symbol,
    marketType,
    side: sideOf(row, sign),
    contracts: numberOf(contracts),
    contractSize: numberOf(size),
    entryPrice: priceIn(row, 'avgPx'),
    markPrice: mark && numberOf(mark),
    // The venue's own notional is in dollars, from which stablecoins differ a little.
    notional: instrument.contract === 'inverse' ? numberOf(units) : worth(units, mark),
    leverage: priceIn(row, 'lever'),
    unrealizedPnl: numberIn(row, 'upl'),
    marginMode,
    liquidationPrice: priceIn(row, 'liqPx'),
    // A cross position holds its initial margin, an isolated one the margin it was given.
    collateral: numberIn(row, marginMode === 'isolated' ? 'margin' : 'imr'),
    maintenanceMargin: numberIn(row, 'mmr'),
    updatedAtMs: numberIn(row, 'uTime'),
    info: row,
  };
}

/** In hedge mode the position gives its side; otherwise its sign does. */
function sideOf(row: Fields, sign: number): VenuePosition['side'] {
  return legIn(row) ?? (sign < 0 ? 'short' : 'long');
}

export function marginModeIn(row: Fields, name: string): MarginMode | undefined {
  const word = textIn(row, name);
  return word === 'cross' || word === 'isolated' ? word : undefined;
}

function worth(units: Exact, mark: Exact | undefined): number | undefined {
  return mark && numberOf(multiplyExact(units, mark));
}

function numberOf(value: Exact): number {
  return Number(formatExact(value));
}
