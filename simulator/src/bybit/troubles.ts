import { type OutageAnswers, page } from '../faults/outageAnswers.ts';

export const bybitTroubles: Partial<OutageAnswers> = {
  tooManyRequests: { kind: 'exchangeError', code: 10006 },
  // Answer to a client that sent too many requests from one address; it lasts some minutes.
  ban: () => page(403, 'access too frequent, please try again in a while'),
};
