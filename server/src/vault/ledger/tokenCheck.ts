import type { Clock } from '../../kit/clock.ts';
import { errorText } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import { createSharedFlight } from '../../kit/sharedFlight.ts';
import type { CuratedToken } from '../tokens/curatedToken.ts';
import type { LedgerCall } from './ledgerCall.ts';
import { keysPerCallMax, keyText, LedgerError, type LedgerPort } from './ledgerPort.ts';
import { instanceKey } from './packing.ts';

/** Test networks are reset a few times a year, and tokens must then be deployed again. */
export const checkedForMs = 60 * 60 * 1000;
/** While the ledger does not answer, the last result is used; not every use needs to wait. */
export const checkAgainMs = 60 * 1000;

interface TokenCheckDeps {
  readonly port: LedgerPort;
  readonly passphrase: string;
  readonly tokens: readonly CuratedToken[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly call: LedgerCall;
}

interface Checked {
  readonly tokens: readonly CuratedToken[];
  readonly endsAtMs: number;
}

/**
 * Checks that the server belongs to the network, then returns the tokens that are asset contracts
 * there. Checks at the first use and from time to time, once for all callers that wait meanwhile.
 */
export function createTokenCheck(
  deps: TokenCheckDeps,
): (signal: AbortSignal) => Promise<readonly CuratedToken[]> {
  const { clock } = deps;
  let checked: Checked | undefined;
  const keep = (tokens: readonly CuratedToken[], forMs: number): readonly CuratedToken[] => {
    checked = { tokens, endsAtMs: clock.monotonic() + forMs };
    return tokens;
  };
  const switchOff = createSwitchOff(deps);

  const check = createSharedFlight(async (signal) => {
    try {
      await checkNetwork(deps, signal);
      return keep(switchOff(await findAssetContracts(deps, signal)), checkedForMs);
    } catch (error) {
      signal.throwIfAborted();
      // A server of another network proves the last result wrong; silence proves nothing.
      if (error instanceof LedgerError && error.kind === 'wrongNetwork') checked = undefined;
      if (!checked) throw error;
      const fields = { network: deps.port.network, error: errorText(error) };
      deps.logger.warn(fields, 'Tokens could not be checked again: the last result serves on');
      return keep(checked.tokens, checkAgainMs);
    }
  });

  return async (signal) => {
    signal.throwIfAborted();
    if (checked && clock.monotonic() < checked.endsAtMs) return checked.tokens;
    return check(signal);
  };
}

async function checkNetwork(deps: TokenCheckDeps, signal: AbortSignal): Promise<void> {
  const { port } = deps;
  const passphrase = await deps.call((attempt) => port.passphrase(attempt), signal);
  if (passphrase === deps.passphrase) return;
  throw new LedgerError(
    'wrongNetwork',
    `The server for ${port.network} speaks for another network.`,
  );
}

/** Returns the contracts of the list that the ledger itself runs as assets: fakes cannot pass. */
async function findAssetContracts(
  { port, tokens, call }: TokenCheckDeps,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const contracts = [...new Set(tokens.map((token) => token.contract))];
  const found = new Set<string>();
  for (let start = 0; start < contracts.length; start += keysPerCallMax) {
    const asked = contracts.slice(start, start + keysPerCallMax);
    const keys = asked.map(instanceKey);
    const { entries } = await call((attempt) => port.entries(keys, attempt), signal);
    for (const contract of asked) {
      const entry = entries.get(keyText(instanceKey(contract)));
      if (entry?.kind === 'instance' && entry.executable === 'stellarAsset') found.add(contract);
    }
  }
  return found;
}

/** Removes the tokens that are not what the list says, and logs it once for each. */
function createSwitchOff({ port, tokens, logger }: TokenCheckDeps) {
  // Contains tokens of the list only, so it is no larger than the list.
  const isOff = new Set<string>();
  return (found: ReadonlySet<string>): readonly CuratedToken[] =>
    tokens.filter(({ contract, symbol }) => {
      if (found.has(contract)) {
        isOff.delete(contract);
        return true;
      }
      if (!isOff.has(contract)) {
        const fields = { network: port.network, contract, symbol };
        logger.warn(fields, 'Token switched off: no asset contract on this ledger');
      }
      isOff.add(contract);
      return false;
    });
}
