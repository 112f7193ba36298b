import type { Service } from "@specwright/runtime/v1/server";
import type { RequestContext } from "../../handlers/handler.ts";
import { createImportPlaces } from "./import-places.ts";
import { type ImportBodyParts, receiveImportBody } from "./receive-import-body.ts";

/** Settings of the bodies of imports. */
export type ImportBodySettings = Omit<ImportBodyParts, "takePlace">;

/**
 * A service that writes the bodies of imports to disk while they arrive. The process that compiles takes the document out of
 * them, and the router gets the rest, with the document's SHA-256 in its place. So a document of 32 MiB is never in the
 * memory of the service, and the router's checks, the `Idempotency-Key` and the handlers stay as they are (ADR 111).
 */
export function withImportBodies(
  router: Service<RequestContext>,
  settings: ImportBodySettings,
): Service<RequestContext> {
  const parts = { ...settings, takePlace: createImportPlaces() };
  const answer: typeof router.answer = async (call) => {
    // The operation is known only in the router. Imports are among these.
    const isCandidate =
      (call.method === "POST" || call.method === "PUT") && call.path.startsWith("/api/v3/toolkits");
    if (!isCandidate) {
      return await router.answer(call);
    }
    const received = receiveImportBody(call, parts);
    call.context.found.importBody = received.body;
    try {
      return await router.answer(received.call);
    } finally {
      await received.close();
    }
  };
  const { report, methods = [] } = router;
  const ask = (request: Request, context: RequestContext): Promise<Response> =>
    router(request, context);
  return Object.assign(ask, { answer, report, methods });
}
