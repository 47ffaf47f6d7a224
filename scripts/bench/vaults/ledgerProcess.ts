/**
 * A Stellar RPC server in a process of its own. It reports its address, and answers every command
 * with the number of calls since the last one.
 */
import { startRpcServer } from '../../../server/test/support/vault/rpcServer.ts';
import { amountOf, madeUpVaults, readTokens } from './ledgerCase.ts';

const server = await startRpcServer();
const tokens = readTokens();
for (const { contract } of tokens) server.setContract(contract, 'stellarAsset');
for (const [number, vault] of madeUpVaults().entries()) {
  server.setContract(vault, 'wasm');
  for (const [index, { contract }] of tokens.entries()) {
    server.setBalance(contract, vault, amountOf(number, index));
  }
}
let told = 0;
process.on('message', () => {
  process.send?.(server.calls.length - told);
  told = server.calls.length;
});
process.on('SIGTERM', () => process.exit(0));
process.send?.(server.url);
