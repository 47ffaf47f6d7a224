import { defineVenue } from '../defineVenue.ts';
import { hyperliquidCapabilities } from './capabilities.ts';
import { hyperliquidFees } from './fees.ts';
import { hyperliquidPaperRules } from './paperRules.ts';
import { hyperliquidSimulated } from './simulated.ts';
import { hyperliquidWallets } from './wallets.ts';

export const hyperliquid = defineVenue({
  id: 'hyperliquid',
  aliases: [],
  capabilities: hyperliquidCapabilities,
  wallets: hyperliquidWallets,
  fees: hyperliquidFees,
  paperRules: hyperliquidPaperRules,
  simulated: hyperliquidSimulated,
  marketData: async () => (await import('./marketData/index.ts')).marketData,
  trading: async () => (await import('./trading/index.ts')).trading,
});
