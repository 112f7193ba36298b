import { createJoinedCatalog } from "../catalog/joined-catalog.ts";
import { type DocumentGroupOptions, groupDocuments } from "../group-documents.ts";
import type { ToolkitCatalog } from "../types/catalog-types.ts";

/** The catalog of these toolkits alone. */
export async function createCatalog(options: DocumentGroupOptions): Promise<ToolkitCatalog> {
  return createJoinedCatalog(await groupDocuments(options));
}
