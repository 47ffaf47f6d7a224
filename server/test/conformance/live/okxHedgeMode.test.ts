import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';
import { runHedgeMode } from './runHedgeMode.ts';

runHedgeMode({ own: okxSimulated, at: 'okx' });
