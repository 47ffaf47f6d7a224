import { gateioScript } from '../../../../../test/support/exchanges/gateio/script.ts';
import { testVenueFaults } from '../../../../../test/support/marketData/venueFaults.ts';

testVenueFaults(gateioScript());
testVenueFaults(gateioScript('BTC/USDT:USDT'));
testVenueFaults(gateioScript('BTC/USD:BTC'));
