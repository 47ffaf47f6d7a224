import {
  type ClientEvent,
  clientEvents,
  type ServerEvent,
  serverEvents,
  streamPath,
  streamPingIntervalMs,
  streamPingTimeoutMs,
} from '@windlass/contract';
import { z } from 'zod';
import { rolesText } from './endpointDocument.ts';

const channel = { $ref: '#/channels/stream' };

/** Returns the AsyncAPI 3.0 document of the stream: each event, its sender and its fields. */
export function describeStream(version: string) {
  const sent = Object.entries<ServerEvent>(serverEvents);
  const received = Object.entries<ClientEvent>(clientEvents);
  const messages = {
    ...mapEvents(received, toClientMessage),
    ...mapEvents(sent, toServerMessage),
  };
  const toComponent = (name: string) => ({ $ref: `#/components/messages/${name}` });
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Windlass stream',
      version,
      description:
        'Order books, orders and algorithms as they change. Each message is a Socket.IO event of ' +
        'that name with one argument, its payload. After a reconnection, subscribe again.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    defaultContentType: 'application/json',
    servers: {
      service: {
        host: '{host}',
        pathname: streamPath,
        protocol: 'wss',
        protocolVersion: '13',
        description:
          'Socket.IO 4 (Engine.IO 4); plain `ws` without TLS in front. The service pings every ' +
          `${streamPingIntervalMs} ms and waits ${streamPingTimeoutMs} ms for the answer.`,
        variables: { host: { default: '127.0.0.1:3000', description: 'where the service is' } },
      },
    },
    channels: {
      stream: {
        address: '/',
        title: 'The namespace of all events',
        servers: [{ $ref: '#/servers/service' }],
        messages: Object.fromEntries(
          Object.keys(messages).map((name) => [name, toComponent(name)]),
        ),
      },
    },
    operations: {
      ...mapEvents(received, toReceiving),
      ...mapEvents(sent, toSending),
    },
    components: { messages },
  };
}

function mapEvents<Event, Described>(
  events: readonly (readonly [string, Event])[],
  describe: (name: string, event: Event) => Described,
): Record<string, Described> {
  return Object.fromEntries(events.map(([name, event]) => [name, describe(name, event)]));
}

function toClientMessage(name: string, event: ClientEvent) {
  const { summary, description, access, payload, example } = event;
  return {
    name,
    title: name,
    summary,
    description: [description, rolesText({ access })].filter(Boolean).join('\n\n'),
    payload: toSchema(payload, 'input'),
    examples: [{ payload: example }],
  };
}

function toServerMessage(name: string, { summary, description, payload }: ServerEvent) {
  return {
    name,
    title: name,
    summary,
    ...(description !== undefined && { description }),
    payload: toSchema(payload, 'output'),
  };
}

/** The document describes the service as the application: it receives what clients send. */
function toReceiving(name: string, { summary, answers }: ClientEvent) {
  const reply = { channel, messages: answers.map(toMessage) };
  return { action: 'receive', channel, summary, messages: [toMessage(name)], reply };
}

function toSending(name: string, { summary }: ServerEvent) {
  return { action: 'send', channel, summary, messages: [toMessage(name)] };
}

function toMessage(name: string) {
  return { $ref: `#/channels/stream/messages/${name}` };
}

/** AsyncAPI schemas are JSON Schema draft 7 unless they say otherwise. */
function toSchema(payload: z.ZodObject, io: 'input' | 'output') {
  const { $schema: _draft, ...schema } = z.toJSONSchema(payload, { target: 'draft-7', io });
  return schema;
}
