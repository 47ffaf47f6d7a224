import { type Call, type Routes, signed } from './call.ts';

export const keyRoutes: Routes = { 'GET /v5/user/query-api': signed(keyInformation) };

/** Fields that no test reads. */
const others = {
  id: '13770661',
  note: 'a desk',
  secret: '',
  type: 1,
  deadlineDay: -2,
  expiredAt: '1970-01-01T00:00:00Z',
  createdAt: '2022-10-16T02:24:40Z',
  unified: 0,
  uta: 1,
  inviterID: 0,
  vipLevel: 'No VIP',
  mktMakerLevel: '0',
  affiliateID: 0,
  rsaPublicKey: '',
  isMaster: true,
  parentUid: '0',
  kycLevel: 'LEVEL_DEFAULT',
  kycRegion: '',
} as const;

/** Returns the rights of the request's key. */
function keyInformation({ account }: Call): object {
  const { spot, contracts, withdrawals, isBoundToAddresses } = account.rights;
  return {
    ...others,
    apiKey: account.apiKey,
    userID: account.number,
    readOnly: 0,
    permissions: {
      ContractTrade: contracts ? ['Order', 'Position'] : [],
      Spot: spot ? ['SpotTrade'] : [],
      Wallet: ['AccountTransfer', ...(withdrawals ? ['Withdraw'] : [])],
      Options: [],
      Derivatives: [],
      Exchange: [],
      Earn: [],
      BlockTrade: [],
    },
    ips: [isBoundToAddresses ? '192.0.2.1' : '*'],
  };
}
