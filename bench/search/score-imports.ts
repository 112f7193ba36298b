import { createJoinedCatalog } from "../../packages/platform/src/applications/toolkits/catalog/joined-catalog.ts";
import {
  createToolkitGroup,
  type ToolkitGroup,
} from "../../packages/platform/src/applications/toolkits/catalog/toolkit-group.ts";
import { compileToolkit } from "../../packages/platform/src/applications/toolkits/compiled/compile-toolkit.ts";
import { openOutline } from "../../packages/platform/src/applications/toolkits/compiled/open-compiled.ts";
import { groupDocuments } from "../../packages/platform/src/applications/toolkits/group-documents.ts";
import { identifyOperation } from "../../packages/platform/src/applications/toolkits/importing/naming/name-operations.ts";
import { loadToolkits } from "../../packages/platform/src/applications/toolkits/load-toolkits.ts";
import type { ToolkitVersion } from "../../packages/platform/src/applications/toolkits/types/catalog-types.ts";
import { bundleDocument } from "../../packages/specwright/src/document/bundle/bundle-document.ts";
import { openDocument } from "../../packages/specwright/src/document/read/open-document.ts";
import type { ImportedUseCases } from "./imported-use-cases.ts";
import type { Searched } from "./score.ts";

/** The company of an imported toolkit in a search: none, or the shipped toolkits. */
export type Company = "alone" | "beside shipped";

interface Imported {
  readonly shelf: ToolkitGroup;
  /** The slugs of the tools by what identifies their operations. */
  readonly slugs: ReadonlyMap<string, string>;
}

/** Importing a document takes longer than all of its searches. */
const imported = new Map<string, Promise<Imported>>();

/** Imports the document of each set, as a project does, and searches its tools for each request. */
export async function searchImports(
  sets: readonly ImportedUseCases[],
  { folder, company }: { readonly folder: string; readonly company: Company },
): Promise<readonly Searched[]> {
  const documents = company === "alone" ? [] : loadToolkits().documents;
  const installation = await groupDocuments({ documents, baseUrl: "" });
  const results: Searched[] = [];
  for (const set of sets) {
    const known = imported.get(set.file) ?? importDocument(set, folder);
    imported.set(set.file, known);
    const { shelf, slugs } = await known;
    const catalog = createJoinedCatalog(installation, shelf);
    for (const [words, ...operations] of set.useCases) {
      const wanted = operations.map((each) => findSlug(slugs, each));
      const listed = await catalog.listTools({ search: words });
      const found = (await listed.read(0, 300)).map(({ slug }) => slug);
      const index = found.findIndex((slug) => wanted.includes(slug));
      const place = index === -1 ? Number.POSITIVE_INFINITY : index + 1;
      results.push({ words, toolkit: set.slug, wanted, place, first: found[0] });
    }
  }
  return results;
}

function findSlug(slugs: ReadonlyMap<string, string>, operation: string): string {
  const slug = slugs.get(operation);
  if (slug === undefined) {
    throw new Error(`No tool is made of ${operation}.`);
  }
  return slug;
}

async function importDocument({ slug, file }: ImportedUseCases, folder: string): Promise<Imported> {
  // Everything in a document that OpenAPI allows is JSON.
  const document = bundleDocument(openDocument(file, { folder })) as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>;
  };
  const wish = { slug, baseUrl: "https://api.example.com" };
  const text = JSON.stringify(document);
  const { compiled, errors } = compileToolkit({ path: "document.json", text, wish });
  if (compiled === undefined) {
    throw new Error(errors.join("\n"));
  }
  const byIdentity = new Map(compiled.tools.map((tool) => [tool.identity, tool.slug]));
  const slugs = new Map<string, string>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, { operationId }] of Object.entries(item)) {
      const identity = identifyOperation({ method, path, operationId, tags: [] });
      slugs.set(`${method.toUpperCase()} ${path}`, byIdentity.get(identity) ?? "");
    }
  }
  const place = { baseUrl: "", version: "1", versions: ["1"], versionsOfTools: new Map() };
  const { toolkit } = await openOutline(compiled.outline, place);
  const latest: ToolkitVersion = {
    toolkit,
    readTool: async () => undefined,
    // The score needs the slugs alone.
    readRecords: async (asked) => new Map(asked.map((each) => [each, { slug: each } as never])),
  };
  const versionsOfTools = new Map([...toolkit.tools.keys()].map((each) => [each, ["1"]]));
  const open = async (): Promise<ToolkitVersion> => latest;
  return { slugs, shelf: createToolkitGroup([{ latest, versions: ["1"], versionsOfTools, open }]) };
}
