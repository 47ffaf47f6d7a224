import { Secret } from '../../../src/kit/secret.ts';
import type { InstrumentSymbol } from '../../../src/trading/model/symbol.ts';
import { okxDialect } from '../../../src/trading/venues/okx/trading/dialect.ts';
import type { DialectCall } from '../../../src/trading/venues/shared/live/dialect.ts';
import { valueAt } from '../../../src/trading/venues/shared/wireFields.ts';
import {
  type AnsweredCase,
  type Reading,
  runRecordedResponses,
} from '../../support/ccxt/recordedResponses.ts';

const spot = { symbol: 'LTC/USDT' as InstrumentSymbol, marketType: 'spot' } as const;
const swap = { symbol: 'LTC/USDT:USDT' as InstrumentSymbol, marketType: 'swap' } as const;

runRecordedResponses({
  folder: 'okx',
  dialect: okxDialect,
  markets: [
    { id: 'LTC-USDT', symbol: 'LTC/USDT' },
    { id: 'LTC-USDT-SWAP', symbol: 'LTC/USDT:USDT' },
  ],
  credentials: {
    apiKey: new Secret('k'),
    apiSecret: new Secret('s'),
    passphrase: new Secret('p'),
  },
  methods: ['createOrder', 'fetchOrder', 'fetchOpenOrders', 'fetchMyTrades', 'fetchBalance'],
  read,
});

const none = { code: '0', msg: '', data: [] };

function read({ method, input, description, httpResponse }: AnsweredCase): Reading | string {
  switch (method) {
    case 'createOrder':
      return 'only an acknowledgement, and the order itself is looked up';
    case 'fetchOrder':
      return {
        call: { orders: (call) => lookedUp(call, String(input[0])) },
        // The order says what filled, and the case does not contain its fills.
        answer: ({ url }) => (url.includes('trade/fills') ? none : undefined),
      };
    case 'fetchOpenOrders':
      return {
        call: { orders: (call) => okxDialect.openOrders(call, swap.marketType, swap.symbol) },
        // We request plain orders and each type of algo orders; the case has one type.
        answer: ({ url }) => (url.includes('ordType=conditional') ? httpResponse : none),
      };
    case 'fetchMyTrades': {
      const query = { ...spot, sinceMs: 1_698_138_000_000, limit: 1 };
      return { call: { fills: (call) => okxDialect.fills(call, query) } };
    }
    case 'fetchBalance':
      if (valueAt(input[0], 'type') === 'funding') return 'the funding wallet is not traded from';
      return { call: { balances: (call) => okxDialect.balances(call, 'swap') }, meant: asFrozen };
    default:
      throw new Error(`There is neither a call nor a reason for ${method} ${description}.`);
  }
}

/**
 * ccxt counts everything that is not free as used; we report what the exchange says is frozen. That
 * has no rounding error of a difference, and it is more than the balance when an account borrows
 * for its orders.
 */
function asFrozen(theirs: object): object {
  const { BTC, USDT } = theirs as { readonly BTC: object; readonly USDT: object };
  return { ...theirs, BTC: { ...BTC, used: 0.4 }, USDT: { ...USDT, used: 441.02 } };
}

async function lookedUp(call: DialectCall, venueOrderId: string) {
  const state = await okxDialect.lookup(call, { ...spot, clientId: venueOrderId, venueOrderId });
  return state ? [state] : [];
}
