import type { FeeRecordWire } from '@windlass/contract';
import { isoTime } from '../../kit/isoTime.ts';
import type { FeeRecord } from './types.ts';

/** Trading §2.8. */
export function toFeeWire(record: FeeRecord): FeeRecordWire {
  const { venue, accountId, symbol, makerBps, takerBps, source, tier, isTierBased } = record;
  return {
    venue,
    ...(accountId !== undefined && { exchange_account_id: accountId }),
    ...(symbol !== undefined && { symbol }),
    maker_bps: makerBps,
    taker_bps: takerBps,
    source,
    tier,
    tier_based: isTierBased,
    last_updated: isoTime(record.updatedAtMs),
  };
}
