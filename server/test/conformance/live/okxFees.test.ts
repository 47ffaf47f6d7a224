import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import { runFees } from './runFees.ts';

runFees({
  exchange: okxSimulated,
  isAsking: ({ path }) => path.endsWith('/account/trade-fee'),
  tier: 'Lv1',
});
