/**
 * Calls `onNotify` with the payload whenever the channel is notified, until the returned function is called.
 * Notifications can be missed, for example when a connection is lost. They only shorten waiting, so listeners poll as
 * well, unless they can do without the news. An empty payload also stands for notifications that may have been
 * missed.
 */
export type Listen = (
  channel: string,
  onNotify: (payload: string) => void,
) => Promise<() => Promise<void>>;
