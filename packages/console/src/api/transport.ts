import { createTransport } from "../../../../generated/client/index.js";
import type { ConsoleSession } from "../../../../generated/types/index.js";
import { queryClient } from "./query-client.ts";

/** The headers of a call. Its answer may be made again, so that the service does not have to keep it. */
export const unkept = { headers: { "Idempotency-Key": null }, retries: 0 } as const;

/**
 * How the pages call the service. The browser adds the cookie of the session, which no script can read; this adds the token of the
 * session, without which requests that change something are refused, and the project that the page shows.
 */
export const transport = createTransport({
  baseUrl: window.location.origin,
  retries: 1,
  attemptTimeout: 20_000,
  requestInit: { credentials: "same-origin" },
  middleware: [
    {
      onRequest: ({ request }) => {
        const session = queryClient.getQueryData<ConsoleSession>(["session"]);
        if (session !== undefined) {
          request.headers.set("x-csrf-token", session.csrf_token);
          if (session.key_type === "organization" && session.project !== null) {
            request.headers.set("x-console-project", session.project.id);
          }
        }
        return request;
      },
    },
  ],
});
