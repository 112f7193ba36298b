import type { Answer, Call, OperationDefinition, Service } from "@specwright/runtime/v1/server";
import type { Logger } from "pino";
import { createRouter } from "../../../../generated/server/index.js";
import { PlatformError } from "../errors.ts";
import { createHandlers } from "../handlers/create-handlers.ts";
import type { PlatformPrincipals, RequestContext } from "../handlers/handler.ts";
import { type Callers, createCallers } from "./callers/callers.ts";
import type { Origins } from "./callers/origins.ts";
import type { RateLimit } from "./callers/rate-limit.ts";
import { createSecurity } from "./callers/security.ts";
import { asErrorPage, hosted } from "./errors/as-error-page.ts";
import type { ErrorAnswers } from "./errors/error-answer.ts";
import type { Metrics } from "./metrics.ts";
import { createPlaces } from "./places/create-places.ts";
import type { Place } from "./places/place.ts";
import { createRecorder, type Recorder } from "./record-requests.ts";

/** Parts of the HTTP layer of the API; the rest comes with each request, in its context. */
export interface ServiceOptions {
  readonly errors: ErrorAnswers;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly rateLimit: RateLimit;
  readonly origins: Origins;
  /** Routes beside the operations of the document; none without it. */
  readonly places?: readonly Place[];
  /** Holds every answer against the document; for tests and development. */
  readonly validateResponses?: boolean;
}

const mebibyte = 1024 * 1024;

/** The API as a service for the adapters of runtime: the generated router with our handlers, errors, keys and limits. */
export function createService(options: ServiceOptions): Service<RequestContext> {
  const callers = createCallers(options.rateLimit);
  const recorder = createRecorder(options);
  const guard = async (
    call: Call<RequestContext>,
    operation: OperationDefinition | undefined,
  ): Promise<void> => {
    if (operation === undefined) {
      return;
    }
    // The hosted pages have a rule of their own: any site may lead to them, and none may send their form.
    if (!hosted.has(operation.name)) {
      options.origins.assertAllowed(call);
    }
    if (needsNoKey(operation)) {
      await admitPublic(call, callers);
    }
  };
  const router = createRouter<RequestContext, PlatformPrincipals>({
    handlers: createHandlers(),
    security: createSecurity(callers),
    emptyQueryAsAbsent: true,
    validateResponses: options.validateResponses ?? false,
    // JSON of 1 MiB could have 350,000, and parsing and checking them would hold up others for half a second (ADR 47).
    memberLimit: 50_000,
    // docs/decisions.md §2; everything else has the default, 1 MiB.
    bodyLimits: {
      importToolkit: 32 * mebibyte,
      replaceToolkit: 32 * mebibyte,
      receiveWebhook: 25 * mebibyte,
    },
    renderFailure: (failure, call) =>
      options.errors.ofFailure(failure, call.context.requestId, call.path),
    onError: recorder.ofError,
    around: (call, operation, next) =>
      recorder.record(call, operation, async () => {
        const answer = await answerGuarded(guard(call, operation), next, (error) =>
          recorder.toAnswer(error, call),
        );
        return asErrorPage(answer, call, operation);
      }),
  });
  return withPlaces(router, options, { callers, recorder });
}

/** Places come first; whatever is not for one of them is for the router. */
function withPlaces(
  router: Service<RequestContext>,
  options: ServiceOptions,
  { callers, recorder }: { readonly callers: Callers; readonly recorder: Recorder },
): Service<RequestContext> {
  const { places = [] } = options;
  if (places.length === 0) {
    return router;
  }
  const findPlace = createPlaces(places, { ...options, callers, recorder });
  const answer = (call: Call<RequestContext>): ReturnType<typeof router.answer> => {
    const place = findPlace(call);
    return place === undefined
      ? router.answer(call)
      : recorder.record(call, place, () =>
          place.answer().catch((error: unknown) => recorder.toAnswer(error, call)),
        );
  };
  const { report, methods = [] } = router;
  const ask = (request: Request, context: RequestContext): Promise<Response> =>
    router(request, context);
  return Object.assign(ask, { answer, report, methods });
}

/** Returns whether calls without a key reach the handler, which may ask for another proof. */
function needsNoKey({ security }: OperationDefinition): boolean {
  return security === undefined || security.some((set) => Object.keys(set).length === 0);
}

/**
 * Operations without a key: one that is sent all the same has to be good, and requests are counted by address.
 *
 * @throws PlatformError `Auth_KeyInvalid`, `Request_RateLimited`
 */
async function admitPublic(call: Call<RequestContext>, callers: Callers): Promise<void> {
  const key = call.headers.get("x-api-key");
  if (key === null || key === "") {
    await callers.countAddress(call.context);
    return;
  }
  const caller = await callers.identify(call.context, key);
  if (caller === undefined) {
    throw new PlatformError("Auth_KeyInvalid");
  }
}

async function answerGuarded(
  admitted: Promise<void>,
  next: () => Promise<Answer>,
  refused: (error: unknown) => Answer,
): Promise<Answer> {
  try {
    await admitted;
  } catch (error) {
    return refused(error);
  }
  return await next();
}
