import { defineVenue } from '../defineVenue.ts';
import { bybitCapabilities } from './capabilities.ts';
import { bybitFees } from './fees.ts';
import { bybitPaperRules } from './paperRules.ts';
import { bybitSimulated } from './simulated.ts';
import { bybitWallets } from './wallets.ts';

export const bybit = defineVenue({
  id: 'bybit',
  aliases: [],
  capabilities: bybitCapabilities,
  wallets: bybitWallets,
  fees: bybitFees,
  paperRules: bybitPaperRules,
  simulated: bybitSimulated,
  marketData: async () => (await import('./marketData/index.ts')).marketData,
  trading: async () => (await import('./trading/index.ts')).trading,
});
