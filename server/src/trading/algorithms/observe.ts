import { Counter, type Registry } from 'prom-client';
import { errorText } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import { startAtZero } from '../../kit/zeroSeries.ts';
import type { AlgorithmObserver } from './host.ts';
import { algorithmTypes } from './params.ts';
import type { AlgorithmStoreObserver } from './store/algorithmStore.ts';
import type { AlgorithmStatus } from './types.ts';

/** Algorithms are counted at the start and at the end, so these are all. */
const countedStatuses: readonly AlgorithmStatus[] = ['RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED'];
/** Records what happens to algorithms, as log lines and metrics. */
export function observeAlgorithms(
  registry: Registry,
  logger: Logger,
): AlgorithmObserver & AlgorithmStoreObserver {
  const counted = new Counter({
    name: 'windlass_algorithms_total',
    help: 'Started and ended algorithms, by end status',
    labelNames: ['type', 'status'],
    registers: [registry],
  });
  startAtZero(counted, {
    type: algorithmTypes,
    status: countedStatuses,
  });
  const told = (level: 'warn' | 'error', words: string) => (algorithmId: string, error: unknown) =>
    logger[level]({ algorithmId, error: errorText(error) }, words);
  return {
    algorithmStarted({ id: algorithmId, type, symbol, side, quantity }) {
      counted.labels(type, 'RUNNING').inc();
      logger.info({ algorithmId, type, symbol, side, quantity }, 'An algorithm started');
    },
    algorithmEnded({ id: algorithmId, type, status, reason, run }) {
      counted.labels(type, status).inc();
      const { filled } = run;
      logger.info({ algorithmId, type, status, filled, reason }, 'An algorithm ended');
    },
    algorithmNotWritten: told('error', 'A step of an algorithm cannot be written yet'),
    accountBarred: (algorithmId, { accountId, reason }) =>
      logger.warn({ algorithmId, accountId, reason }, 'An algorithm stopped using an account'),
    algorithmFaulted: told('error', 'An algorithm failed with an internal error'),
    algorithmUnreadable: told('error', 'A stored algorithm is not readable'),
    childrenNotRead: told('error', 'Child orders cannot be looked up now'),
    cancelFailed: (algorithmId, clientOrderId, error) =>
      logger.warn(
        { algorithmId, clientOrderId, error: errorText(error) },
        'A child order was not cancelled yet',
      ),
    algorithmsNotRead: (error) =>
      logger.error({ error: errorText(error) }, 'Algorithms cannot be looked up now'),
  };
}
