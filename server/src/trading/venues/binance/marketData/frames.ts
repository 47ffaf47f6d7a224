import { type Fields, isFields, parseJson } from '../../shared/json.ts';
import type { Frame } from '../../shared/stream/protocol.ts';

type DepthFrame = Frame<Fields>;

const other: DepthFrame = { kind: 'other' };

/** Reads a frame, wrapped as `{stream, data}` (`/stream`) or bare (`/ws`). */
export function routeFrame(text: string): DepthFrame {
  const root = parseJson(text);
  if (!isFields(root)) return tornFrame(text);
  if (root.stream === undefined) return routeEvent(root);
  if (isFields(root.data)) {
    const routed = routeEvent(root.data);
    if (routed !== other) return routed;
  }
  // A depth stream that brings no depth update is broken, not foreign.
  const venueSymbol = symbolOfStream(root.stream);
  return venueSymbol === undefined ? other : { kind: 'malformed', key: venueSymbol };
}

function routeEvent(event: Fields): DepthFrame {
  if (event.e === 'depthUpdate' && typeof event.s === 'string') {
    return { kind: 'book', key: event.s, message: event };
  }
  if (event.e === 'serverShutdown') return { kind: 'shutdown' };
  if (isFields(event.event) && event.event.e === 'serverShutdown') return { kind: 'shutdown' };
  if (typeof event.id === 'number') {
    return reply(event.id, errorOf(event));
  }
  return other;
}

function reply(id: number, reason: string | undefined): DepthFrame {
  if (reason === undefined) return { kind: 'accepted', id };
  return { kind: 'refused', id, reason, isLimit: false };
}

/** Refusals come as `{error: {code, msg}, id}` (spot) or `{code, msg, id}` (futures). */
function errorOf(reply: Fields): string | undefined {
  const error = isFields(reply.error) ? reply.error : reply;
  if (error.msg === undefined && error.code === undefined) return undefined;
  return `${String(error.msg)} (code ${String(error.code)})`;
}

function symbolOfStream(stream: unknown): string | undefined {
  if (typeof stream !== 'string') return undefined;
  const [name, kind = ''] = stream.split('@');
  return kind.startsWith('depth') ? name?.toUpperCase() : undefined;
}

/** Returns what a torn frame still tells about its stream. */
function tornFrame(text: string): DepthFrame {
  const stream = /"stream":"([^"]+)"/.exec(text)?.[1];
  if (stream === undefined) return { kind: 'malformed', key: /"s":"([^"]+)"/.exec(text)?.[1] };
  const venueSymbol = symbolOfStream(stream);
  return venueSymbol === undefined ? other : { kind: 'malformed', key: venueSymbol };
}
