import { gateioSimulated } from '../../support/exchanges/gateio/exchange.ts';
import { runFees } from './runFees.ts';

runFees({
  exchange: gateioSimulated,
  isAsking: ({ path }) => path.endsWith('/fee'),
  tier: 'VIP 0',
});
