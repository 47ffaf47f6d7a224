import { hyperliquidScript } from '../../../../../test/support/exchanges/hyperliquid/script.ts';
import { testVenueFaults } from '../../../../../test/support/marketData/venueFaults.ts';

testVenueFaults(hyperliquidScript);
