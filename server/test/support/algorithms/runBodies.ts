import type { Answered } from './audit.ts';

/** A body with six intervals of 1 BTC. */
export const twap = (params: object = {}, changes: object = {}) => ({
  algorithm_type: 'twap',
  quantity: 6,
  ...changes,
  params: { duration_seconds: 60, interval_seconds: 10, ...params },
});
/** A body with three intervals of about 1 BTC, taken at once. */
export const timepace = (params: object = {}, changes: object = {}) => ({
  algorithm_type: 'timepace',
  quantity: 3,
  ...changes,
  params: { quantity_per_interval: 1, interval_seconds: 5, aggression: 'aggressive', ...params },
});
/** A body for all of 6 BTC at once. */
export const sweep = (params: object = {}, changes: object = {}) => ({
  algorithm_type: 'sweep',
  quantity: 6,
  params,
  ...changes,
});
/** A body with four levels of 1 BTC each. */
export const ladder = (params: object = {}, changes: object = {}) => ({
  algorithm_type: 'ladder',
  quantity: 4,
  ...changes,
  params: { num_levels: 4, price_spacing_bps: 50, ...params },
});

/** Adds these accounts to a body. */
export const on = (...ids: string[]) => ({ exchange_account_ids: ids });
/** Returns the kinds of events in its history. */
export const kindsOf = ({ events }: Answered) => events.map(({ kind }: Answered) => kind);
