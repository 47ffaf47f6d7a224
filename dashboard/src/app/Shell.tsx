import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '@windlass/client';
import { useClient } from '../shared/api.tsx';
import { hashOf, useLocation } from '../shared/location.ts';
import { serviceQuery } from '../shared/queries.ts';
import { chooseTheme, useTheme } from '../shared/theme.ts';
import { ErrorNote } from '../shared/ui/Notes.tsx';
import { Boundary } from './Boundary.tsx';
import { BuildNotice } from './BuildNotice.tsx';
import { LoadedPage } from './LoadedPage.tsx';
import { ModeBanner } from './ModeBanner.tsx';
import { Navigation } from './Navigation.tsx';
import { pages } from './pages.tsx';
import './shell.css';

interface ShellProps {
  /** The last error of the streams. */
  readonly trouble: ApiError | undefined;
  readonly onLeave: () => void;
}

/** Shows the frame of every page: the page's place, the market, and the way out. */
export function Shell({ trouble, onLeave }: ShellProps) {
  const service = useQuery(serviceQuery(useClient()));
  const { page } = useLocation();
  const theme = useTheme();
  const otherTheme = theme === 'light' ? 'dark' : 'light';
  const services = service.data?.services ?? [];
  const offered = pages.filter(
    (entry) => entry.service === 'any' || services.includes(entry.service),
  );
  // The service decides which pages exist, so none is opened before: it might have to be left
  // again.
  const open = service.data && (offered.find(({ name }) => name === page) ?? offered[0]);
  if (service.error && !service.data) return <Refused error={service.error} onLeave={onLeave} />;
  return (
    <div className="shell">
      <button type="button" className="skip" onClick={focusContent}>
        Skip to the content
      </button>
      <header className="top">
        <a className="brand" href={hashOf('market')}>
          <img src="/icon.svg" alt="" width="22" height="22" />
          Windlass
        </a>
        <Navigation entries={offered} open={open?.name} />
        <div className="tools">
          <button type="button" className="button small" onClick={() => chooseTheme(otherTheme)}>
            {otherTheme === 'dark' ? 'Dark' : 'Light'}
          </button>
          <button type="button" className="button small" onClick={onLeave}>
            Sign out
          </button>
        </div>
      </header>
      <BuildNotice />
      {service.data && <ModeBanner service={service.data} trouble={trouble} />}
      <main id="content" tabIndex={-1}>
        {open && (
          <Boundary key={open.name} title={open.title}>
            <LoadedPage entry={open} />
          </Boundary>
        )}
      </main>
    </div>
  );
}

/** Moves the focus to the content. The fragment names the page, so no link can lead there. */
function focusContent(): void {
  document.getElementById('content')?.focus();
}

function Refused({ error, onLeave }: { error: unknown; onLeave: () => void }) {
  return (
    <main className="key-entry">
      <div className="panel">
        <div className="body stack">
          <h1>Windlass</h1>
          <ErrorNote error={error} what="The service cannot be used with this key" />
          <div className="row">
            <button type="button" className="button primary" onClick={onLeave}>
              Enter another key
            </button>
            <button type="button" className="button" onClick={() => window.location.reload()}>
              Try again
            </button>
          </div>
        </div>
      </div>
    </main>
  );
}
