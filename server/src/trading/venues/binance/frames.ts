import { type Fields, isFields, parseJson } from './depth.ts';

/** What a frame is, and whom it concerns. */
export type RoutedFrame =
  | { readonly kind: 'depth'; readonly venueSymbol: string; readonly event: Fields }
  /** Unreadable; without a symbol when not even that can be told. */
  | { readonly kind: 'malformed'; readonly venueSymbol: string | undefined }
  | { readonly kind: 'reply'; readonly id: number; readonly error: string | undefined }
  | { readonly kind: 'shutdown' }
  /** Streams nobody here asked for: recordings hold trades and tickers too. */
  | { readonly kind: 'other' };

const other: RoutedFrame = { kind: 'other' };

/** Reads a frame, wrapped as `{stream, data}` (`/stream`) or bare (`/ws`). */
export function routeFrame(text: string): RoutedFrame {
  const root = parseJson(text);
  if (!isFields(root)) return tornFrame(text);
  if (root.stream === undefined) return routeEvent(root);
  if (isFields(root.data)) {
    const routed = routeEvent(root.data);
    if (routed !== other) return routed;
  }
  // A depth stream that brings no depth update is broken, not foreign.
  const venueSymbol = symbolOfStream(root.stream);
  return venueSymbol === undefined ? other : { kind: 'malformed', venueSymbol };
}

function routeEvent(event: Fields): RoutedFrame {
  if (event.e === 'depthUpdate' && typeof event.s === 'string') {
    return { kind: 'depth', venueSymbol: event.s, event };
  }
  if (event.e === 'serverShutdown') return { kind: 'shutdown' };
  if (isFields(event.event) && event.event.e === 'serverShutdown') return { kind: 'shutdown' };
  if (typeof event.id === 'number') {
    return { kind: 'reply', id: event.id, error: errorOf(event) };
  }
  return other;
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

/** What a torn frame still tells about whom it concerns. */
function tornFrame(text: string): RoutedFrame {
  const stream = /"stream":"([^"]+)"/.exec(text)?.[1];
  if (stream === undefined)
    return { kind: 'malformed', venueSymbol: /"s":"([^"]+)"/.exec(text)?.[1] };
  const venueSymbol = symbolOfStream(stream);
  return venueSymbol === undefined ? other : { kind: 'malformed', venueSymbol };
}
