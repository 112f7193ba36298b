import type { Answer, Call, OperationDefinition, Service } from "@specwright/runtime/v1/server";
import type { Logger } from "pino";
import { createRouter } from "../../../../../generated/server/index.js";
import { PlatformError } from "../../base/errors.ts";
import { createHandlers } from "../handlers/create-handlers.ts";
import type { PlatformPrincipals, RequestContext } from "../handlers/handler.ts";
import { type Callers, createCallers } from "./callers/callers.ts";
import { assertFromOwnPage, exchangeConsoleCookie } from "./callers/console-cookie.ts";
import type { Origins } from "./callers/origins.ts";
import type { RateLimit } from "./callers/rate-limit.ts";
import { createSecurity } from "./callers/security.ts";
import { createSenders } from "./callers/senders.ts";
import { answerWithErrorPage, hosted } from "./errors/as-error-page.ts";
import { answerAsJsonRpc } from "./errors/as-json-rpc.ts";
import type { ErrorAnswers } from "./errors/error-answer.ts";
import type { Fairness } from "./fairness/fairness.ts";
import { limitLines } from "./imports/limit-lines.ts";
import { withImportBodies } from "./imports/with-import-bodies.ts";
import type { Metrics } from "./metrics.ts";
import { createPlaces } from "./places/create-places.ts";
import type { Place } from "./places/place.ts";
import { createRecorder, type Recorder } from "./record-requests.ts";

/** Parts of the HTTP layer that live as long as the API. The others come with each request, in its context. */
export interface ServiceOptions {
  readonly errors: ErrorAnswers;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly rateLimit: RateLimit;
  readonly origins: Origins;
  readonly fairness: Fairness;
  /** Routes beside the operations of the document. Default: none. */
  readonly places?: readonly Place[];
  /** Opens the folder for the bodies of imports. Default: they are held in memory, and have the limit of all bodies. */
  readonly spoolFolder?: () => Promise<string>;
  /** Validates every response against the document. For tests and development. */
  readonly validateResponses?: boolean;
}

const mebibyte = 1024 * 1024;

/** A page of another origin must not sign a browser in, to a session whose owner then sees what the user does. */
const signIns: ReadonlySet<string> = new Set(["createConsoleSession", "openConsoleLink"]);

/** The largest body of an import. The router sees it without its document. */
const largestImport = 32 * mebibyte;

/**
 * The API as a service for the adapters of the runtime: the generated router with our handlers, errors, keys and
 * limits.
 */
export function createService(options: ServiceOptions): Service<RequestContext> {
  const callers = createCallers(options.rateLimit);
  const senders = createSenders(options.rateLimit);
  const recorder = createRecorder(options);
  const guard = (
    call: Call<RequestContext>,
    operation: OperationDefinition | undefined,
  ): Promise<void> | undefined => {
    if (operation === undefined) {
      return undefined;
    }
    if (operation.name === "importConnectedAccounts") {
      limitLines(call);
    }
    if (call.hasBody) {
      options.fairness.shareParsing(call, operation.name);
    }
    // The hosted pages have their own rule: any site may link to them, but no site may submit their form.
    if (!hosted.has(operation.name)) {
      options.origins.assertAllowed(call);
    }
    const { baseUrl } = call.context.services.platform;
    if (signIns.has(operation.name)) {
      assertFromOwnPage(call.headers, baseUrl);
    } else if (!needsNoKey(operation)) {
      exchangeConsoleCookie(call, baseUrl);
    }
    return needsNoKey(operation) && !isDelivery(call, operation)
      ? admitPublic(call, callers)
      : undefined;
  };
  const router = createRouter<RequestContext, PlatformPrincipals>({
    handlers: options.fairness.shareHandlers(createHandlers()),
    security: createSecurity(callers),
    emptyQueryAsAbsent: true,
    validateResponses: options.validateResponses ?? false,
    // A JSON body of 1 MiB could have 350,000 members. Parsing and checking them would delay other requests for half a
    // second (ADR 47).
    memberLimit: 50_000,
    // See docs/decisions.md §2. All other operations have the default of 1 MiB.
    bodyLimits: {
      receiveWebhook: 25 * mebibyte,
      // It is read as it arrives, line by line.
      importConnectedAccounts: 4_096 * mebibyte,
    },
    renderFailure: (failure, call) =>
      options.errors.answerFailure(failure, call.context.requestId, call.path),
    onError: recorder.ofError,
    around: (call, operation, next) =>
      recorder.record(call, operation, async () => {
        const toAnswer = (error: unknown): Answer => recorder.toAnswer(error, call);
        const ask = async (): Promise<Answer> => {
          try {
            await guard(call, operation);
          } catch (error) {
            return toAnswer(error);
          }
          const answered = await next();
          const { refusal } = call.context.found;
          return refusal === undefined ? answered : toAnswer(refusal);
        };
        const answer = isDelivery(call, operation)
          ? await senders.admit(call.context, call.path, ask).catch(toAnswer)
          : await ask();
        return answerAsJsonRpc(answerWithErrorPage(answer, call, operation), operation);
      }),
  });
  const { spoolFolder } = options;
  const importing =
    spoolFolder === undefined
      ? router
      : withImportBodies(router, { folder: spoolFolder, bodyLimit: largestImport });
  return withPlaces(importing, options, { callers, recorder });
}

/** Offers each call to the places first. The router gets the calls that no place takes. */
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

/** True for a delivery of an application. Its signature is its proof, unless it has a key. */
function isDelivery(
  call: Call<RequestContext>,
  operation: OperationDefinition | undefined,
): boolean {
  return operation?.name === "receiveWebhook" && !hasKey(call);
}

function hasKey({ headers }: Call<RequestContext>): boolean {
  return (headers.get("x-api-key") ?? "") !== "";
}

/** True when calls without a key reach the handler, which may ask for another proof. */
function needsNoKey({ security }: OperationDefinition): boolean {
  return security === undefined || security.some((set) => Object.keys(set).length === 0);
}

/**
 * Admits a call to an operation that needs no key. Requests without a key are counted by address; a key that is sent
 * must be valid.
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
