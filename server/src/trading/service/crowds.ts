import { errorText } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Accounts } from '../accounts/index.ts';
import { crowdWarnings } from './comparisonCrowd.ts';

interface CrowdDeps {
  readonly accounts: Pick<Accounts, 'list'>;
  readonly logger: Logger;
}

/** Warns of limits that are too small for all live accounts. Never rejects. */
export async function warnOfCrowds({ accounts, logger }: CrowdDeps): Promise<void> {
  try {
    const warnings = await crowdWarnings(await accounts.list());
    for (const warning of warnings) logger.warn({}, warning);
  } catch (error) {
    logger.error({ error: errorText(error) }, 'The live accounts cannot be counted');
  }
}
