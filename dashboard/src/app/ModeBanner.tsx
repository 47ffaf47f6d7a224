import { useQuery } from '@tanstack/react-query';
import type { ApiError, DataOf } from '@windlass/client';
import { useClient } from '../shared/api.tsx';
import { moneyOf } from '../shared/money.ts';
import { accountsQuery } from '../shared/queries.ts';

type Service = DataOf<'getServiceInfo'>;

const feedWords = {
  simulated: 'Simulated market: simulated prices, no real money.',
  replay: 'Replay: prices are a recording, not the market of now.',
  live: undefined,
} as const satisfies Record<Service['feed'], string | undefined>;

/** Says on every page whether prices and money are real. */
export function ModeBanner({
  service,
  trouble,
}: {
  service: Service;
  trouble: ApiError | undefined;
}) {
  const isTrading = service.services.includes('trading');
  const { data: accounts = [] } = useQuery({ ...accountsQuery(useClient()), enabled: isTrading });
  if (!isTrading) return null;
  const live = accounts.filter((account) => moneyOf(account) === 'real').length;
  const feed =
    service.exchanges === 'simulator'
      ? 'Exchange simulator: connections lead to simulated exchanges.'
      : feedWords[service.feed];
  const money =
    live === 0
      ? 'No account trades with real money.'
      : `${live} of ${accounts.length} accounts trade with real money.`;
  return (
    <>
      <p className={live > 0 && service.exchanges === 'real' ? 'mode real' : 'mode'}>
        {feed !== undefined && <strong>{feed} </strong>}
        {accounts.length > 0 && money}
      </p>
      {trouble && (
        <p className="mode trouble" role="status">
          {trouble.message}
        </p>
      )}
    </>
  );
}
