import { amountText, type Command, type PositionRisk } from '@windlass/matching';
import type { Account } from '../../model/account.ts';
import type { PaperRules } from '../paperPort.ts';
import type {
  PortfolioMargin,
  PortfolioMarginAsset,
  PortfolioMarginTotals,
  VenueResult,
} from '../perpsPort.ts';
import { VenueUnavailableError } from '../venuePort.ts';
import { readSettled, type SessionDeps } from './answers.ts';
import { walletOf } from './instruments.ts';
import { rejected, runDurably } from './runDurably.ts';
import type { PaperAccount } from './types.ts';

type MarginRules = NonNullable<PaperRules['portfolioMargin']>;

/** Reports one wallet for all markets as if the profit of contracts were in wallets of its own. */
export function createPaperPortfolioMargin(
  { venue }: Account,
  deps: SessionDeps,
  { uncollected, dollars }: MarginRules,
): PortfolioMargin {
  const read = <Value>(
    signal: AbortSignal,
    tell: (paper: PaperAccount) => Value | Promise<Value>,
  ) =>
    readSettled(deps, signal, async (paper) => {
      if (!paper.join()) throw new VenueUnavailableError(notJoined);
      // The wallets may just have been joined, which must be durable before it is reported.
      await paper.saver.settled();
      return tell(paper);
    });
  const collecting = (
    signal: AbortSignal,
    work: (paper: PaperAccount) => [string, string][],
    nothing?: string,
  ) =>
    runDurably<VenueResult>(deps, signal, (paper) => {
      if (!paper.join()) return rejected('CONFLICT', notJoined);
      const amounts = work(paper);
      const message = amounts.length === 0 ? nothing : undefined;
      const collected = Object.fromEntries(amounts);
      return { kind: 'done', result: { collected, ...(message !== undefined && { message }) } };
    });
  const collect = (paper: PaperAccount, asset: string, kinds?: Kinds) =>
    collectOf(paper, { at: deps.clock.now(), asset, ...(kinds && { kinds }) });
  return {
    balances: (signal) => read(signal, balancesOf),
    totals: (signal) =>
      read(signal, async (paper) => {
        await paper.collateral.ready();
        return totalsOf(paper, dollars);
      }),
    collectAll: (signal) =>
      collecting(signal, (paper) =>
        walletsOf(paper).flatMap(({ asset }) =>
          collect(paper, asset, asset === uncollected ? ['inverse'] : undefined),
        ),
      ),
    async collect(asset, signal) {
      if (asset === uncollected) {
        const stays = 'what linear contracts earned of it stays with them';
        return rejected('INVALID', `${venue} does not collect ${asset} alone: ${stays}`);
      }
      const nothing = `There is no ${asset} to collect.`;
      return collecting(signal, (paper) => collect(paper, asset), nothing);
    },
  };
}

/** Error text for an account that was created before it had one wallet, and has something open. */
const notJoined =
  'The account has two wallets until its positions and orders of contracts are closed.';

function walletsOf({ ledger, venue }: PaperAccount) {
  return ledger.engine.wallets(walletOf(venue, 'swap'));
}

function balancesOf(paper: PaperAccount): PortfolioMarginAsset[] {
  return walletsOf(paper).map(({ asset, total, reserved, earned }) => {
    const { linear, inverse } = earned;
    const cross = total - linear - inverse;
    const unrealised = unrealisedOf(paper, asset);
    // Margin is held against the whole wallet: no more than its total can be locked here.
    const locked = lower(reserved, cross > 0n ? cross : 0n);
    return {
      asset,
      totalWalletBalance: amountText(total),
      crossMarginAsset: amountText(cross),
      crossMarginFree: amountText(cross - locked),
      crossMarginLocked: amountText(locked),
      crossMarginBorrowed: '0',
      crossMarginInterest: '0',
      umWalletBalance: amountText(linear),
      umUnrealizedPNL: amountText(unrealised.linear),
      cmWalletBalance: amountText(inverse),
      cmUnrealizedPNL: amountText(unrealised.inverse),
      negativeBalance: amountText(lower(total, 0n)),
    };
  });
}

function unrealisedOf(paper: PaperAccount, asset: string) {
  const unrealised = { linear: 0n, inverse: 0n };
  for (const { risk, isInverse } of risksOf(paper, asset)) {
    unrealised[isInverse ? 'inverse' : 'linear'] += risk.unrealised;
  }
  return unrealised;
}

interface Standing {
  readonly risk: PositionRisk;
  readonly isInverse: boolean;
}

/** Returns the risks of the open positions that settle in the asset. */
function risksOf({ ledger, venue }: PaperAccount, asset: string): Standing[] {
  const { engine } = ledger;
  const accountId = walletOf(venue, 'swap');
  return engine.positions(accountId).flatMap(({ symbol, positionLeg }) => {
    const instrument = engine.instrument(symbol);
    const risk = engine.risk(accountId, symbol, positionLeg);
    if (!risk || instrument?.settle !== asset) return [];
    return [{ risk, isInverse: instrument.isInverse }];
  });
}

/**
 * Returns the totals of the linear contracts, whose assets count as a dollar each. The available
 * balance is that of the whole account: all assets that back its contracts, coins at their rates.
 */
function totalsOf(paper: PaperAccount, dollars: readonly string[]): PortfolioMarginTotals {
  const { engine } = paper.ledger;
  const accountId = walletOf(paper.venue, 'swap');
  const risks = dollars
    .flatMap((asset) => risksOf(paper, asset))
    .filter(({ isInverse }) => !isInverse)
    .map(({ risk }) => risk);
  const wallet = sum(
    walletsOf(paper)
      .filter(({ asset }) => dollars.includes(asset))
      .map(({ earned }) => earned.linear),
  );
  const unrealised = sum(risks.map((risk) => risk.unrealised));
  const available = engine.collateral(accountId)?.available ?? 0n;
  const usable = available > 0n ? available : 0n;
  return {
    totalInitialMargin: amountText(sum(risks.map((risk) => risk.initialMargin))),
    totalMaintMargin: amountText(sum(risks.map((risk) => risk.maintenance))),
    totalWalletBalance: amountText(wallet),
    totalUnrealizedProfit: amountText(unrealised),
    totalMarginBalance: amountText(wallet + unrealised),
    availableBalance: amountText(usable),
    maxWithdrawAmount: amountText(usable),
  };
}

type Collect = Extract<Command, { type: 'collect' }>;
type Kinds = Collect['kinds'];

/** Returns the amount collected of an asset, with its name; nothing if there was none. */
function collectOf(
  { ledger, venue }: PaperAccount,
  what: Pick<Collect, 'at' | 'kinds'> & { readonly asset: string },
): [string, string][] {
  const events = ledger.run({ type: 'collect', accountId: walletOf(venue, 'swap'), ...what });
  return events.flatMap((event): [string, string][] =>
    event.type === 'collected' ? [[what.asset, amountText(event.linear + event.inverse)]] : [],
  );
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, each) => total + each, 0n);
}

function lower(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
