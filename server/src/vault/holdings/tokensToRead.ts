import { AppError } from '../../kit/errors.ts';
import type { LedgerReader } from '../ledger/ledgerReader.ts';
import type { CuratedToken } from '../tokens/curatedToken.ts';

/**
 * The tokens a refresh considers: those asked for, each once, else all of the network. Refuses with
 * UNSUPPORTED_TOKEN, one issue for each that is not supported. Rejects with `LedgerError` while the
 * network is not verified.
 */
export async function tokensToRead(
  reader: LedgerReader,
  requested: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly CuratedToken[]> {
  const supported = await reader.tokens(signal);
  if (requested === undefined) return supported;
  const byContract = new Map(supported.map((token) => [token.contract, token]));
  const considered: CuratedToken[] = [];
  const unsupported: string[] = [];
  for (const contract of new Set(requested)) {
    const token = byContract.get(contract);
    if (token) considered.push(token);
    else unsupported.push(contract);
  }
  if (unsupported.length === 0) return considered;
  const message = `Token contract not supported on ${reader.network}`;
  throw new AppError('UNSUPPORTED_TOKEN', {
    issues: unsupported.map((value) => ({ field: 'tokens', message, value })),
  });
}
