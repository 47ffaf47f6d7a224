import type { EnhancedPositionWire } from '@windlass/contract';

/** Returns a long position of half a bitcoin unless told otherwise. */
export function positionOf(changes: Partial<EnhancedPositionWire> = {}): EnhancedPositionWire {
  return {
    symbol: 'BTC/USDT:USDT',
    side: 'long',
    contracts: 0.5,
    contract_size: 1,
    entry_price: 80_000,
    mark_price: 82_000,
    notional: 41_000,
    leverage: 10,
    unrealized_pnl: 1_000,
    percentage: 25,
    margin_mode: 'isolated',
    liquidation_price: 72_200,
    collateral: 4_000,
    timestamp: null,
    datetime: null,
    exchange: 'bybit',
    exchange_account_id: 'paper-bybit',
    info: {},
    maintenance_margin: 200,
    liquidation_distance_pct: 12,
    margin_health_score: 95,
    ...changes,
  };
}
