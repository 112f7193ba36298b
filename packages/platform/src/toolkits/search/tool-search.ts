import type { ToolOutline } from "../types/tool-types.ts";
import { createSearchIndex, type SearchIndex } from "./search-index.ts";

/** An index of tools by slug: over names, toolkits, descriptions, tags and search phrases. */
export function createToolSearch(tools: readonly ToolOutline[]): SearchIndex {
  return createSearchIndex(
    tools.map(({ slug, record, searchPhrases }) => ({
      id: slug,
      fields: [
        { text: record.name, weight: 3 },
        { text: slug.replaceAll("_", " "), weight: 1.5 },
        { text: `${record.toolkit.name} ${record.toolkit.slug}`, weight: 2 },
        { text: searchPhrases.join(" "), weight: 2 },
        { text: record.description, weight: 1 },
        { text: record.tags.filter((tag) => !tag.endsWith("Hint")).join(" "), weight: 1 },
      ],
      phrases: [record.name, `${record.toolkit.name} ${record.name}`, ...searchPhrases],
    })),
  );
}
