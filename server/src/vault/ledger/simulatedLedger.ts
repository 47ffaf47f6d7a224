import type { Clock } from '../../kit/clock.ts';
import { createSeededRandom } from '../../kit/random.ts';
import type { Network } from '../network.ts';
import { findToken } from '../tokens/curatedTokens.ts';
import { assertKeys, canBeHeld } from './keyRules.ts';
import { keyText, type LedgerEntry, type LedgerKey, type LedgerPort } from './ledgerPort.ts';
import { passphrases } from './passphrases.ts';
import { roughUsd } from './roughUsd.ts';
import { unavailable } from './unavailable.ts';

/** The only valid contract address without a contract, so that a failing vault can be tried out. */
export const absentContract = 'CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABSC4';

/** Time between ledgers, the same as on the real networks. */
const ledgerMs = 5_000;
/** June 2016: counted from here, sequence numbers are within a tenth of the real main network's. */
const firstLedgerMs = 1_464_739_200_000;
/** Share of the curated tokens that a vault holds. */
const heldShare = 1 / 3;
/** Ledgers for which a balance stays, different for each: 15 seconds to 10 minutes. */
const stayLedgers = { low: 3, high: 120 };
/** Largest difference of an amount from its own middle, so that no move is over 2 %. */
const swingPpmMax = 9_900;
const ppm = 1_000_000n;
/** Worth of a held token, USD 10,000 to 500,000, as powers of ten. */
const heldMagnitude = { low: 4, high: 5.7 };
const unitsPerToken = 1e7;

export interface SimulatedLedgerDeps {
  readonly network: Network;
  readonly clock: Clock;
  readonly seed: string;
}

/**
 * A ledger without a network behind it. Everything on it follows from seed and time, so nothing is
 * stored and a restart continues where it was. A ledger closes every five seconds. Every valid
 * contract address but `absentContract` has a contract, and every curated token is the asset it
 * should be. Each contract holds some of the tokens in amounts that move now and then.
 */
export function createSimulatedLedger({ network, clock, seed }: SimulatedLedgerDeps): LedgerPort {
  const entryOf = (key: LedgerKey, ledger: number): LedgerEntry | undefined => {
    if (!canBeHeld(key)) return undefined;
    if (key.kind === 'instance') return instanceOf(network, key.contract);
    const token = key.holder === absentContract ? undefined : findToken(network, key.token);
    if (!token) return undefined;
    const name = `${seed} ${network} ${key.holder} ${key.token}`;
    const amount = amountAt(name, roughUsd(token.symbol), ledger);
    return amount === undefined ? undefined : { kind: 'balance', amount };
  };
  return {
    network,
    async passphrase(signal) {
      refuseAborted(network, signal);
      return passphrases[network];
    },
    async entries(keys, signal) {
      assertKeys(keys);
      refuseAborted(network, signal);
      const ledger = Math.max(1, Math.floor((clock.now() - firstLedgerMs) / ledgerMs));
      const entries = new Map<string, LedgerEntry>();
      for (const key of keys) {
        const entry = entryOf(key, ledger);
        if (entry) entries.set(keyText(key), entry);
      }
      return { ledger, entries };
    },
  };
}

function refuseAborted(network: Network, signal: AbortSignal): void {
  if (signal.aborted) throw unavailable(network, 'was no longer asked');
}

function instanceOf(network: Network, contract: string): LedgerEntry | undefined {
  if (contract === absentContract) return undefined;
  return { kind: 'instance', executable: findToken(network, contract) ? 'stellarAsset' : 'other' };
}

/** Returns the amount held under the name at that ledger; undefined when it never holds any. */
function amountAt(name: string, usdPerToken: number, ledger: number): bigint | undefined {
  const random = createSeededRandom(name);
  if (random.next() >= heldShare) return undefined;
  const magnitude = random.between(heldMagnitude.low, heldMagnitude.high);
  const middle = BigInt(Math.round((10 ** magnitude / usdPerToken) * unitsPerToken));
  const stay = Math.floor(random.between(stayLedgers.low, stayLedgers.high));
  const phase = Math.floor(random.between(0, stay));
  const stays = Math.floor((ledger + phase) / stay);
  const swing = createSeededRandom(`${name} ${stays}`).between(-swingPpmMax, swingPpmMax);
  return middle + (middle * BigInt(Math.round(swing))) / ppm;
}
