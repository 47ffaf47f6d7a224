import type { Call } from '../call.ts';

/** Rights that no test asks about. */
const others = {
  ...{ enableInternalTransfer: false, permitsUniversalTransfer: true, enableMargin: false },
  ...{ enableVanillaOptions: false, enableReading: true, enableFixApiTrade: false },
  ...{ enableFixReadOnly: false },
} as const;

/** What the key of the request may do. */
export function restrictions({ account, exchange }: Call): object {
  const { spot, contracts, withdrawals, isBoundToAddresses } = account.rights;
  return {
    ...{ ipRestrict: isBoundToAddresses, createTime: exchange.now() - 86_400_000 },
    ...{ enableWithdrawals: withdrawals, enableFutures: contracts },
    ...{ enableSpotAndMarginTrading: spot, ...others },
    enablePortfolioMarginTrading: account.isPortfolioMargin,
  };
}
