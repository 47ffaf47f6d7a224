export { createAccounts } from './accounts.ts';
export { createDemoAccounts } from './demo.ts';
export { setHaltedIn } from './halts.ts';
export { existingAccounts, requireAccounts } from './named.ts';
export { createPortfolios } from './portfolios.ts';
export { reaches, requireReach } from './reach.ts';
export { reachableTypes, unreachedReason } from './reachableTypes.ts';
export { record } from './records.ts';
export { accountPlaces } from './sealedPlaces.ts';
export { proveCredentials, settleCredentials } from './settle.ts';
export type {
  Accounts,
  Actor,
  CanRemove,
  CountLive,
  Portfolios,
  SealedPlace,
  Switched,
} from './types.ts';
export { otherWalletNames, tradedWalletNames } from './walletNames.ts';
