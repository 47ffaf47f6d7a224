import type {
  LeaseHolder,
  LeaseRow,
  LeaseRowState,
} from '../../../src/store/postgres/lease/leaseRow.ts';

/** The single row of a lease, in memory, as many processes see it. */
export interface MemoryLease {
  /** Returns the row as one process reaches it. */
  line(): LeaseRow & LineFaults;
  sight(): LeaseRowState;
  /** Standbys that announced themselves. */
  standbys(): readonly string[];
}

/** Faults between one process and the row. */
export interface LineFaults {
  /** While set, every request fails without reaching the row. */
  isCut: boolean;
  /** Awaited before each call is executed. */
  before: () => Promise<void>;
  /** Awaited after each call was executed, before it is answered. */
  after: () => Promise<void>;
}

/** `taken` is called with a new holder at the moment the row names it. */
export function createMemoryLease(
  taken: (epoch: number, token: string) => void = () => undefined,
): MemoryLease {
  const standbys = new Map<string, string>();
  let row: LeaseRowState = { epoch: 0, token: '', holder: '', renewals: 0, isGivenUp: true };
  const operations = {
    read: (): LeaseRowState => row,
    take(seen: LeaseRowState, { token, holder }: LeaseHolder): number | undefined {
      if (row.token !== seen.token || row.renewals !== seen.renewals) return undefined;
      row = { epoch: row.epoch + 1, token, holder, renewals: 0, isGivenUp: false };
      standbys.delete(token);
      taken(row.epoch, token);
      return row.epoch;
    },
    renew(token: string): boolean {
      if (row.token !== token) return false;
      row = { ...row, renewals: row.renewals + 1 };
      return true;
    },
    giveUp(token: string): void {
      if (row.token === token) row = { ...row, isGivenUp: true };
    },
    announce: ({ token, holder }: LeaseHolder): void => void standbys.set(token, holder),
  };
  return {
    sight: () => row,
    standbys: () => [...standbys.values()],
    line() {
      const faults: LineFaults = {
        isCut: false,
        before: () => Promise.resolve(),
        after: () => Promise.resolve(),
      };
      const carry = async <Answer>(call: () => Answer): Promise<Answer> => {
        if (faults.isCut) throw new Error('the database cannot be reached');
        await faults.before();
        const answer = call();
        await faults.after();
        return answer;
      };
      return Object.assign(faults, {
        read: () => carry(operations.read),
        take: (seen: LeaseRowState, by: LeaseHolder) => carry(() => operations.take(seen, by)),
        renew: (token: string) => carry(() => operations.renew(token)),
        giveUp: (token: string) => carry(() => operations.giveUp(token)),
        announce: (by: LeaseHolder) => carry(() => operations.announce(by)),
        standbys: () => carry(() => [...standbys.values()]),
        close: () => Promise.resolve(),
      });
    },
  };
}
