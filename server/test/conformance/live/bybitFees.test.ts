import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';
import { runFees } from './runFees.ts';

runFees({
  exchange: bybitSimulated,
  isAsking: ({ path }) => path === '/v5/account/fee-rate',
  tier: undefined,
});
