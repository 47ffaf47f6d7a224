import { defineVenue } from '../defineVenue.ts';
import { binanceCapabilities } from './capabilities.ts';
import { binanceFees } from './fees.ts';
import { binancePaperRules } from './paperRules.ts';
import { binanceSimulated } from './simulated.ts';
import { binanceWallets } from './wallets.ts';

export const binance = defineVenue({
  id: 'binance',
  aliases: [],
  capabilities: binanceCapabilities,
  wallets: binanceWallets,
  fees: binanceFees,
  paperRules: binancePaperRules,
  simulated: binanceSimulated,
  marketData: async () => (await import('./marketData/index.ts')).marketData,
  trading: async () => (await import('./trading/index.ts')).trading,
});
