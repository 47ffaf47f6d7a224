import { page, type Troubles } from '../faults/troubles.ts';

export const bybitTroubles: Partial<Troubles> = {
  tooManyRequests: { kind: 'exchangeError', code: 10006 },
  // Whoever asks too often from one address, for some minutes.
  ban: () => page(403, 'access too frequent, please try again in a while'),
};
