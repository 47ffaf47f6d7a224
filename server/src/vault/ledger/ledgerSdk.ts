/**
 * Loads the parts of the SDK that are used. It takes 300 ms to load, so nothing loads it before a
 * first call.
 */
export async function loadLedgerSdk() {
  const [{ Server }, { Address, xdr }] = await Promise.all([
    import('@stellar/stellar-sdk/rpc'),
    import('@stellar/stellar-sdk/base'),
  ]);
  return { Server, Address, xdr };
}

export type LedgerSdk = Awaited<ReturnType<typeof loadLedgerSdk>>;
