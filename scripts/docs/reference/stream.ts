import type { ClientEvent, ServerEvent } from '../../../contract/src/index.ts';
import { inputSchema, outputSchema } from '../jsonSchema.ts';
import { accessInWords } from './endpoint.ts';
import { inputTable, outputTables } from './markdown.ts';

export interface StreamInput {
  readonly path: string;
  readonly clientEvents: Readonly<Record<string, ClientEvent>>;
  readonly serverEvents: Readonly<Record<string, ServerEvent>>;
}

/** Returns the page of the stream: what clients send, and what the service sends. */
export function renderStreamPage({ path, clientEvents, serverEvents }: StreamInput): string[] {
  return [
    '# Stream',
    '',
    `Socket.IO 4 at \`${path}\`. Each event has one argument, an object with the fields below. The`,
    'same is in AsyncAPI 3.0 at `/asyncapi.json` of a running service.',
    '',
    '## What you send',
    '',
    ...Object.entries(clientEvents).flatMap(([name, event]) => clientSection(name, event)),
    '## What you get',
    '',
    ...Object.entries(serverEvents).flatMap(([name, event]) => serverSection(name, event)),
  ];
}

function clientSection(name: string, event: ClientEvent): string[] {
  const { summary, description, access, payload, answers, example } = event;
  return [
    `### ${name}`,
    '',
    `${summary}. ${accessInWords({ access })}`,
    '',
    ...(description === undefined ? [] : [description, '']),
    `Answered by ${answers.map((answer) => `[\`${answer}\`](#${answer})`).join(', ')}.`,
    '',
    ...inputTable('Payload', inputSchema(payload)),
    '```json',
    JSON.stringify(example),
    '```',
    '',
  ];
}

function serverSection(name: string, { summary, description, payload }: ServerEvent): string[] {
  return [
    `### ${name}`,
    '',
    `${summary}.`,
    '',
    ...(description === undefined ? [] : [description, '']),
    ...outputTables('Payload', outputSchema(payload)),
  ];
}
