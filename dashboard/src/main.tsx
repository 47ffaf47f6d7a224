import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { App } from './app/App.tsx';
import { preloadPage } from './app/pages.tsx';
import { takeKeyFromFragment } from './app/session.ts';
import { parseHash } from './shared/location.ts';
import './shared/style/index.ts';
import { startTheme } from './shared/theme.ts';

// The service's content policy lets no page compile text, which zod would try to be faster.
z.config({ jitless: true });
startTheme();
takeKeyFromFragment();
preloadPage(parseHash(window.location.hash).page);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
