import type { Account } from '../../model/account.ts';
import type { PerpsSession } from '../perpsPort.ts';
import type { SessionDeps } from './answers.ts';
import { createPaperPortfolioMargin } from './perpsPortfolio.ts';
import { createPerpsReads } from './perpsReads.ts';
import { createLeverage, createMarginModes } from './perpsSettings.ts';
import { createTransfers } from './perpsTransfers.ts';

/** Derivatives and wallets of a paper account, without the methods its venue does not offer. */
export function createPaperPerps(account: Account, deps: SessionDeps): PerpsSession {
  const { rules, wallets } = deps.venueOf(account.venue);
  const { perp, portfolioMargin } = rules;
  const isJoined = account.portfolioMargin;
  const leverage = perp?.leverage;
  return {
    ...(perp && createPerpsReads(account, deps, perp)),
    ...(leverage && createLeverage(account, deps, leverage)),
    // All positions of portfolio margin are cross, and there is one wallet.
    ...(perp?.marginModes && !isJoined && createMarginModes(account, deps, perp)),
    ...(wallets.transferWords && !isJoined && createTransfers(account, deps)),
    ...(portfolioMargin &&
      isJoined && {
        portfolioMargin: createPaperPortfolioMargin(account, deps, portfolioMargin),
      }),
  };
}
