/**
 * The variables with which a process sees a shifted time of day. Its timers run as usual.
 *
 * @param library the path of libfaketime
 * @param by for example `+1d`
 */
export function shiftClock(library: string, by: string): Readonly<Record<string, string>> {
  return { LD_PRELOAD: library, FAKETIME: by, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
}
