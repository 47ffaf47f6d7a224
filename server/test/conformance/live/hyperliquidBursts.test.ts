import { hyperliquidSimulated } from '../../support/hyperliquidExchange.ts';
import { runBursts } from './runBursts.ts';

runBursts({ exchange: hyperliquidSimulated });
