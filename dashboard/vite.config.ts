import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: 'built',
    emptyOutDir: true,
    target: 'es2022',
    // Nobody needs what it replaces: files are served from this machine.
    modulePreload: { polyfill: false },
    // One style sheet: pages that are loaded later would otherwise be drawn before their style
    // arrives.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1_000,
    // "use client" is an instruction for servers that render, and there is none.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  // `npm run dev:dashboard` redraws the page after each change, against the running service.
  server: {
    proxy: {
      '^/(order-execution|admin|api|data|delegation|oems|service|health)': {
        target: 'http://127.0.0.1:3000',
        ws: true,
      },
    },
  },
});
