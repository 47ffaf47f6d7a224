import type { Troubles } from '../faults/troubles.ts';

export const krakenTroubles: Troubles = {
  tooManyRequests: { kind: 'exchangeError', code: 'EAPI:Rate limit exceeded' },
  ban: () => ({ kind: 'exchangeError', code: 'EGeneral:Temporary lockout' }),
  maintenance: { kind: 'exchangeError', code: 'EService:Unavailable' },
};
