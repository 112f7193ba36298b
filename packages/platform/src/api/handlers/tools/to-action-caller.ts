import type { ActionCaller } from "../../../actions/services.ts";
import type { PlatformPrincipals, RequestContext } from "../handler.ts";

interface Input {
  readonly context: RequestContext;
  readonly principal: { readonly ProjectKey: PlatformPrincipals["ProjectKey"] };
  readonly header: { readonly "Idempotency-Key"?: string };
}

/**
 * Describes the caller of a request. If the caller closes its connection early, the call is ended, because nobody would
 * read the application's response. With an `Idempotency-Key` the call continues, because the caller can come back for
 * its response.
 */
export function toActionCaller({ context, header, principal }: Input): ActionCaller {
  const { projectId, catalogVersion } = principal.ProjectKey;
  return {
    projectId,
    catalogVersion,
    requestId: context.requestId,
    source: "api",
    signal: header["Idempotency-Key"] === undefined ? context.watchCaller() : undefined,
  };
}
