import { useSyncExternalStore } from "react";
import type { ToolRouterSession } from "../../../../../../generated/types/index.js";

/**
 * The sessions that this tab made or opened, by project. The id of a session is a secret, which the service cannot show again, so it is kept
 * in the memory of the page alone.
 */
const known = new Map<string, readonly ToolRouterSession[]>();
const none: readonly ToolRouterSession[] = [];
const listeners = new Set<() => void>();

/** The sessions of a project that this tab knows, the newest first. */
export function useKnownSessions(project: string): readonly ToolRouterSession[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => known.get(project) ?? none,
  );
}

/** Changes the sessions that this tab knows of a project. */
export function changeKnownSessions(
  project: string,
  change: (sessions: readonly ToolRouterSession[]) => readonly ToolRouterSession[],
): void {
  known.set(project, change(known.get(project) ?? none));
  for (const listener of listeners) {
    listener();
  }
}
