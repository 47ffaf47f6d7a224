import type { Call } from '../call.ts';

/** Rights that no test reads. */
const others = {
  enableInternalTransfer: false,
  permitsUniversalTransfer: true,
  enableMargin: false,
  enableVanillaOptions: false,
  enableReading: true,
  enableFixApiTrade: false,
  enableFixReadOnly: false,
} as const;

/** Returns the rights of the request's key. */
export function restrictions({ account, exchange }: Call): object {
  const { spot, contracts, withdrawals, isBoundToAddresses } = account.rights;
  return {
    ipRestrict: isBoundToAddresses,
    createTime: exchange.now() - 86_400_000,
    enableWithdrawals: withdrawals,
    enableFutures: contracts,
    enableSpotAndMarginTrading: spot,
    ...others,
    enablePortfolioMarginTrading: account.isPortfolioMargin,
  };
}
