import { plainScript } from '../../../../../test/support/scripts/plainScript.ts';
import { testVenueFaults } from '../../../../../test/support/venueFaults.ts';

testVenueFaults(plainScript);
testVenueFaults({ ...plainScript, name: 'plain, one number a message', numbering: 'single' });
testVenueFaults({ ...plainScript, name: 'plain, cut by restarts', restart: 'disconnect' });
