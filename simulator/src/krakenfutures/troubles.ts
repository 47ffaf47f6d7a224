import type { Troubles } from '../faults/troubles.ts';

export const krakenfuturesTroubles: Partial<Troubles> = {
  tooManyRequests: { kind: 'exchangeError', code: 'apiLimitExceeded' },
  maintenance: { kind: 'exchangeError', code: 'unavailable' },
};
