import { hyperliquidSimulated } from '../../support/exchanges/hyperliquid/exchange.ts';
import { runBursts } from './runBursts.ts';

runBursts({ exchange: hyperliquidSimulated });
