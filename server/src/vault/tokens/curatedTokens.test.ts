import { Asset, StrKey } from '@stellar/stellar-sdk/base';
import { describe, expect, it } from 'vitest';
import { passphrases } from '../ledger/passphrases.ts';
import { networks } from '../network.ts';
import { curatedTokens, findToken } from './curatedTokens.ts';

describe.each(networks)('the list of %s', (network) => {
  const tokens = curatedTokens(network);

  it.each(tokens)('$symbol of $issuer has the contract id its asset gives it', (token) => {
    const asset = token.issuer === null ? Asset.native() : new Asset(token.symbol, token.issuer);
    expect(asset.contractId(passphrases[network])).toBe(token.contract);
  });

  it('has valid addresses only', () => {
    expect(tokens.filter((token) => !StrKey.isValidContract(token.contract))).toEqual([]);
    const issuers = tokens.map((token) => token.issuer).filter((issuer) => issuer !== null);
    expect(issuers.filter((issuer) => !StrKey.isValidEd25519PublicKey(issuer))).toEqual([]);
  });

  it('has no contract and no symbol of an issuer twice', () => {
    const assets = tokens.map((token) => `${token.symbol} ${token.issuer}`);
    expect(new Set(tokens.map((token) => token.contract)).size).toBe(tokens.length);
    expect(new Set(assets).size).toBe(tokens.length);
  });

  it('has the network’s own asset first, and exactly once', () => {
    expect(tokens.map((token) => token.issuer).indexOf(null)).toBe(0);
    expect(tokens.filter((token) => token.issuer === null)).toMatchObject([{ symbol: 'XLM' }]);
  });

  it('counts seven decimals and its own network for every token', () => {
    expect(tokens.filter((token) => token.decimals !== 7 || token.network !== network)).toEqual([]);
  });

  it('finds every token by its contract, and nothing else', () => {
    expect(tokens.map((token) => findToken(network, token.contract))).toEqual(tokens);
    expect(findToken(network, 'USDC')).toBeUndefined();
  });
});

it.each([
  ['mainnet', { major: 9, defi: 9, stablecoin: 15 }],
  ['testnet', { test: 8, development: 5 }],
] as const)('%s has its groups in their order', (network, expected) => {
  const counts: Record<string, number> = {};
  for (const { group } of curatedTokens(network)) counts[group] = (counts[group] ?? 0) + 1;
  expect(Object.entries(counts)).toEqual(Object.entries(expected));
});

it('keeps the networks apart', () => {
  const [xlm] = curatedTokens('mainnet');
  expect(xlm && findToken('testnet', xlm.contract)).toBeUndefined();
});

it('tells apart tokens of the same symbol', () => {
  const dollars = curatedTokens('testnet').filter((token) => token.symbol === 'USDC');
  expect(dollars.map((token) => token.name)).toEqual([
    'USD Coin (Circle test issuer)',
    'USD Coin (Blend test issuer)',
  ]);
});
