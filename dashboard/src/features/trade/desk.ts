import type { DataOf } from '@windlass/client';
import { mayOne } from '../../shared/access.ts';
import { marketTypeOf } from '../../shared/symbol.ts';
import { venueName } from '../../shared/venues.ts';
import type { Offered } from './offered.ts';
import type { TradedAccount } from './routeTicket.ts';

type Service = DataOf<'getServiceInfo'>;

interface Standing {
  readonly service: Service | undefined;
  readonly account: TradedAccount;
  readonly symbol: string;
  /** Exchanges that list it; undefined until that is known. */
  readonly exchanges: readonly string[] | undefined;
  readonly offered: Offered | undefined;
}

/** Returns why an account can send nothing, whatever the ticket contains; undefined when it can. */
export function accountProblem(standing: Standing): string | undefined {
  const { account, symbol, exchanges, offered } = standing;
  const { exchange, exchange_account_id: id, halted } = account;
  const venue = venueName(exchange);
  if (offered?.types.length === 0) {
    return marketTypeOf(symbol) === 'spot'
      ? `${venue} has no spot markets: choose a perpetual as the symbol.`
      : `${venue} has no derivative markets: choose a spot symbol.`;
  }
  if (exchanges && !exchanges.includes(exchange)) return `${venue} does not list ${symbol}.`;
  if (halted) return `${id} is halted: no new order leaves it until it is resumed.`;
  return keyProblem(standing.service);
}

export function keyProblem(service: Service | undefined): string | undefined {
  if (service === undefined || mayOne(service.key.roles, ['trader'])) return undefined;
  const roles = service.key.roles.join(', ');
  return `Read-only key (${roles}). Orders need the trader role.`;
}
