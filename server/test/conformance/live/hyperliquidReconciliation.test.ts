import { hyperliquidSimulated } from '../../support/hyperliquidExchange.ts';
import { runReconciliation } from './runReconciliation.ts';

runReconciliation(hyperliquidSimulated);
