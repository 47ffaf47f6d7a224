import { plainScript } from '../../../../../test/support/marketData/plainScript.ts';
import { testVenueFaults } from '../../../../../test/support/marketData/venueFaults.ts';

testVenueFaults(plainScript);
testVenueFaults({ ...plainScript, name: 'plain, one number a message', numbering: 'single' });
testVenueFaults({ ...plainScript, name: 'plain, cut by restarts', restart: 'disconnect' });
