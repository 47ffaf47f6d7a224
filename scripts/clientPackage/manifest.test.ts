import { expect, test } from 'vitest';
import { publishedManifest } from './manifest.ts';

const part = { version: '1.2.3', description: 'A part', license: 'MIT' };

test('what is published brings the contract and what it needs, and takes what is compatible', () => {
  const client = {
    ...part,
    name: '@desk/client',
    dependencies: { 'socket.io-client': '4.8.4', '@desk/contract': '1.2.3' },
  };
  const contract = { ...part, name: '@desk/contract', dependencies: { zod: '4.6.7' } };
  expect(publishedManifest(client, contract, { node: '>=24' })).toMatchObject({
    name: '@desk/client',
    version: '1.2.3',
    engines: { node: '>=24' },
    files: ['client', 'contract'],
    dependencies: { 'socket.io-client': '^4.8.4', zod: '^4.6.7' },
    exports: { './contract': { default: './contract/src/index.js' } },
  });
});
