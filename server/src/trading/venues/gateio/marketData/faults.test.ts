import { gateioScript } from '../../../../../test/support/scripts/gateioScript.ts';
import { testVenueFaults } from '../../../../../test/support/venueFaults.ts';

testVenueFaults(gateioScript());
testVenueFaults(gateioScript('BTC/USDT:USDT'));
testVenueFaults(gateioScript('BTC/USD:BTC'));
