import { describe, expect, test } from 'vitest';
import { fetchTcaPage, type Transport, type TransportRequest } from './index.ts';

const account = { exchange_account_id: 'paper-okx' };

function answering(answer: Awaited<ReturnType<Transport>>) {
  const sent: TransportRequest[] = [];
  const transport: Transport = async (request) => {
    sent.push(request);
    return answer;
  };
  return { sent, options: { baseUrl: 'http://desk', key: 'ak_0123456789', transport } };
}

describe('fetchTcaPage', () => {
  test('answers with the page as it came', async () => {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    const { sent, options } = answering({ status: 200, headers, text: '<!doctype html>' });
    expect(await fetchTcaPage({ ...account, horizon: 5 }, options)).toBe('<!doctype html>');
    const [{ url = '', headers: asked = {} } = {}] = sent;
    const wanted = 'exchange_account_id=paper-okx&horizon=5&format=html';
    expect(url).toBe(`http://desk/oems/tca/report?${wanted}`);
    expect(asked['x-api-key']).toBe('ak_0123456789');
  });

  test('rejects with the refusal of the service', async () => {
    const body = { isError: true, message: 'No.', statusCode: 404 };
    const text = JSON.stringify({ ...body, data: { error: 'ACCOUNT_NOT_FOUND' } });
    const { options } = answering({ status: 404, headers: {}, text });
    await expect(fetchTcaPage(account, options)).rejects.toMatchObject({
      name: 'ApiError',
      code: 'ACCOUNT_NOT_FOUND',
    });
  });

  test('takes nothing else for a page', async () => {
    const text = JSON.stringify({ isError: false, message: '', statusCode: 200, data: {} });
    const { options } = answering({ status: 200, headers: {}, text });
    await expect(fetchTcaPage(account, options)).rejects.toMatchObject({ code: 'BAD_ANSWER' });
  });
});
