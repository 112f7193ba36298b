import type { Case } from "../case.ts";
import type { HttpAnswer } from "../requests/send.ts";
import type { Problem } from "./judge-answer.ts";

/** Statuses with which a server rejects a request that does not fit the document. */
const refusals = new Set([400, 405, 406, 411, 413, 414, 415, 422, 431]);

/** Checks whether the status of a response is one that its request expects. */
export function judgeExpectation(
  { expected, path, credentials = "given" }: Case,
  { status, headers }: HttpAnswer,
): readonly Problem[] {
  const isSuccess = status < 400;
  switch (expected) {
    case "found":
    case "success": {
      if (status === 401 && credentials === "given") {
        return [{ check: "credentials-refused", message: "the credentials are not accepted" }];
      }
      if (expected === "found" && (status === 404 || status === 410)) {
        return [{ check: "created-not-found", message: "the resource exists" }];
      }
      const isRefused = refusals.has(status);
      return isRefused
        ? [{ check: "valid-refused", message: "the request fits the document" }]
        : [];
    }
    case "refused":
      return isSuccess
        ? [{ check: "invalid-accepted", message: "the request does not fit the document" }]
        : [];
    case "unauthorized":
      return status === 401 || status === 403
        ? []
        : isSuccess
          ? [{ check: "credentials-ignored", message: "401 or 403 is expected" }]
          : [];
    case "missing":
      return isSuccess ? [{ check: "unknown-found", message: "404 is expected" }] : [];
    case "deleted":
      return isSuccess ? [{ check: "deleted-found", message: "404 or 410 is expected" }] : [];
    case "no-route": {
      // A redirect is accepted, because it may lead to a web page.
      if (status < 300) {
        const check = path === undefined ? "undocumented-method" : "undocumented-route";
        return [{ check, message: "404 or 405 is expected" }];
      }
      return status === 405 && !headers.has("allow")
        ? [
            {
              check: "allow-missing",
              message: "the header Allow lists the methods that a path has",
            },
          ]
        : [];
    }
    case "step":
      return [];
    default:
      return expected satisfies never;
  }
}
