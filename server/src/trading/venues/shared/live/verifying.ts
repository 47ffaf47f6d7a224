import type { Clock } from '../../../../kit/clock.ts';
import type { MarketType } from '../../../model/order.ts';
import type { AccountCheck } from '../../accountPort.ts';
import type { Dialect, DialectCall, KeyFacts } from './dialect.ts';
import type { DialectClient } from './dialectClient.ts';
import { failureOf, refusalTexts } from './failures.ts';
import { refusedAt } from './placeDialect.ts';
import { NotThereError } from './tradeHttp.ts';

interface Deps {
  readonly dialectClients: readonly DialectClient[];
  readonly clock: Clock;
  readonly read: <Value>(
    dialectClient: DialectClient,
    signal: AbortSignal,
    work: (call: DialectCall, dialect: Dialect) => Promise<Value>,
  ) => Promise<Value>;
}

/** From this difference on, the clocks are worth a look. */
const skewMsWarned = 1_000;
/** The shortest time that any of the venues allows a signed request on its way. */
const skewMsMax = 5_000;

/** Checks the key and the account behind each class of the venue; nothing is traded. */
export async function verify(deps: Deps, signal: AbortSignal): Promise<readonly AccountCheck[]> {
  const checks: AccountCheck[] = [];
  for (const dialectClient of deps.dialectClients) {
    checks.push(...(await verifySpeaker(deps, dialectClient, signal)));
  }
  return checks;
}

function isRefused(findings: readonly Finding[]): boolean {
  return findings.some(
    ({ check, status, message }) =>
      check === 'credentials' &&
      status === 'failed' &&
      message.startsWith(refusalTexts.badCredentials),
  );
}

/** Looks for a place where the key is valid: an owner often does not know about regions. */
async function foundElsewhere(
  deps: Deps,
  { elsewhere }: DialectClient,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  for (const other of elsewhere?.() ?? []) {
    const isGood = await credentialsOf(deps, other, signal).then(
      () => true,
      () => false,
    );
    if (!isGood) continue;
    const message = `The key is good at ${other.where}: add the account again, with that region.`;
    return [{ check: 'credentials', status: 'failed', message }];
  }
  return [];
}

/** A venue's dialect may already have said, in its own words, that the key is not the account's. */
function placed(message: string, { where }: DialectClient): string {
  const isOfKey = message.startsWith(refusalTexts.badCredentials) && !message.includes(where);
  return isOfKey ? refusedAt(where, message) : message;
}

type Finding = Pick<AccountCheck, 'check' | 'status' | 'message'>;

async function verifySpeaker(deps: Deps, dialectClient: DialectClient, signal: AbortSignal) {
  const { errorMeanings: words } = dialectClient.dialect;
  const findings: Finding[] = [];
  const told = async (check: AccountCheck['check'], work: () => Promise<readonly Finding[]>) => {
    try {
      findings.push(...(await work()));
    } catch (error) {
      const { message } = failureOf(error, words);
      findings.push({ check, status: 'failed', message: placed(message, dialectClient) });
    }
  };
  await told('clock', () => clockOf(deps, dialectClient, signal));
  await told('credentials', () => credentialsOf(deps, dialectClient, signal));
  if (isRefused(findings)) findings.push(...(await foundElsewhere(deps, dialectClient, signal)));
  // When the credentials are not accepted, nothing more can be checked.
  if (findings.every(({ check, status }) => check !== 'credentials' || status === 'ok')) {
    await told('trading', () => keyOf(deps, dialectClient, signal));
  }
  return findings.map((finding): AccountCheck => {
    return { marketTypes: tradedTypes(dialectClient.dialect), ...finding };
  });
}

async function clockOf(
  { read, clock }: Deps,
  dialectClient: DialectClient,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  if (!dialectClient.dialect.time) {
    return [
      { check: 'clock', status: 'unknown', message: 'The exchange does not report its time.' },
    ];
  }
  // The first call may load the class; the round trip is measured without that.
  await read(dialectClient, signal, async () => undefined);
  const { sentMs, theirs, cameMs } = await read(dialectClient, signal, async (call, dialect) => {
    const sent = clock.now();
    const told = await dialect.time?.(call);
    return { sentMs: sent, theirs: told ?? sent, cameMs: clock.now() };
  });
  const skewMs = Math.round(theirs - (sentMs + cameMs) / 2);
  const where = skewMs < 0 ? 'ahead of' : 'behind';
  const message = `Our clock is ${Math.abs(skewMs)} ms ${where} the exchange's.`;
  if (Math.abs(skewMs) < skewMsWarned) return [{ check: 'clock', status: 'ok', message }];
  const advice = `${message} Let this machine keep its time by NTP.`;
  const status = Math.abs(skewMs) < skewMsMax ? 'warning' : 'failed';
  return [{ check: 'clock', status, message: advice }];
}

