import type { OutageAnswers } from '../faults/outageAnswers.ts';

export const krakenTroubles: OutageAnswers = {
  tooManyRequests: { kind: 'exchangeError', code: 'EAPI:Rate limit exceeded' },
  ban: () => ({ kind: 'exchangeError', code: 'EGeneral:Temporary lockout' }),
  maintenance: { kind: 'exchangeError', code: 'EService:Unavailable' },
};
