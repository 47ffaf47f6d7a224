import { useQuery } from '@tanstack/react-query';
import type { ServiceInfoWire } from '@windlass/contract';
import { useClient } from '../../shared/api.tsx';
import { useNow } from '../../shared/clock.ts';
import { formatAgo, formatDateTime, formatDuration, formatWord } from '../../shared/format.ts';
import { serviceQuery } from '../../shared/queries.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { Pairs } from '../../shared/ui/Figures.tsx';
import { Tag } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { healthQuery } from './queries.ts';

const feedWords: Readonly<Record<ServiceInfoWire['feed'], string>> = {
  simulated: 'Simulated prices, no real money',
  replay: 'Replay of a recording',
  live: 'Live books of the exchanges',
};

/** Shows what runs here, whether it is healthy, and what the key in use may do. */
export function ServiceTab() {
  const service = useQuery(serviceQuery(useClient()));
  return (
    <div className="columns">
      <HealthPanel />
      <Answer of={service} what="The service">
        {(info) => (
          <div className="stack">
            <SetupPanel info={info} />
            <KeyPanel held={info.key} />
          </div>
        )}
      </Answer>
    </div>
  );
}

function HealthPanel() {
  const health = useQuery(healthQuery(useClient()));
  const nowMs = useNow();
  return (
    <Panel
      title="Health"
      aside={
        health.error ? <Tag mood="bad">No answer</Tag> : health.data && <Tag mood="good">Up</Tag>
      }
    >
      <Answer of={health} what="The health of the service">
        {({ message, uptime, timestamp, environment }) => (
          <Pairs
            of={[
              ['Status', message],
              ['Uptime', formatDuration(uptime * 1_000)],
              ['Environment', formatWord(environment)],
              ['Service time', formatDateTime(timestamp)],
              ['Last checked', formatAgo(health.dataUpdatedAt, nowMs)],
            ]}
          />
        )}
      </Answer>
    </Panel>
  );
}

function SetupPanel({ info }: { info: ServiceInfoWire }) {
  return (
    <Panel title="Service">
      <Pairs
        of={[
          ['Version', info.version],
          ['Started', formatDateTime(info.started_at)],
          ['Services', info.services.map(formatWord).join(', ')],
          ['Books', feedWords[info.feed]],
          ['Exchanges', info.exchanges === 'real' ? 'Exchange endpoints' : 'Exchange simulator'],
          ['Ledger', info.ledger === 'rpc' ? 'Stellar networks' : 'Simulated balances'],
        ]}
      />
    </Panel>
  );
}

function KeyPanel({ held }: { held: ServiceInfoWire['key'] }) {
  return (
    <Panel title="The key in use">
      <Pairs
        of={[
          ['Name', held.name],
          [
            'Roles',
            <span key="roles" className="system-tags">
              {held.roles.map((role) => (
                <Tag key={role}>{formatWord(role)}</Tag>
              ))}
            </span>,
          ],
          ['Accounts', held.exchange_account_ids?.join(', ') ?? 'All'],
          ['Expires', held.expires_at === null ? 'Never' : formatDateTime(held.expires_at)],
          ['Id', <code key="id">{held.id}</code>],
        ]}
      />
    </Panel>
  );
}
