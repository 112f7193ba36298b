import type { ChildProcess } from "node:child_process";

/** What `relaySignals` knows of a child. */
export interface Relay {
  /** True when this process was told to stop. */
  isStopped(): boolean;
  /** Lets signals end this process again. */
  end(): void;
}

/**
 * Lets a child be stopped in place of this process, which then says how far it came. A terminal sends Ctrl+C to both, so only
 * SIGTERM is passed on.
 */
export function relaySignals(child: ChildProcess): Relay {
  let isStopped = false;
  const stop = (signal: NodeJS.Signals): void => {
    isStopped = true;
    if (signal === "SIGTERM") {
      child.kill(signal);
    }
  };
  process.on("SIGTERM", stop).on("SIGINT", stop);
  return {
    isStopped: () => isStopped,
    end: () => void process.off("SIGTERM", stop).off("SIGINT", stop),
  };
}
