import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import type { Clock } from './kit/clock.ts';
import type { Ids } from './kit/ids.ts';
import type { Logger } from './kit/logger.ts';
import type { Random } from './kit/random.ts';
import type { Store } from './store/types.ts';
import { createLedgerMetrics } from './vault/ledger/ledgerMetrics.ts';
import type { LedgerPort } from './vault/ledger/ledgerPort.ts';
import { createLedgerReader, type LedgerReader } from './vault/ledger/ledgerReader.ts';
import { passphrases } from './vault/ledger/passphrases.ts';
import { createRpcLedger } from './vault/ledger/rpcLedger.ts';
import { createSimulatedLedger } from './vault/ledger/simulatedLedger.ts';
import type { Network } from './vault/network.ts';
import { curatedTokens } from './vault/tokens/curatedTokens.ts';

interface OpenLedgersDeps {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly ids: Ids;
  readonly registry: Registry;
}

/** Opens both ledger networks as configured. */
export async function openLedgers(
  deps: OpenLedgersDeps,
): Promise<Readonly<Record<Network, LedgerReader>>> {
  const createPort = await choosePort(deps);
  const metrics = createLedgerMetrics(deps.registry);
  const open = (network: Network) =>
    createLedgerReader({
      ...deps,
      port: createPort(network),
      passphrase: passphrases[network],
      tokens: curatedTokens(network),
      metrics: metrics(network),
    });
  return { mainnet: open('mainnet'), testnet: open('testnet') };
}

async function choosePort(deps: OpenLedgersDeps): Promise<(network: Network) => LedgerPort> {
  const { clock, logger } = deps;
  const { ledger } = deps.config;
  if (ledger.kind === 'rpc') {
    return (network) => createRpcLedger({ network, clock, url: ledger.urls[network].reveal() });
  }
  const seed = await settleSeed(deps);
  logger.info({ seed }, 'The ledgers are simulated');
  return (network) => createSimulatedLedger({ network, clock, seed });
}

/**
 * Returns the seed. It is drawn once and stored, so that balances stay the same after a restart.
 */
async function settleSeed({ config, store, ids }: OpenLedgersDeps): Promise<string> {
  if (config.seed !== undefined) return config.seed;
  return store.write.settleSetting('simulated.ledger.seed', ids.token(9));
}
