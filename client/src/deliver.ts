import { ApiError } from './errors.ts';

/** Calls a listener. Its fault must neither keep events from the others nor end the stream. */
export function deliver<Event extends { readonly type: string }>(
  listener: (event: Event) => void,
  event: Event,
  onError: (error: ApiError) => void,
): void {
  try {
    listener(event);
  } catch (failure) {
    const what = failure instanceof Error ? failure.message : String(failure);
    onError(new ApiError('LISTENER_FAILED', `A stream listener threw on ${event.type}: ${what}`));
  }
}
