import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { explainCallFailure } from "../api/failure.ts";

/** Says that what the page shows is old, while the service is not reached. It goes by itself. */
export function ConnectionLine() {
  const cache = useQueryClient().getQueryCache();
  const isOffline = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () =>
      cache
        .getAll()
        .some(
          (query) =>
            query.isActive() && query.state.data !== undefined && isUnreached(query.state.error),
        ),
  );
  return isOffline ? (
    <p role="status" className="border-b bg-wait-tint px-5 py-1.5 text-small text-wait">
      The service does not answer. This is what it said last; the page tries again by itself.
    </p>
  ) : null;
}

function isUnreached(error: unknown): boolean {
  return explainCallFailure(error).kind === "offline";
}
