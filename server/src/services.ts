import { createPathMatcher } from './access/paths.ts';
import { paperConnection } from './connectors.ts';
import type { Foundation } from './foundation.ts';
import { createCipher } from './kit/cipher.ts';
import { trustedProxies } from './kit/networks.ts';
import type { Readiness } from './kit/readiness.ts';
import { startStep } from './kit/startError.ts';
import { openLedgers } from './ledgers.ts';
import type { MarketConnectionsOpener } from './marketConnections.ts';
import { openMasterKeys } from './masterKey.ts';
import type { AppPorts } from './ports.ts';
import {
  type Accounts,
  createAccounts,
  createDemoAccounts,
  createPortfolios,
  settleCredentials,
} from './trading/accounts/index.ts';
import { webhookPlace } from './trading/alerts/index.ts';
import { createAlgorithmCheck } from './trading/algorithms/store/accountObjection.ts';
import { createOrderStore } from './trading/execution/databaseOrders.ts';
import { createTradingService, type TradingService } from './trading/service/service.ts';
import { createVaultService } from './vault/service.ts';
import type { StandbyPreparer } from './warming.ts';

interface TradingParts {
  readonly trading: TradingService | undefined;
  /** Seed of the simulated market, if it is in use. */
  readonly seed: string | undefined;
}

/** Builds the trading service with its feeds, when the configuration asks for it. */
export async function buildTrading(
  ports: AppPorts,
  foundation: Foundation,
  {
    outside,
    warming,
  }: { readonly outside: MarketConnectionsOpener; readonly warming: StandbyPreparer },
): Promise<TradingParts> {
  const { config } = ports;
  if (!config.services.includes('trading')) return { trading: undefined, seed: undefined };
  const { feeds, seed, market, live } = await outside.open();
  if (warming.hasWaited()) live?.takeOver();
  const { registry, store, ownership, ids, keys, readiness } = foundation;
  const { corsOrigins, allowedHosts, devMode } = config;
  const accounts = await openAccounts(ports, foundation);
  readiness.addCheck(() => noteHalts(accounts.accounts, readiness));
  const { epoch } = ownership;
  const venues = paperConnection({ ...ports, store, epoch, ids });
  const trading = createTradingService({
    ...ports,
    ...accounts,
    ...createPathMatcher(),
    authenticate: keys.authenticate,
    feeds,
    market,
    store,
    registry,
    doors: {
      corsOrigins,
      allowedHosts,
      isTrustedProxy: trustedProxies(config.trustedProxies),
    },
    devMode,
    ids,
    epoch,
    lease: ownership,
    connectPaper: ports.paperLine?.(venues) ?? venues,
    connectLive: live?.connectLive,
  });
  return { trading, seed };
}

/** Opens the exchange accounts after it has checked that the master key opens what is sealed. */
async function openAccounts({ config, clock, random, logger }: AppPorts, { store }: Foundation) {
  const { key, former, keep } = await startStep('The master key cannot be used', () =>
    openMasterKeys({ config, random }),
  );
  const cipher = createCipher({ random, key, former });
  await startStep('The stored credentials cannot be used', () =>
    settleCredentials({ store, clock, cipher, logger, others: [webhookPlace], keep }),
  );
  if (config.demo) await createDemoAccounts({ store, clock });
  const orders = createOrderStore(store);
  const algorithmObjection = createAlgorithmCheck(store);
  const accounts = createAccounts({
    store,
    clock,
    cipher,
    canRemove: async (account) =>
      (await orders.reasonNotRemovable(account)) ?? (await algorithmObjection(account)),
    countLive: async (id) => (await orders.live(id)).length,
  });
  return {
    orders,
    accounts,
    portfolios: createPortfolios({ store, clock }),
    cipher,
  };
}

/** Reports a halt as a note only: operators want it, so orders need not be sent elsewhere. */
async function noteHalts(accounts: Pick<Accounts, 'list'>, readiness: Readiness): Promise<void> {
  const all = await accounts.list();
  const isHalted = all.length > 0 && all.every(({ halted }) => halted);
  if (!isHalted) return readiness.clear('HALTED');
  readiness.set('HALTED', 'Every exchange account is halted, until somebody resumes it.');
}

/** Builds the vault service, when the configuration asks for it. */
export async function buildVault(ports: AppPorts, foundation: Foundation) {
  const { config } = ports;
  if (!config.services.includes('vault')) return undefined;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const vault = createVaultService({
    ...ports,
    ...foundation,
    readers: await openLedgers({ ...ports, ...foundation }),
    baseUrl: `http://${host}:${config.port}`,
    addressCheck: config.vaultAddressCheck,
    freshMs: config.holdingsFreshMs,
  });
  // Demo vaults do not exist on a real ledger.
  if (config.demo && config.ledger.kind === 'simulated') await vault.createDemo();
  return vault;
}
