import type { BaseParts } from './foundation.ts';
import { createCipher } from './kit/cipher.ts';
import type { Cancel } from './kit/clock.ts';
import { errorText } from './kit/errors.ts';
import { StartError } from './kit/startError.ts';
import type { MarketConnectionsOpener } from './marketConnections.ts';
import { openMasterKeys } from './masterKey.ts';
import type { AppPorts } from './ports.ts';
import type { OwnOptions } from './store/types.ts';
import { proveCredentials } from './trading/accounts/index.ts';
import { webhookPlace } from './trading/alerts/index.ts';
import {
  createStandbyPreparation,
  type StandbyPreparation,
} from './trading/service/standbyPreparation.ts';

/** Gets ready while another process owns the engine, and writes nothing. */
export interface StandbyPreparer {
  /** Options for waiting for the engine; undefined in a process that does not wait. */
  readonly waits: OwnOptions | undefined;
  /** Returns true when this process had to wait for another owner. */
  hasWaited(): boolean;
  /** Called when the engine is owned: what is ready stays ready until it is in use. */
  handOn(): void;
  stop(): void;
}

/** Interval of the checks: connections to exchanges are kept open for thirty seconds. */
const lookEveryMs = 25_000;

export function createStandbyPreparer(
  ports: AppPorts,
  ground: BaseParts,
  outside: MarketConnectionsOpener,
): StandbyPreparer {
  const { clock, logger, standby } = ports;
  const unfit = new AbortController();
  let hasWaited = false;
  let isOver = false;
  let warmth: StandbyPreparation | undefined;
  let cancelLook: Cancel | undefined;
  let trouble = '';
  const look = async (): Promise<void> => {
    try {
      await proveKeys(ports, ground);
      if (outside.opensUnowned) {
        warmth ??= await openWarmth(ports, ground, outside);
        if (!isOver) await warmth?.renew();
      }
      trouble = '';
    } catch (error) {
      // A standby that could not take over must report it now.
      if (error instanceof StartError && !isOver) unfit.abort(error);
      const text = errorText(error);
      if (text !== trouble) logger.info({ error: text }, 'The standby cannot get all ready yet');
      trouble = text;
    }
    if (!isOver) cancelLook = clock.schedule(lookEveryMs, () => void look());
  };
  const end = (): void => {
    isOver = true;
    cancelLook?.();
  };
  const signals = [unfit.signal, ...(standby?.signal ? [standby.signal] : [])];
  return {
    waits: standby && {
      signal: AbortSignal.any(signals),
      waiting(owner) {
        hasWaited = true;
        standby.waiting?.(owner);
        void look();
      },
    },
    hasWaited: () => hasWaited,
    handOn() {
      end();
      warmth?.handOn();
    },
    stop() {
      end();
      warmth?.stop();
    },
  };
}

/**
 * Checks the master key: a standby with another one could not use the credentials that it takes
 * over.
 */
async function proveKeys({ config, random }: AppPorts, { store }: BaseParts): Promise<void> {
  if (!config.services.includes('trading')) return;
  const { key, former } = await openMasterKeys({ config, random });
  const cipher = createCipher({ random, key, former });
  await proveCredentials({ store, cipher, others: [webhookPlace] });
}

async function openWarmth(
  { clock, config }: AppPorts,
  { store }: BaseParts,
  outside: MarketConnectionsOpener,
): Promise<StandbyPreparation | undefined> {
  if (!config.services.includes('trading')) return undefined;
  const { market, live } = await outside.open();
  return createStandbyPreparation({ db: store.db, clock, market, warmLive: live?.warm });
}
