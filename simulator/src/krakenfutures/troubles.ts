import type { OutageAnswers } from '../faults/outageAnswers.ts';

export const krakenfuturesTroubles: Partial<OutageAnswers> = {
  tooManyRequests: { kind: 'exchangeError', code: 'apiLimitExceeded' },
  maintenance: { kind: 'exchangeError', code: 'unavailable' },
};
