import { krakenSimulated } from '../../support/krakenExchange.ts';
import { runBursts } from './runBursts.ts';

runBursts({
  exchange: krakenSimulated,
  // A cancel of a young order costs 8 of the 60 that drain in a minute, of which 48 are open to
  // cancels: six go at once and one more while its caller waits. The others are told as not sent.
  allowed: { spot: { orders: 30, cancels: 7 } },
});
