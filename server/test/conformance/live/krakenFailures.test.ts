import type { Fault } from '@windlass/simulator';
import { describe } from 'vitest';
import { krakenSpot } from '../../support/exchanges/kraken/exchange.ts';
import { type NamedFault, runFailures } from './runFailures.ts';

/** A refusal has status 200, like any answer. */
const says = (code: string): NamedFault => [code, { kind: 'exchangeError', code }];
const limited: Fault = {
  kind: 'answers',
  status: 429,
  contentType: 'application/json',
  body: JSON.stringify({ error: ['EAPI:Rate limit exceeded'] }),
};

describe('kraken spot', () => {
  runFailures({
    exchange: krakenSpot,
    isSending: ({ path }) => path.endsWith('/AddOrder'),
    unknown: [
      says('EService:Timeout'),
      says('EService:Deadline elapsed'),
      says('EService:Unavailable'),
      says('EService:Busy'),
      says('EGeneral:Internal error'),
      says('EDatabase:Internal error'),
      says('EWhatever:Nobody knows'),
      ['answers 520', { kind: 'answers', status: 520, body: '<html></html>' }],
    ],
    refused: [
      ['429', limited],
      says('EAPI:Rate limit exceeded'),
      says('EOrder:Rate limit exceeded'),
      says('EGeneral:Temporary lockout'),
      says('EAPI:Invalid nonce'),
      says('EAPI:Invalid key'),
      says('EAPI:Invalid signature'),
      says('EGeneral:Permission denied'),
      says('EGeneral:Invalid arguments:price'),
      says('EOrder:Insufficient funds'),
      says('EOrder:Post only order'),
      says('EOrder:Orders limit exceeded'),
      says('EService:Market in cancel_only mode'),
      says('EQuery:Unknown asset pair'),
    ],
    duplicate: { kind: 'exchangeError', code: 'EOrder:cl_ord_id already in use' },
  });
});
