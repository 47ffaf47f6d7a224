import type { OutageAnswers } from '../faults/outageAnswers.ts';

export const gateioTroubles: Partial<OutageAnswers> = {
  tooManyRequests: { kind: 'exchangeError', code: 'TOO_MANY_REQUESTS', status: 429 },
  maintenance: { kind: 'exchangeError', code: 'TOO_BUSY', status: 503 },
};
