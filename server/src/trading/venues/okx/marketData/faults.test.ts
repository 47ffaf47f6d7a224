import { okxScript } from '../../../../../test/support/exchanges/okx/script.ts';
import { testVenueFaults } from '../../../../../test/support/marketData/venueFaults.ts';

testVenueFaults(okxScript({ symbol: 'BTC/USDT', instId: 'BTC-USDT' }));
testVenueFaults(okxScript({ symbol: 'BTC/USDT:USDT', instId: 'BTC-USDT-SWAP', worth: 0.01 }));
testVenueFaults(okxScript({ symbol: 'BTC/USD:BTC-261225', instId: 'BTC-USD-261225', worth: 100 }));
testVenueFaults(okxScript({ symbol: 'BTC/USDT', instId: 'BTC-USDT', isOlder: true }));
