import { accountEndpoints, reconciliationEndpoints } from '@windlass/contract';
import type { TrueOrder, VenueName } from '@windlass/simulator';
import { type PerpTrader, perpTrader } from './perpTrader.ts';
import type { LiveService, SimulatedVenue } from './simulated.ts';

export const hedgedSymbol = 'BTC/USDT:USDT';

/** Returns the exchange with accounts in hedge mode. */
export function hedgedVenue(own: SimulatedVenue): SimulatedVenue {
  return {
    ...own,
    account(name) {
      const { opened, ...rest } = own.account(name);
      return { ...rest, opened: opened.map((each) => ({ ...each, isHedged: true })) };
    },
  };
}

/** A live account in hedge mode, and the exchange's own data about it. */
export interface HedgeTrader extends PerpTrader {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  verify(): Promise<any>;
  /** Returns the account as our service reports it. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  told(): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  compared(): Promise<any>;
  /** Returns orders as the exchange understood them, oldest first. */
  orders(): readonly TrueOrder[];
  /** Returns the number of orders that the exchange ever accepted. */
  accepted(): number;
  /** Changes the mode at the exchange, without our service. */
  setHedged(isHedged: boolean): void;
  /** Returns sizes by side of the position, in the base. */
  held(): Promise<Readonly<Record<string, number>>>;
}

/** Opens an account with a market at 100 and 101, and verifies it. */
export async function openHedgeTrader(
  live: LiveService,
  { own, at }: { readonly own: SimulatedVenue; readonly at: VenueName },
): Promise<HedgeTrader> {
  const { service, simulator } = live;
  const trader = await perpTrader(live, own, hedgedSymbol);
  const key = own.account(trader.account).opened[0]?.apiKey ?? '';
  const ask = async (name: 'verifyAccount' | 'getAccount') => {
    const { method, path } = accountEndpoints[name];
    return (await service.app.ask({ method, url: path.replace(':id', trader.account) })).json.data;
  };
  await trader.move(hedgedSymbol, 100, 101);
  await ask('verifyAccount');
  return {
    ...trader,
    verify: () => ask('verifyAccount'),
    told: () => ask('getAccount'),
    async compared() {
      const { method, path: url } = reconciliationEndpoints.compareAccounts;
      const body = { exchange_account_id: trader.account };
      return (await service.app.ask({ method, url, body })).json.data;
    },
    orders: () => simulator.orders(at, key),
    accepted: () => simulator.accepted(at),
    setHedged: (isHedged) => simulator.setHedged(at, key, isHedged),
    async held() {
      const positions = await trader.positions();
      const sizes = positions.map((each) => [each.side, each.contracts * each.contract_size]);
      return Object.fromEntries(sizes);
    },
  };
}
