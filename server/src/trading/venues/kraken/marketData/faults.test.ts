import { krakenFuturesScript } from '../../../../../test/support/scripts/krakenFuturesScript.ts';
import { krakenSpotScript } from '../../../../../test/support/scripts/krakenSpotScript.ts';
import { testVenueFaults } from '../../../../../test/support/venueFaults.ts';

testVenueFaults(krakenSpotScript);
testVenueFaults(krakenFuturesScript('BTC/USD:USD', 'PF_XBTUSD'));
testVenueFaults(krakenFuturesScript('ETH/USD:ETH-261225', 'FI_ETHUSD_261225'));
