import { hyperliquidSimulated } from '../../support/exchanges/hyperliquid/exchange.ts';
import { runReconciliation } from './runReconciliation.ts';

runReconciliation(hyperliquidSimulated);
