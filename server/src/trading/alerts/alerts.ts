import type { Cipher } from '../../kit/cipher.ts';
import type { Clock } from '../../kit/clock.ts';
import { AppError, errorText } from '../../kit/errors.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import type { Store } from '../../store/types.ts';
import { createAttempt } from './attempt.ts';
import { Courier } from './courier.ts';
import { createDeadLetters } from './deadLetters.ts';
import { createDeliveries } from './deliveries.ts';
import { createFolding } from './folding.ts';
import { createIntake } from './intake.ts';
import type { Alert, Alerts, SendWebhook } from './types.ts';
import { createWebhooks } from './webhooks.ts';
import { toAlertText } from './wire.ts';

interface AlertsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly cipher: Cipher;
  readonly logger: Logger;
  readonly send: SendWebhook;
}

/**
 * Creates the alerts of the service. The way of an alert: `raise` → folding (floods) → intake
 * (memory) → deliveries (rows) → courier → attempt (signature) → send.
 */
export function createAlerts(deps: AlertsDeps): Alerts {
  const { store, clock, ids, logger } = deps;
  const stopping = new AbortController();
  const attempt = createAttempt(deps);
  const deliveries = createDeliveries(deps);
  const courier = new Courier({ ...deps, deliveries, attempt });
  const written = () => courier.wake();
  const revived = (webhookId: string) => courier.hurry(webhookId);
  const intake = createIntake({ clock, logger, write: deliveries.add, written });
  const emit = (alert: Alert, count: number): void => {
    const alertId = ids.objectId();
    const { kind } = alert;
    logger.warn({ kind, alertId, count }, 'alert raised');
    const body = toAlertText({ id: alertId, atMs: clock.now(), count, alert });
    intake.add({ alertId, kind, body });
  };
  const folding = createFolding({ clock, emit });
  return {
    webhooks: createWebhooks({ ...deps, attempt, stopping: stopping.signal }),
    deadLetters: createDeadLetters({ store, clock, revived }),
    raise(alert) {
      if (stopping.signal.aborted) return;
      try {
        folding.add(alert);
      } catch (error) {
        // Code that raises alerts does something more important, so it must not fail here.
        logger.error({ kind: alert.kind, error: errorText(error) }, 'an alert cannot be raised');
      }
    },
    start: () => courier.start(),
    async stop() {
      folding.flush();
      stopping.abort(new AppError('SHUTTING_DOWN'));
      await intake.stop();
      await courier.stop();
    },
  };
}
