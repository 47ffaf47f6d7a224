import { hyperliquidScript } from '../../../../../test/support/scripts/hyperliquidScript.ts';
import { testVenueFaults } from '../../../../../test/support/venueFaults.ts';

testVenueFaults(hyperliquidScript);
