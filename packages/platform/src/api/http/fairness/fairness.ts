import type { Call } from "@specwright/runtime/v1/server";
import type { ReadUsage } from "../../../actions/services.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { QueueUse } from "../../../base/sharing/fairness/fair-queue.ts";
import { shareWork, type Work, type WorkClocks } from "../../../base/sharing/fairness/work.ts";
import { yieldWhenLate } from "../../../base/sharing/take-turns.ts";
import type { PlatformHandlers, RequestContext } from "../../handlers/handler.ts";
import { groupAddress } from "../callers/address-subject.ts";
import type { ProcessorUse } from "../callers/rate-limit.ts";
import { trackProcessorTime } from "./processor-time.ts";

/** How much of this process one caller may use. */
export interface FairnessLimits {
  /** Milliseconds of processor time that one project, organization or address may use in a minute. */
  readonly processorMs: number;
}

/** The part of this process that a caller uses. */
export interface CallerUse extends QueueUse {
  readonly processor: ProcessorUse;
}

/** Shares the process among its callers: each one's requests wait for their turn in a queue of their own (ADR 112). */
export interface Fairness {
  /** Lets a request with a long body begin its work when the body has arrived, before it is parsed and checked. */
  shareParsing(call: Call<RequestContext>, operation: string): void;
  /** Handlers that begin the work of their request. */
  shareHandlers(handlers: PlatformHandlers): PlatformHandlers;
  /** @param subject the id of a project or organization, or an address in the form of `groupAddress` */
  readUse(subject: string): CallerUse;
  /** The processor time of a project in this minute and process. */
  readonly readUsage: ReadUsage;
}

/**
 * The share of a caller is one work that takes long, such as a page of a thousand logs, or twenty short ones. With 100 ms another
 * caller's request waits for little, and the processor and the connections of the database still have enough to do. As long as less
 * than four shares are under way, no caller waits for another.
 */
const shareMs = 100;
const totalMs = 400;

/** Parsing and checking so many bytes takes a millisecond at most. */
const shortBytes = 16 * 1024;

/** Requests of one caller that wait, and the seconds for which they do. */
const waiting = 200;
const patienceMs = 20_000;

/** After two seconds a work stops nobody else. It is waiting for something, such as a lock. */
const heldMs = 2_000;

/** Creates the fairness of a process. */
export function createFairness(limits: FairnessLimits, clocks: WorkClocks = {}): Fairness {
  const processor = trackProcessorTime(limits.processorMs, clocks.now);
  const work = shareWork({ shareMs, totalMs, waiting, patienceMs, heldMs }, processor.add, clocks);
  const begin = async (context: RequestContext, operation: string): Promise<Work> => {
    const subject = findSubject(context);
    processor.assertLeft(subject);
    const begun = await work.begin(subject, operation);
    if (begun === undefined) {
      throw refuseWaiting();
    }
    context.found.work = begun;
    if (context.found.isAnswered === true || context.hasLeft()) {
      // While it waited, its deadline was over or its caller left. Work for nobody would delay the caller's other requests.
      begun.end();
      throw new PlatformError("Server_TimedOut");
    }
    return begun;
  };
  const beginOnce = async (context: RequestContext, operation: string): Promise<Work> =>
    context.found.work ?? (await begin(context, operation));
  return {
    shareParsing: (call, operation) => {
      const readBody = call.readBody.bind(call);
      const readInTurn: typeof call.readBody = async (limit, asSent) => {
        const bytes = await readBody(limit, asSent);
        if (bytes.byteLength > shortBytes) {
          const begun = await beginOnce(call.context, operation).catch((error: unknown) => {
            // The router takes each error of reading for a body that did not arrive.
            call.context.found.refusal = error;
            throw error;
          });
          await begun.run(yieldWhenLate);
        }
        return bytes;
      };
      Object.assign(call, { readBody: readInTurn });
    },
    shareHandlers: (handlers) => {
      const shared = Object.entries(handlers).map(([name, handler]) => [
        name,
        async (input: { readonly context: RequestContext }) => {
          const begun = await beginOnce(input.context, name);
          // Each handler gets the input that the router made for it.
          return await begun.run(() => runBetweenTurns(() => handler(input as never)));
        },
      ]);
      return Object.fromEntries(shared);
    },
    readUse: (subject) => ({ ...work.readUse(subject), processor: processor.read(subject) }),
    readUsage: (projectId) => ({
      name: "processor_time_in_a_minute",
      used: processor.read(projectId).usedMs,
      limit: limits.processorMs,
      unit: "milliseconds",
    }),
  };
}

/** The answer of a handler is written as JSON next, which takes up to 10 ms for the longest pages. */
async function runBetweenTurns<T>(call: () => T): Promise<Awaited<T>> {
  await yieldWhenLate();
  const answer = await call();
  await yieldWhenLate();
  return answer;
}

/** The caller against whom a request is counted. */
export function findSubject({ found, address }: RequestContext): string {
  return found.countedAs ?? groupAddress(address);
}

function refuseWaiting(): PlatformError {
  return new PlatformError("Request_RateLimited", {
    words: {
      message: `The service is busy, and too many requests of this caller wait: more than ${waiting}, or for longer than ${patienceMs / 1000} seconds.`,
      suggestedFix: "Wait the number of seconds in Retry-After, and send fewer requests at once.",
    },
    // The queue becomes shorter with each request that ends.
    retryAfterSeconds: 1,
  });
}
