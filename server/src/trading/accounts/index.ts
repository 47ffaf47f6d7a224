export { createAccounts } from './accounts.ts';
export { createDemoAccounts } from './demo.ts';
export { createPortfolios } from './portfolios.ts';
export { requireReach } from './reach.ts';
export { settleCredentials } from './settle.ts';
export type { Accounts, CanRemove, Portfolios } from './types.ts';
