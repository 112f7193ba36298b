import { type BuildContext, reportProblem } from "../context/build-context.ts";
import type { Raw } from "../context/raw.ts";

/** Warns of a header whose name is not a token (RFC 9110, section 5.1): `fetch` and servers refuse to send it. */
export function reportHeaderName(name: string, raw: Raw, context: BuildContext): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    reportProblem(context, raw, {
      severity: "warning",
      code: "invalid-header-name",
      message: `HTTP cannot carry a header with the name \`${name}\`.`,
      fix: "Use letters, digits and `-` in its name.",
    });
  }
}

const ignored: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

/** Returns whether OpenAPI ignores a header parameter, because it describes the header in another way (section 4.8.12.2). */
export function isIgnoredHeader({ name, in: location }: { name: string; in: string }): boolean {
  return location === "header" && ignored.has(name.toLowerCase());
}

/** Warns of a parameter that `isIgnoredHeader` selects: neither a client sends it, nor does a router check it. */
export function reportIgnoredHeader(name: string, raw: Raw, context: BuildContext): void {
  if (isIgnoredHeader({ name, in: "header" })) {
    reportProblem(context, raw, {
      severity: "warning",
      code: "ignored-header",
      message: `OpenAPI ignores header parameters with the name \`${name}\`.`,
      fix:
        name.toLowerCase() === "authorization"
          ? "Remove it, and describe the credential under `securitySchemes`."
          : "Remove it: the media types of `content` say the same.",
    });
  }
}
