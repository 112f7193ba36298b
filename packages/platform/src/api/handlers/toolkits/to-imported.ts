import type { DocumentSource } from "../../../applications/toolkits/compiled/compile-job.ts";
import type { ImportLoss } from "../../../applications/toolkits/importing/import-types.ts";
import type { Schemas } from "../../../base/api-types.ts";
import { cutText } from "../../../base/sharing/cut-text.ts";
import type { ImportedToolkit } from "../../../domain/toolkits/import-toolkit.ts";
import type { RequestContext } from "../handler.ts";

/**
 * The document of a request. It is in a file, because the service does not parse it; see `ImportBody`. In a
 * service without a folder for such files it is in the body.
 */
export function toSource(
  { found }: RequestContext,
  document: Schemas["ToolkitDocument"],
): DocumentSource {
  const file = found.importBody?.documentFile;
  if (file !== undefined) {
    return { file };
  }
  return { text: typeof document === "string" ? document : JSON.stringify(document) };
}

/** An imported toolkit with the report of its import. */
export function toImported({ record, report }: ImportedToolkit): Schemas["ImportedToolkit"] {
  const { skippedOperations, notes } = report;
  return {
    ...record,
    import_report: {
      skipped_operations: toList(skippedOperations),
      skipped_operations_count: skippedOperations.length,
      notes: toList(notes),
      notes_count: notes.length,
    },
  };
}

/** The longest list that is returned. The counts include all entries. */
const mostEntries = 500;

function toList(losses: readonly ImportLoss[]): Schemas["ToolkitImportLoss"][] {
  return losses.slice(0, mostEntries).map(({ place, reason }) => ({
    place: cutText(place, longestPlace),
    reason: cutText(reason, longestReason),
  }));
}

/** Both may contain names of the document, which may be as long as the document. */
const [longestPlace, longestReason] = [200, 400];
