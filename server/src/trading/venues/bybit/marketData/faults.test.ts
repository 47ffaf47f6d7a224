import { bybitScript } from '../../../../../test/support/scripts/bybitScript.ts';
import { testVenueFaults } from '../../../../../test/support/venueFaults.ts';

testVenueFaults(bybitScript());
testVenueFaults(bybitScript('BTC/USD:BTC', 'BTCUSD'));
