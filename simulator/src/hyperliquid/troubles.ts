import type { OutageAnswers } from '../faults/outageAnswers.ts';

export const hyperliquidTroubles: Partial<OutageAnswers> = {
  tooManyRequests: { kind: 'answers', status: 429, body: 'null', contentType: 'application/json' },
};