/** Makes a read that only the owner may make, or the venue's substitute for it. */
async function credentialsOf(
  { read }: Deps,
  dialectClient: DialectClient,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  await read(dialectClient, signal, async (call, dialect) => dialect.checkKey?.(call));
  for (const marketType of walletTypes(tradedTypes(dialectClient.dialect))) {
    await read(dialectClient, signal, (call, dialect) => dialect.balances(call, marketType));
  }
  const message = `The exchange accepts the credentials at ${dialectClient.where}.`;
  return [{ check: 'credentials', status: 'ok', message }];
}

function tradedTypes({ marketTypes, readOnly = [] }: Dialect): readonly MarketType[] {
  return marketTypes.filter((each) => !readOnly.includes(each));
}

/** Returns one market type per wallet: contracts of both kinds share theirs. */
function walletTypes(marketTypes: readonly MarketType[]): readonly MarketType[] {
  return marketTypes.filter((each) => each !== 'future' || !marketTypes.includes('swap'));
}

async function keyOf(
  { read }: Deps,
  dialectClient: DialectClient,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const asked = read(
    dialectClient,
    signal,
    async (call, dialect): Promise<KeyFacts> => (await dialect.keyFacts?.(call)) ?? {},
  );
  const facts = await asked.catch((error: unknown): KeyFacts => {
    // A place without these calls cannot report these facts.
    if (error instanceof NotThereError) return {};
    throw error;
  });
  const marketTypes = tradedTypes(dialectClient.dialect);
  return [
    tradingOf(facts, marketTypes),
    withdrawalsOf(facts),
    addressesOf(facts),
    ...(marketTypes.some((each) => each !== 'spot')
      ? [positionModeOf(facts, dialectClient.dialect)]
      : []),
    ...(dialectClient.dialect.unifiedMode ? [unifiedModeOf(facts)] : []),
  ];
}

function tradingOf({ tradable }: KeyFacts, marketTypes: readonly MarketType[]): Finding {
  const check = 'trading';
  if (!tradable) {
    const message = 'The exchange does not say what the key may trade. A small order shows it.';
    return { check, status: 'unknown', message };
  }
  const missing = marketTypes.filter((each) => !tradable.includes(each));
  if (missing.length === 0) return { check, status: 'ok', message: 'The key may trade.' };
  if (missing.length === marketTypes.length) {
    return { check, status: 'failed', message: 'The key may not trade.' };
  }
  return { check, status: 'warning', message: `The key may not trade ${missing.join(', ')}.` };
}

function withdrawalsOf({ canWithdraw }: KeyFacts): Finding {
  const check = 'withdrawals';
  if (canWithdraw === undefined) {
    const message = 'The exchange does not say whether the key may withdraw. Look at its settings.';
    return { check, status: 'unknown', message };
  }
  if (!canWithdraw) return { check, status: 'ok', message: 'The key may not withdraw.' };
  const message = 'The key may withdraw. Use one that may not: nothing here ever withdraws.';
  return { check, status: 'warning', message };
}

function addressesOf({ isBoundToAddresses: isBound }: KeyFacts): Finding {
  const check = 'addresses';
  if (isBound === undefined) {
    const message = 'The exchange does not say from which addresses the key works.';
    return { check, status: 'unknown', message };
  }
  if (isBound) return { check, status: 'ok', message: 'The key is bound to addresses.' };
  const message = 'The key works from any address. Bind it to the address of this machine.';
  return { check, status: 'warning', message };
}

function positionModeOf({ isHedged, heldOtherwise }: KeyFacts, dialect: Dialect): Finding {
  const check = 'position_mode';
  if (isHedged === undefined) {
    const message = 'The exchange does not say how it holds positions.';
    return { check, status: 'unknown', message };
  }
  if (isHedged && !dialect.positionMode) {
    const message =
      'The account holds positions both ways (hedge mode), where the exchange refuses our ' +
      'orders. Switch it to one-way mode at the exchange.';
    return { check, status: 'failed', message };
  }
  const mode = isHedged
    ? 'Positions are held both ways (hedge mode).'
    : 'Positions are held one way.';
  if (heldOtherwise === undefined) return { check, status: 'ok', message: mode };
  return { check, status: 'warning', message: `${mode} ${heldOtherwise}` };
}

function unifiedModeOf({ unifiedMode }: KeyFacts): Finding {
  const check = 'unified_mode';
  if (unifiedMode === undefined) {
    const message =
      'The exchange does not say whether the account is a unified one: it is traded as a classic ' +
      'one. Give the key the right to read unified accounts.';
    return { check, status: 'unknown', message };
  }
  if (unifiedMode === 'classic') {
    const message = 'The account is a classic one, with a wallet for each kind of market.';
    return { check, status: 'ok', message };
  }
  const mode = unifiedMode.replaceAll('_', ' ');
  const message = `The account is a unified one (${mode}): one wallet pays for everything.`;
  return { check, status: 'ok', message };
}
