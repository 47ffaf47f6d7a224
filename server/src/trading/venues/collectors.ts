import { binanceCollector } from './binance/collector.ts';
import { bybitCollector } from './bybit/collector.ts';
import { gateCollector } from './gateio/collector.ts';
import { hyperliquidCollector } from './hyperliquid/collector.ts';
import { krakenCollector } from './kraken/collector.ts';
import { okxCollector } from './okx/collector.ts';
import type { FeedCollector } from './shared/collector.ts';

/** Every venue whose public books are collected, live and from recordings. */
export const collectors: readonly FeedCollector[] = [
  binanceCollector,
  bybitCollector,
  gateCollector,
  krakenCollector,
  okxCollector,
  hyperliquidCollector,
];
