import { defineVenue } from '../defineVenue.ts';
import { gateioCapabilities } from './capabilities.ts';
import { gateioFees } from './fees.ts';
import { gateioPaperRules } from './paperRules.ts';
import { gateioSimulated } from './simulated.ts';
import { gateioWallets } from './wallets.ts';

export const gateio = defineVenue({
  id: 'gateio',
  aliases: ['gate'],
  capabilities: gateioCapabilities,
  wallets: gateioWallets,
  fees: gateioFees,
  paperRules: gateioPaperRules,
  simulated: gateioSimulated,
  marketData: async () => (await import('./marketData/index.ts')).marketData,
  trading: async () => (await import('./trading/index.ts')).trading,
});
