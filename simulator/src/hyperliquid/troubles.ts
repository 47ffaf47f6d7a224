import type { Troubles } from '../faults/troubles.ts';

export const hyperliquidTroubles: Partial<Troubles> = {
  tooManyRequests: { kind: 'answers', status: 429, body: 'null', contentType: 'application/json' },
};
