import type { Diagnostic } from "../../../diagnostic.ts";
import type { Schema } from "../../../document/model/model.ts";
import { reportLoss } from "../../../loss.ts";

/** The schemas with defaults that the router does not fill in, grouped by the reason. */
export interface UnfilledDefaults {
  /** Properties whose default is not one of their allowed values. */
  readonly notAllowed: Set<Schema>;
  /** Alternatives with defaults that cannot be distinguished from the others. */
  readonly notFilled: Set<Schema>;
  /** Components that are distinguished by their validator, and that require properties which a request need not have. */
  readonly notFitting: Set<Schema>;
}

/** The losses of a document's defaults. */
export function listDefaultLosses(unfilled: UnfilledDefaults): readonly Diagnostic[] {
  return [
    ...[...unfilled.notAllowed].map(reportDefaultNotAllowed),
    ...[...unfilled.notFilled].map((schema) => reportNotFilled(schema, isNotDistinguished)),
    ...[...unfilled.notFitting].map((schema) => reportNotFilled(schema, requiresReadOnly)),
  ];
}

const isNotDistinguished = {
  message:
    "The router does not fill in defaults of an alternative of `anyOf` or `oneOf` when other alternatives accept objects, too.",
  fix: "Make the alternative a component schema, or let all alternatives require the same property, with different values in each.",
};

const requiresReadOnly = {
  message:
    "Defaults in an alternative that requires `readOnly` properties are filled in only where a request has these.",
  fix: "Do not require them, or give requests a schema of their own.",
};

/** If the router filled in this default, handlers would receive a value that does not fit its type. */
function reportDefaultNotAllowed({ location }: Schema): Diagnostic {
  return reportLoss(location, "default-not-allowed", {
    message:
      "The default is not of the type or not among the values of its schema, so the router does not fill it in.",
    fix: "Correct the default, or allow it with `type` or `enum`.",
  });
}

function reportNotFilled(
  { location }: Schema,
  reported: { readonly message: string; readonly fix: string },
): Diagnostic {
  return reportLoss(location, "default-in-alternative", reported);
}
