/**
 * Calls `onNotify` whenever the channel is notified, until the returned function is called. A notification can be
 * missed (a lost connection), so it only ever saves waiting: whoever listens also polls.
 */
export type Listen = (channel: string, onNotify: () => void) => Promise<() => Promise<void>>;
