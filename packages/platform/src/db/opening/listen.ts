/**
 * Calls `onNotify` with the payload whenever the channel is notified, until the returned function is called. A notification can be
 * missed (a lost connection), so it only ever saves waiting: whoever listens also polls, or can do without. An empty
 * payload also stands for notifications that may have been missed.
 */
export type Listen = (
  channel: string,
  onNotify: (payload: string) => void,
) => Promise<() => Promise<void>>;
