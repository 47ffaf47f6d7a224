import { createSimulator, type NewAccount, type VenueName } from '@windlass/simulator';
import { credentialsOf } from '../../../../simulator/src/announcement.ts';
import { twins } from '../../../../simulator/src/twins.ts';
import { openWorld, type Stage } from '../../../../simulator/src/world/world.ts';
import { createSystemClock } from '../../../src/kit/clock.ts';

const clock = createSystemClock();
const beatMs = 100;
/**
 * Seconds of the dead man's switch: longer than any takeover may take, and renewed three times
 * within it.
 */
const usualCancelAfterS = 30;
/**
 * The exchange whose dead man's switch is on: an owner that does not renew it loses the orders that
 * rest there.
 */
const switched: VenueName = 'okx';

interface ExchangesAsked {
  readonly venues: readonly VenueName[];
  readonly seed: number;
}

/** Opens the exchanges, in this process and on its clock. */
export async function openExchanges({ venues, seed }: ExchangesAsked) {
  const simulator = createSimulator({
    now: clock.now,
    schedule: (ms, work) => void clock.schedule(ms, work),
  });
  const stage: Stage = {
    ...simulator,
    addAccount: (account) => simulator.addAccount({ ...account, balances: enriched(account) }),
  };
  const world = openWorld(stage, { venues: [...venues], seed, startMs: clock.now() });
  const { url } = await simulator.listen();
  const cancelBeats = clock.every(beatMs, () => world.beat(clock.now()));
  return {
    simulator,
    port: Number(new URL(url).port),
    async close() {
      cancelBeats();
      await simulator.close();
    },
  };
}

/** Factor of the balances: thousands of orders must not end for lack of money. */
const enrichedBy = 1_000;

function enriched({ balances }: NewAccount): NewAccount['balances'] {
  return Object.fromEntries(
    Object.entries(balances).map(([wallet, amounts]) => [
      wallet,
      Object.fromEntries(
        Object.entries(amounts).map(([asset, amount]) => [
          asset,
          String(Number(amount) * enrichedBy),
        ]),
      ),
    ]),
  );
}

interface AccountsAsked {
  readonly venues: readonly VenueName[];
  /** Delay of the dead man's switch, in s, for the account that has one. */
  readonly cancelAfterS?: number | undefined;
}

/** Adds a live account at each; returns their names. */
export async function addAccounts(
  address: string,
  key: string,
  { venues, cancelAfterS = usualCancelAfterS }: AccountsAsked,
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const venue of venues) {
    const name = `live-${venue}`;
    const answer = await fetch(`${address}/admin/accounts`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({
        exchange_account_id: name,
        exchange: venue,
        mode: 'live',
        daily_limit_usd: 1_000_000_000,
        credentials: wireCredentials(venue),
        ...(venue === switched && { limits: { cancel_after_s: cancelAfterS } }),
      }),
    });
    if (answer.status !== 201) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    names.push(name);
  }
  return names;
}

export function demoAccountOf(venue: VenueName) {
  const [account] = twins[venue].listing.accounts;
  if (!account) throw new Error(`${venue} has no demo account`);
  return account;
}

function wireCredentials(venue: VenueName): object {
  const { apiKey, secret, password } = credentialsOf(venue, demoAccountOf(venue));
  return { api_key: apiKey, api_secret: secret, passphrase: password };
}
