import { setTimeout as sleep } from "node:timers/promises";

/** Waits until `isDone`, and gives up `stallMs` after the last time that `progress` changed. */
export async function waitWhileMoving(
  { isDone, progress }: { readonly isDone: () => boolean; readonly progress: () => number },
  stallMs: number,
): Promise<void> {
  let seen = progress();
  let since = performance.now();
  while (!isDone() && performance.now() - since < stallMs) {
    await sleep(50);
    if (progress() !== seen) {
      seen = progress();
      since = performance.now();
    }
  }
}
