import type { Answer } from "@specwright/runtime/v1/server";
import { LRUCache } from "lru-cache";
import { hashSha256 } from "../../../base/secrets/hash.ts";
import type { RequestContext } from "../../handlers/handler.ts";
import { groupAddress } from "./address-subject.ts";
import { assertLeft, type RateLimit, takeRequest } from "./rate-limit.ts";

/** The applications that send webhooks. Their requests have no key, and are signed. */
export interface Senders {
  /**
   * Answers a delivery, and counts it.
   *
   * @param path The path of the delivery. It holds the token of an address.
   * @throws PlatformError `Request_RateLimited`
   */
  admit(context: RequestContext, path: string, answer: () => Promise<Answer>): Promise<Answer>;
}

/** The number of paths that are remembered, those that took a delivery last; a hundred take about 8 kB. */
const mostKnownPaths = 10_000;

/**
 * Creates the senders. An application sends the deliveries of all projects from its few addresses, and some never send
 * a refused one again. So a delivery that was taken counts against its project, apart from the project's own requests,
 * and a refused one against its address. Deliveries to the
 * deployment's own app, which has one path for all projects, are not limited. Once an address has used up its window, only paths to which this process has
 * seen good deliveries are still answered.
 */
export function createSenders(rateLimit: RateLimit): Senders {
  /** The subject of each path that took a delivery, which the path of the deployment's own app does not have. */
  const subjects = new LRUCache<string, { readonly subject: string | undefined }>({
    max: mostKnownPaths,
  });
  return {
    admit: async (context, path, answer) => {
      const hash = hashSha256(path);
      const address = groupAddress(context.address);
      const found = subjects.get(hash);
      const known = found === undefined ? address : found.subject;
      if (known !== undefined) {
        assertLeft(context, rateLimit, known);
      }
      const answered = await answer();
      const isTaken = answered.status < 300;
      const { projectId } = context.found;
      const project = projectId === undefined ? undefined : `deliveries of ${projectId}`;
      if (isTaken) {
        subjects.set(hash, { subject: project });
      } else {
        subjects.delete(hash);
      }
      const subject = isTaken ? project : address;
      // Our own failures count for nobody.
      if (subject !== undefined && answered.status < 500) {
        await count(context, rateLimit, subject);
      }
      return answered;
    },
  };
}

/** The answer of this delivery is known. When it used up the window, the next one is refused. */
async function count(
  context: RequestContext,
  rateLimit: RateLimit,
  subject: string,
): Promise<void> {
  await takeRequest(context, rateLimit, subject).catch(() => undefined);
}
