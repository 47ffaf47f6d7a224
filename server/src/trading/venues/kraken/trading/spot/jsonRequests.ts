import { createHash, createHmac } from 'node:crypto';
import type { SignOtherwise } from '../../../shared/live/signing.ts';

const host = 'https://api.kraken.com';

/**
 * Requests that contain lists are JSON, and ccxt writes forms. The signature is that of a form:
 * HMAC-SHA-512 over the path and the SHA-256 of nonce and body.
 */
export const signAsJson: SignOtherwise = ({ path, params }, signer) => {
  if (!Object.values(params).some(Array.isArray)) return undefined;
  const nonce = String(signer.nonce());
  const body = JSON.stringify({ nonce, ...params });
  const target = `/0/private/${path}`;
  const digest = createHash('sha256').update(`${nonce}${body}`).digest();
  const secret = Buffer.from(signer.secret ?? '', 'base64');
  const sign = createHmac('sha512', secret).update(target).update(digest).digest('base64');
  const headers = {
    'API-Key': signer.apiKey ?? '',
    'API-Sign': sign,
    'Content-Type': 'application/json',
  };
  return { url: `${host}${target}`, method: 'POST', headers, body };
};
