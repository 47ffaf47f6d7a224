import { hyperliquidLed } from '../../support/hyperliquidExchange.ts';
import { runReconciliation } from './runReconciliation.ts';

runReconciliation(hyperliquidLed('subAccount'));
