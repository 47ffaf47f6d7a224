import { ApiError, type Client } from '@windlass/client';
import type { AccountRecord } from '@windlass/contract';
import { explain } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { type GlobalOptions, openClient } from '../settings.ts';
import { withoutStop } from '../text.ts';
import type { Check } from './local.ts';

const name = 'accounts';

/** Checks the live accounts at their exchanges: key, rights, clock. Nothing is traded. */
export async function checkAccounts(options: GlobalOptions, io: CliIo): Promise<Check> {
  const client = openClient(options, io);
  try {
    const { accounts } = await client.listAccounts();
    const live = accounts.filter(({ mode }) => mode === 'live');
    const findings = await Promise.all(live.map((account) => findingsOf(account, client)));
    return judge(findings.flat(), { live: live.length, all: accounts.length });
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    if (failure.status === 403) {
      const detail = 'not checked, as the key may not read accounts';
      return { name, status: 'warn', detail, remedy: 'Run the doctor with an admin key.' };
    }
    return { name, status: 'fail', detail: `not read: ${withoutStop(explain(failure))}` };
  }
}

interface Finding {
  readonly isBroken: boolean;
  readonly text: string;
}

async function findingsOf(account: AccountRecord, client: Client): Promise<Finding[]> {
  const { exchange_account_id: id, exchange, halted } = account;
  const asked = await askExchange(account, client);
  const said = halted ? [...asked, { isBroken: false, text: 'is halted' }] : asked;
  return said.map(({ isBroken, text }) => ({ isBroken, text: `${id} (${exchange}) ${text}` }));
}

async function askExchange(
  { exchange_account_id: id, has_credentials: isSet }: AccountRecord,
  client: Client,
): Promise<Finding[]> {
  if (!isSet) return [{ isBroken: true, text: 'has no credentials' }];
  try {
    const { checks } = await client.verifyAccount({ id });
    return checks.flatMap(({ status, check, message }) => {
      if (status !== 'failed' && status !== 'warning') return [];
      const text = `${check.replace('_', ' ')}: ${withoutStop(message)}`;
      return [{ isBroken: status === 'failed', text }];
    });
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    return [{ isBroken: true, text: `was not verified: ${withoutStop(explain(failure))}` }];
  }
}

function judge(
  findings: readonly Finding[],
  { live, all }: { readonly live: number; readonly all: number },
): Check {
  const count = `${live} live and ${all - live} paper accounts`;
  if (findings.length === 0) {
    const detail = live === 0 ? `${count}, no credentials needed` : `${count}, all in order`;
    return { name, status: 'ok', detail };
  }
  const texts = findings.map(({ text }) => text);
  return {
    name,
    status: findings.some(({ isBroken }) => isBroken) ? 'fail' : 'warn',
    detail: `${count}; ${texts.join('; ')}`,
    remedy:
      '"npx windlass accounts verify <id>" says more; ' +
      '"npx windlass accounts change <id> --ask-credentials" sets new credentials.',
  };
}
