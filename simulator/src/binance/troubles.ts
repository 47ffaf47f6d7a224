import { type OutageAnswers, page } from '../faults/outageAnswers.ts';

/**
 * Returns an answer to a client that asks too much. The code is always the same; the status tells
 * how bad it is.
 */
function crowded(status: number, msg: string, seconds: number): OutageAnswers['maintenance'] {
  return {
    kind: 'answers',
    status,
    contentType: 'application/json',
    body: JSON.stringify({ code: -1003, msg }),
    headers: { 'retry-after': String(seconds) },
  };
}

export const binanceTroubles: OutageAnswers = {
  tooManyRequests: crowded(429, 'Too many requests; please use the websocket.', 1),
  ban: (seconds) => crowded(418, 'Way too many requests; IP banned.', seconds),
  maintenance: page(503, 'Under maintenance'),
};
