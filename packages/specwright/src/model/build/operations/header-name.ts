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
