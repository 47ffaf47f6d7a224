import { bybitScript } from '../../../../../test/support/exchanges/bybit/script.ts';
import { testVenueFaults } from '../../../../../test/support/marketData/venueFaults.ts';

testVenueFaults(bybitScript());
testVenueFaults(bybitScript('BTC/USD:BTC', 'BTCUSD'));
