export type { Estimator } from './estimate.ts';
export { isRefusal } from './refusals.ts';
export { judgeBook } from './usableBook.ts';
