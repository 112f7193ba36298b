import type { ActionCaller } from "../../actions/services.ts";
import type { PlatformPrincipals, RequestContext } from "../handler.ts";

interface Input {
  readonly context: RequestContext;
  readonly principal: { readonly ProjectKey: PlatformPrincipals["ProjectKey"] };
  readonly request: Request;
  readonly header: { readonly "Idempotency-Key"?: string };
}

/**
 * The caller of a request. When it closes its connection before it was answered, nobody would read what the application
 * answers: the call is given up, unless an `Idempotency-Key` lets the caller come back for the answer.
 */
export function toActionCaller({ context, header, principal, request }: Input): ActionCaller {
  const { projectId, catalogVersion } = principal.ProjectKey;
  return {
    projectId,
    catalogVersion,
    requestId: context.requestId,
    source: "api",
    signal: header["Idempotency-Key"] === undefined ? request.signal : undefined,
  };
}
