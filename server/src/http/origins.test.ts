import { describe, expect, it } from 'vitest';
import { originRefusal } from './origins.ts';

const deps = {
  corsOrigins: ['https://desk.example'],
  allowedHosts: ['localhost', 'windlass', 'trade.example'],
};
const refusal = (host: string | undefined, origin?: string) =>
  originRefusal({ ...(host !== undefined && { host }), ...(origin && { origin }) }, deps);

describe('who may open the stream', () => {
  it.each([
    ['localhost:3000', undefined],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['10.1.2.3', 'http://10.1.2.3'],
    ['WINDLASS:3000', 'http://windlass:3000'],
    ['trade.example', 'https://trade.example'],
    ['trade.example.', undefined],
    ['localhost:3000', 'https://desk.example'],
  ])('lets %s from %s in', (host, origin) => {
    expect(refusal(host, origin)).toBeUndefined();
  });

  it.each([
    ['a foreign page', 'localhost:3000', 'https://evil.example', /^Pages of this origin may not/],
    ['another port of this machine', 'localhost:3000', 'http://localhost:9', /^Pages of this/],
    ['a page without an origin of its own', 'localhost:3000', 'null', /^Pages of this origin/],
    ['a name that was made to lead here', 'evil.example', 'http://evil.example', /^The host evil/],
    ['such a name without a page', 'evil.example:3000', undefined, /WINDLASS_ALLOWED_HOSTS/],
    ['a name that begins like ours', 'localhost.evil.example', undefined, /^The host localhost\./],
    ['no host', undefined, undefined, /^A Host header is needed/],
    ['nonsense', 'a b', undefined, /^A Host header is needed/],
  ])('refuses %s', (_what, host, origin, message) => {
    expect(refusal(host, origin)).toMatch(message);
  });
});
