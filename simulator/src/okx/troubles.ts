import type { Troubles } from '../faults/troubles.ts';

export const okxTroubles: Partial<Troubles> = {
  tooManyRequests: { kind: 'exchangeError', code: '50011' },
  maintenance: { kind: 'exchangeError', code: '50001' },
};
