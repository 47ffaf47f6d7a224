import { okxSimulated } from '../../support/okxExchange.ts';
import { runHedgeMode } from './runHedgeMode.ts';

runHedgeMode({ own: okxSimulated, at: 'okx' });
