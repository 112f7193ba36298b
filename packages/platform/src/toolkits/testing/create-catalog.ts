import { createCatalogOfShelves } from "../catalog/catalog-of-shelves.ts";
import { createShelfOfDocuments, type ShelfOptions } from "../shelf-of-documents.ts";
import type { ToolkitCatalog } from "../types/catalog-types.ts";

/** The catalog of these toolkits alone. */
export async function createCatalog(options: ShelfOptions): Promise<ToolkitCatalog> {
  return createCatalogOfShelves(await createShelfOfDocuments(options));
}
