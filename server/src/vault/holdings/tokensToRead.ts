import { AppError } from '../../kit/errors.ts';
import type { LedgerReader } from '../ledger/ledgerReader.ts';
import type { Network } from '../network.ts';
import type { CuratedToken } from '../tokens/curatedToken.ts';
import type { FindToken } from './holding.ts';

/**
 * Throws UNSUPPORTED_TOKEN for tokens in no list of the network, with one issue for each. This
 * needs no ledger, so that a caller's mistake is reported even while the ledger is down.
 */
export function refuseUnlisted(
  findToken: FindToken,
  { network, tokens = [] }: { network: Network; tokens: readonly string[] | undefined },
): void {
  const isListed = (contract: string) => findToken(network, contract) !== undefined;
  const unlisted = [...new Set(tokens)].filter((contract) => !isListed(contract));
  if (unlisted.length > 0) throw unsupported(network, unlisted);
}

/**
 * Returns the tokens that a refresh reads: the requested ones, each once, or all of the network if
 * none were requested. Throws UNSUPPORTED_TOKEN, with one issue for each unsupported token. Rejects
 * with `LedgerError` while the network is not verified.
 */
export async function tokensToRead(
  reader: LedgerReader,
  requested: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly CuratedToken[]> {
  const supported = await reader.tokens(signal);
  if (requested === undefined) return supported;
  const byContract = new Map(supported.map((token) => [token.contract, token]));
  const chosen: CuratedToken[] = [];
  const missing: string[] = [];
  for (const contract of new Set(requested)) {
    const token = byContract.get(contract);
    if (token) chosen.push(token);
    else missing.push(contract);
  }
  if (missing.length > 0) throw unsupported(reader.network, missing);
  return chosen;
}

function unsupported(network: Network, contracts: readonly string[]): AppError {
  const message = `Token contract not supported on ${network}`;
  return new AppError('UNSUPPORTED_TOKEN', {
    issues: contracts.map((value) => ({ field: 'tokens', message, value })),
  });
}
