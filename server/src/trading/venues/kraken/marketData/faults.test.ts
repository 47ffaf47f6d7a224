import { krakenFuturesScript } from '../../../../../test/support/exchanges/kraken/futuresScript.ts';
import { krakenSpotScript } from '../../../../../test/support/exchanges/kraken/spotScript.ts';
import { testVenueFaults } from '../../../../../test/support/marketData/venueFaults.ts';

testVenueFaults(krakenSpotScript);
testVenueFaults(krakenFuturesScript('BTC/USD:USD', 'PF_XBTUSD'));
testVenueFaults(krakenFuturesScript('ETH/USD:ETH-261225', 'FI_ETHUSD_261225'));
