import { defineVenue } from '../defineVenue.ts';
import { okxCapabilities } from './capabilities.ts';
import { okxFees } from './fees.ts';
import { okxPaperRules } from './paperRules.ts';
import { okxSimulated } from './simulated.ts';
import { okxWallets } from './wallets.ts';

export const okx = defineVenue({
  id: 'okx',
  aliases: [],
  capabilities: okxCapabilities,
  wallets: okxWallets,
  fees: okxFees,
  paperRules: okxPaperRules,
  simulated: okxSimulated,
  marketData: async () => (await import('./marketData/index.ts')).marketData,
  trading: async () => (await import('./trading/index.ts')).trading,
});
