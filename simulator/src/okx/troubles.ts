import type { OutageAnswers } from '../faults/outageAnswers.ts';

export const okxTroubles: Partial<OutageAnswers> = {
  tooManyRequests: { kind: 'exchangeError', code: '50011' },
  maintenance: { kind: 'exchangeError', code: '50001' },
};
