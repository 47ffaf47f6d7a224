import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ApiError } from '@windlass/client';
import { useEffect, useState } from 'react';
import { type Api, ApiProvider, openApi } from '../shared/api.tsx';
import { buildQuery } from './build.ts';
import { KeyEntry } from './KeyEntry.tsx';
import { Shell } from './Shell.tsx';
import { forgetKey, keepKey, readKey, takeKeyFromFragment } from './session.ts';

/** Asks for a key when there is none, and shows the service when there is one. */
export function App() {
  const [key, setKey] = useState(readKey);
  useEffect(() => {
    const follow = () => setKey((held) => takeKeyFromFragment() ?? held);
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  if (key === undefined) {
    const enter = (entered: string) => {
      keepKey(entered);
      setKey(entered);
    };
    return <KeyEntry onKey={enter} />;
  }
  const leave = () => {
    forgetKey();
    setKey(undefined);
  };
  return <Session key={key} apiKey={key} onLeave={leave} />;
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The client itself retries reads, and knows which may be retried.
      queries: { retry: false, staleTime: 1_000 },
      mutations: { retry: false },
    },
  });
}

/** Holds everything that lives as long as one key is in use. */
function Session({ apiKey, onLeave }: { apiKey: string; onLeave: () => void }) {
  const [queries] = useState(createQueryClient);
  const [api, setApi] = useState<Api>();
  const [trouble, setTrouble] = useState<ApiError>();
  useEffect(() => {
    const opened = openApi(apiKey, {
      onError: setTrouble,
      // An outage is shown until the service can be reached again.
      onConnected() {
        setTrouble((told) => (told?.code === 'NETWORK_ERROR' ? undefined : told));
        // The service may have another build of this page after the outage.
        void queries.invalidateQueries(buildQuery());
      },
    });
    setApi(opened);
    return () => opened.close();
  }, [apiKey, queries]);
  if (!api) return null;
  return (
    <QueryClientProvider client={queries}>
      <ApiProvider api={api}>
        <Shell trouble={trouble} onLeave={onLeave} />
      </ApiProvider>
    </QueryClientProvider>
  );
}
