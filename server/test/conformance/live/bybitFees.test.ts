import { bybitSimulated } from '../../support/bybitExchange.ts';
import { runFees } from './runFees.ts';

runFees({
  exchange: bybitSimulated,
  isAsking: ({ path }) => path === '/v5/account/fee-rate',
  tier: undefined,
});
