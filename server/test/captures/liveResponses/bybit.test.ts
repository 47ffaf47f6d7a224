import { Secret } from '../../../src/kit/secret.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../src/trading/model/symbol.ts';
import { bybitDialect } from '../../../src/trading/venues/bybit/trading/dialect.ts';
import {
  type AnsweredCase,
  type Reading,
  runRecordedResponses,
} from '../../support/ccxt/recordedResponses.ts';

runRecordedResponses({
  folder: 'bybit',
  dialect: bybitDialect,
  markets: ['BTC', 'LTC'].map((base) => ({ id: `${base}USDT`, symbol: `${base}/USDT:USDT` })),
  credentials: { apiKey: new Secret('key'), apiSecret: new Secret('secret') },
  methods: [
    'createOrder',
    'fetchOrder',
    'fetchOpenOrder',
    'fetchClosedOrders',
    'fetchMyTrades',
    'fetchBalance',
  ],
  read,
});

const noFills = { retCode: 0, retMsg: 'OK', result: { list: [] } };

function read({ method, input, parsedResponse }: AnsweredCase): Reading | string {
  switch (method) {
    case 'createOrder':
      return 'an id, and we look the order up by ours';
    case 'fetchOrder':
      return 'bought for so much of the quote, which no order of ours does; ccxt tells that amount';
    case 'fetchOpenOrder':
      return looked([String(input[0])]);
    case 'fetchClosedOrders':
      return looked(told(parsedResponse).map(({ id }) => id));
    case 'fetchMyTrades': {
      const [first] = told(parsedResponse);
      if (first?.info.execType === 'Funding') return 'no trade: we ask for trades alone';
      return traded(swapOf(first?.symbol));
    }
    default:
      return { call: { balances: (call) => bybitDialect.balances(call, 'swap') } };
  }
}

interface Told {
  readonly id: string;
  readonly symbol: string;
  readonly info: { readonly execType?: string };
}

function told(parsed: unknown): readonly Told[] {
  return parsed as readonly Told[];
}

function swapOf(name: string | undefined): InstrumentSymbol {
  const symbol = parseSymbol(String(name));
  if (!symbol) throw new Error('the case has a symbol of ours');
  return symbol;
}

/** Looks up by the exchange's ids: none of the orders is ours. */
function looked(ids: readonly string[]): Reading {
  const market = { symbol: swapOf('BTC/USDT:USDT'), marketType: 'swap' } as const;
  const clientId = 'of somebody else';
  return {
    call: {
      async orders(call) {
        const refs = ids.map((venueOrderId) => ({ ...market, clientId, venueOrderId }));
        const states = await Promise.all(refs.map((ref) => bybitDialect.lookup(call, ref)));
        return states.filter((state) => state !== undefined);
      },
    },
    // The orders say what filled, and the case does not contain their trades.
    answer: ({ url }) => (url.includes('execution/list') ? noFills : undefined),
  };
}

function traded(symbol: InstrumentSymbol): Reading {
  const query = { symbol, marketType: 'swap', sinceMs: 1_699_990_000_000, limit: 1 } as const;
  return { call: { fills: (call) => bybitDialect.fills(call, query) } };
}
