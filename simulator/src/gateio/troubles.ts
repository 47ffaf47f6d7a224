import type { Troubles } from '../faults/troubles.ts';

export const gateioTroubles: Partial<Troubles> = {
  tooManyRequests: { kind: 'exchangeError', code: 'TOO_MANY_REQUESTS', status: 429 },
  maintenance: { kind: 'exchangeError', code: 'TOO_BUSY', status: 503 },
};
