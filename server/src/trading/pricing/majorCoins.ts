/**
 * Ids of the provider for tickers that exchanges use for one well-known coin. Symbols are not
 * unique there (dozens of coins call themselves BTC), so important coins are never looked up by
 * symbol.
 */
const pairs = [
  'BTC bitcoin ETH ethereum USDT tether USDC usd-coin BNB binancecoin XRP ripple SOL solana',
  'ADA cardano DOGE dogecoin TRX tron DOT polkadot LTC litecoin BCH bitcoin-cash LINK chainlink',
  'XLM stellar XMR monero ETC ethereum-classic ATOM cosmos UNI uniswap AVAX avalanche-2 NEAR near',
  'FIL filecoin APT aptos ARB arbitrum OP optimism SUI sui SEI sei-network TIA celestia',
  'INJ injective-protocol ICP internet-computer HBAR hedera-hashgraph VET vechain ALGO algorand',
  'XTZ tezos EOS eos AAVE aave MKR maker CRV curve-dao-token COMP compound-governance-token',
  'SNX havven LDO lido-dao GRT the-graph SAND the-sandbox MANA decentraland AXS axie-infinity',
  'CHZ chiliz SHIB shiba-inu PEPE pepe WIF dogwifcoin BONK bonk FLOKI floki DAI dai',
  'TUSD true-usd FDUSD first-digital-usd PYUSD paypal-usd USDE ethena-usde WBTC wrapped-bitcoin',
  'TON the-open-network DASH dash ZEC zcash NEO neo IOTA iota QTUM qtum THETA theta-token',
  'KSM kusama YFI yearn-finance SUSHI sushi 1INCH 1inch BAT basic-attention-token ENJ enjincoin',
  'ZRX 0x ENS ethereum-name-service IMX immutable-x RUNE thorchain STX blockstack KAS kaspa',
  'WLD worldcoin-wld JUP jupiter-exchange-solana PYTH pyth-network ENA ethena ONDO ondo-finance',
  'PENDLE pendle CAKE pancakeswap-token OKB okb CRO crypto-com-chain LEO leo-token FET fetch-ai',
  'RENDER render-token AR arweave TAO bittensor PAXG pax-gold EURC euro-coin HYPE hyperliquid',
];

export const majorCoins: ReadonlyMap<string, string> = new Map(
  pairs.flatMap((line) =>
    [...line.matchAll(/(\S+) (\S+)/g)].map(([, asset = '', id = '']) => [asset, id] as const),
  ),
);
