import type { DataOf, OrderFillEvent } from '@windlass/client';
import type { Side } from '@windlass/contract';

/** One execution, from the stream or from a read. */
export interface Fill {
  readonly tradeId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: number;
  readonly price: number;
  /** Quote units. */
  readonly value: number;
  readonly fee: number;
  readonly feeCurrency: string;
  /** Undefined for fills from a read. */
  readonly liquidity: 'maker' | 'taker' | undefined;
  readonly timestamp: number;
}

type ReadFill = DataOf<'listPerpFills'>['fills'][number];

/** Returns the fills from the stream and from reads, each once, newest first. */
export function allFills(heard: readonly OrderFillEvent[], read: readonly ReadFill[]): Fill[] {
  const fills = new Map<string, Fill>();
  for (const fill of read) fills.set(keyOf(fill.market, fill.trade_id), fromRead(fill));
  for (const fill of heard) fills.set(keyOf(fill.symbol, fill.trade_id), fromHeard(fill));
  return [...fills.values()].sort((a, b) => b.timestamp - a.timestamp);
}

/** Returns a unique key. Exchanges number the executions of each market separately. */
function keyOf(symbol: string, tradeId: string): string {
  return `${symbol} ${tradeId}`;
}

function fromRead(fill: ReadFill): Fill {
  return { ...shared(fill), symbol: fill.market, liquidity: undefined };
}

function fromHeard(fill: OrderFillEvent): Fill {
  return { ...shared(fill), symbol: fill.symbol, liquidity: fill.liquidity };
}

function shared(fill: ReadFill | OrderFillEvent) {
  const { trade_id: tradeId, side, amount: quantity, price, cost: value } = fill;
  const { fee, fee_currency: feeCurrency, timestamp } = fill;
  return { tradeId, side, quantity, price, value, fee, feeCurrency, timestamp };
}
