import type { Model } from "specwright";
import type { EditedDocument } from "./document-edits.ts";
import type { ImportLoss } from "./import-types.ts";

/**
 * Many documents describe their credentials and say nowhere which operation needs them. Each operation then takes those of any
 * scheme, as in the generated client. A document that writes `security` once, also an empty one, has decided.
 *
 * @returns the model with these requirements, which the document gets too, and a note about it
 */
export function declareSecurity(
  document: EditedDocument,
  model: Model,
): { readonly model: Model; readonly notes: readonly ImportLoss[] } {
  const { security } = model.assumedSecurity ?? {};
  if (security === undefined) {
    return { model, notes: [] };
  }
  document.security = security.map((each) => Object.fromEntries(each));
  const operations = model.operations.map((operation) => ({ ...operation, security }));
  const reason =
    "The document does not say which operations need credentials (`security`), so each call sends those of its account.";
  return {
    model: { ...model, operations },
    notes: [{ place: "/components/securitySchemes", reason }],
  };
}
