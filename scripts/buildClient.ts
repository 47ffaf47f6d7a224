/** `npm run build:client`: writes to client/dist what `npm publish client/dist` would publish. */
import { fileURLToPath } from 'node:url';
import { buildClient } from './clientPackage/build.ts';

const folder = fileURLToPath(new URL('../client/dist', import.meta.url));
await buildClient(folder);
console.log(`Wrote ${folder}`);
