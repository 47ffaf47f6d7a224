import type { Audit } from './access/audit.ts';
import { actorOf } from './http/actor.ts';
import type { Context } from './http/bind.ts';
import { AppError } from './kit/errors.ts';
import type { Ownership } from './store/types.ts';

interface HandoverDeps {
  readonly ownership: Pick<Ownership, 'standbys'>;
  readonly audit: Audit;
}

/** Hands the engine over to a waiting process when an operator asks for it. */
export interface Handover {
  /** Aborted when this process must end, so that the standby takes over. */
  readonly begun: AbortSignal;
  /** Returns the name of the process that takes over. Throws NO_STANDBY when none waits. */
  begin(context: Context): Promise<string>;
}

export function createHandover({ ownership, audit }: HandoverDeps): Handover {
  const begun = new AbortController();
  return {
    begun: begun.signal,
    async begin(context) {
      const [standby] = await ownership.standbys();
      if (standby === undefined) throw new AppError('NO_STANDBY');
      const { id: actorId, name: actorName, requestId } = actorOf(context);
      await audit.record({
        actorId,
        actorName,
        requestId,
        action: 'engine.handed_over',
        subject: 'engine',
        before: null,
        after: { standby },
      });
      begun.abort();
      return standby;
    },
  };
}
