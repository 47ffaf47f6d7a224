import { defineVenue } from '../defineVenue.ts';
import { krakenCapabilities } from './capabilities.ts';
import { krakenFees } from './fees.ts';
import { krakenPaperRules } from './paperRules.ts';
import { krakenSimulated } from './simulated.ts';
import { krakenWallets } from './wallets.ts';

export const kraken = defineVenue({
  id: 'kraken',
  aliases: [],
  capabilities: krakenCapabilities,
  wallets: krakenWallets,
  fees: krakenFees,
  paperRules: krakenPaperRules,
  simulated: krakenSimulated,
  marketData: async () => (await import('./marketData/index.ts')).marketData,
  trading: async () => (await import('./trading/index.ts')).trading,
});
