import type { ListedTokens } from './listedToken.ts';

/**
 * Tokens of the test network, by group. Its resets keep these addresses, as they follow from issuer
 * and code; until an issuer deploys the contract again the token is off.
 */
export const testnetTokens = {
  test: [
    {
      symbol: 'XLM',
      name: 'Test Lumens',
      issuer: null,
      contract: 'CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC',
    },
    {
      symbol: 'USDC',
      name: 'USD Coin (Circle test issuer)',
      issuer: 'GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5',
      contract: 'CBIELTK6YBZJU5UP2WWQEUCYKLPU6AUNZ2BQ4WWFEIE3USCIHMXQDAMA',
    },
    {
      symbol: 'EURC',
      name: 'Euro Coin (Circle test issuer)',
      issuer: 'GB3Q6QDZYTHWT7E5PVS3W7FUT5GVAFC5KSZFFLPU25GO7VTC3NM2ZTVO',
      contract: 'CCUUDM434BMZMYWYDITHFXHDMIVTGGD6T2I5UKNX5BSLXLW7HVR4MCGZ',
    },
    {
      symbol: 'SRT',
      name: 'Stellar Reference Token',
      issuer: 'GCDNJUBQSX7AJWLJACMJ7I4BC3Z47BQUTMHEICZLE6MU4KQBRYG5JY6B',
      contract: 'CBZVLMD5DBKIFSVU23WAVMJD25IRUBWCVAXGURPUPMB2CUNFBQN742UV',
    },
    {
      symbol: 'AQUA',
      name: 'Aquarius (Aquarius test issuer)',
      issuer: 'GAHPYWLK6YRN7CVYZOO4H3VDRZ7PVF5UJGLZCSPAEIKJE2XSWF5LAGER',
      contract: 'CDNVQW44C3HALYNVQ4SOBXY5EWYTGVYXX6JPESOLQDABJI5FC5LTRRUE',
    },
    {
      symbol: 'USDT',
      name: 'Tether (Aquarius test issuer)',
      issuer: 'GAHPYWLK6YRN7CVYZOO4H3VDRZ7PVF5UJGLZCSPAEIKJE2XSWF5LAGER',
      contract: 'CBL6KD2LFMLAUKFFWNNXWOXFN73GAXLEA4WMJRLQ5L76DMYTM3KWQVJN',
    },
    {
      symbol: 'BTC',
      name: 'Bitcoin (Aquarius test issuer)',
      issuer: 'GAHPYWLK6YRN7CVYZOO4H3VDRZ7PVF5UJGLZCSPAEIKJE2XSWF5LAGER',
      contract: 'CBSXOAE7GAW7Y3CHTNZ3D4GLB6KI43MC36DY7GTZN4AGI7AWQ5V55YIQ',
    },
    {
      symbol: 'ETH',
      name: 'Ether (Aquarius test issuer)',
      issuer: 'GAHPYWLK6YRN7CVYZOO4H3VDRZ7PVF5UJGLZCSPAEIKJE2XSWF5LAGER',
      contract: 'CC5NJ2JSJF3DDTFW5X4PZHZF2F7YCVDLVM76ZYPR5RTTNB7QNAT7KRWR',
    },
  ],
  development: [
    {
      symbol: 'USDC',
      name: 'USD Coin (Blend test issuer)',
      issuer: 'GATALTGTWIOT6BUDBCZM3Q4OQ4BO2COLOAZ7IYSKPLC2PMSOPPGF5V56',
      contract: 'CAQCFVLOBK5GIULPNZRGATJJMIZL5BSP7X5YJVMGCPTUEPFM4AVSRCJU',
    },
    {
      symbol: 'BLND',
      name: 'Blend (Blend test issuer)',
      issuer: 'GATALTGTWIOT6BUDBCZM3Q4OQ4BO2COLOAZ7IYSKPLC2PMSOPPGF5V56',
      contract: 'CB22KRA3YZVCNCQI64JQ5WE7UY2VAV7WFLK6A2JN3HEX56T2EDAFO7QF',
    },
    {
      symbol: 'wETH',
      name: 'Wrapped Ether (Blend test issuer)',
      issuer: 'GATALTGTWIOT6BUDBCZM3Q4OQ4BO2COLOAZ7IYSKPLC2PMSOPPGF5V56',
      contract: 'CAZAQB3D7KSLSNOSQKYD2V4JP5V2Y3B4RDJZRLBFCCIXDCTE3WHSY3UE',
    },
    {
      symbol: 'wBTC',
      name: 'Wrapped Bitcoin (Blend test issuer)',
      issuer: 'GATALTGTWIOT6BUDBCZM3Q4OQ4BO2COLOAZ7IYSKPLC2PMSOPPGF5V56',
      contract: 'CAP5AMC2OHNVREO66DFIN6DHJMPOBAJ2KCDDIMFBR7WWJH5RZBFM3UEI',
    },
    {
      symbol: 'CETES',
      name: 'CETES (Etherfuse sandbox)',
      issuer: 'GC3CW7EDYRTWQ635VDIGY6S4ZUF5L6TQ7AA4MWS7LEQDBLUSZXV7UPS4',
      contract: 'CC72F57YTPX76HAA64JQOEGHQAPSADQWSY5DWVBR66JINPFDLNCQYHIC',
    },
  ],
} as const satisfies ListedTokens;
