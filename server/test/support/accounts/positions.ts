import type { VenuePosition } from '../../../src/trading/venues/perpsPort.ts';
import { symbolOf } from '../paper/fixture.ts';

/** Returns a long of ten units at 100, with a leverage of ten, far from its liquidation. */
export function positionOf(changes: Partial<VenuePosition> = {}): VenuePosition {
  return {
    symbol: symbolOf('BTC/USDT:USDT'),
    marketType: 'swap',
    side: 'long',
    contracts: 10,
    contractSize: 1,
    entryPrice: 100,
    markPrice: 100,
    notional: 1_000,
    leverage: 10,
    unrealizedPnl: 0,
    marginMode: 'isolated',
    liquidationPrice: 90.4,
    collateral: 100,
    maintenanceMargin: 4,
    updatedAtMs: undefined,
    info: {},
    ...changes,
  };
}
