import type { Fault } from '../http/faults.ts';

export type OutageAnswer = Extract<Fault, { kind: 'answers' | 'exchangeError' }>;

/** An exchange's answers to a client that it does not serve for a while. */
export interface OutageAnswers {
  readonly tooManyRequests: OutageAnswer;
  /** Answer to a client that is locked out for so many more seconds. */
  readonly ban: (seconds: number) => OutageAnswer;
  readonly maintenance: OutageAnswer;
}

/** The pages with which the servers in front of most exchanges answer. */
export const usualOutageAnswers: OutageAnswers = {
  tooManyRequests: page(429, 'Too Many Requests', 1),
  ban: (seconds) => page(403, 'Access denied', seconds),
  maintenance: page(503, 'Under maintenance'),
};

export function page(status: number, title: string, retryAfterSeconds?: number): OutageAnswer {
  const body = `<html><head><title>${title}</title></head><body>${title}</body></html>`;
  if (retryAfterSeconds === undefined) return { kind: 'answers', status, body };
  return { kind: 'answers', status, body, headers: { 'retry-after': String(retryAfterSeconds) } };
}
