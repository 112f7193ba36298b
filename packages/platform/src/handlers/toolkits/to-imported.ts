import type { Schemas } from "../../api-types.ts";
import type { ImportedToolkit } from "../../domain/toolkits/import-toolkit.ts";
import type { ImportLoss } from "../../toolkits/importing/import-types.ts";

/** The text of a document, which a request may hold as an object or as text. */
export function toText(document: Schemas["ToolkitDocument"]): string {
  return typeof document === "string" ? document : JSON.stringify(document);
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
  return losses.slice(0, mostEntries).map(({ place, reason }) => ({ place, reason }));
}
