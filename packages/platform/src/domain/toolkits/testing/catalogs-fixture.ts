import { beforeAll, expect } from "vitest";
import type { TestDatabase } from "../../../testing/test-database.ts";
import { createTestPlatform } from "../../../testing/test-platform.ts";
import { createTestProject } from "../../../testing/test-project.ts";
import { createCompiler } from "../../../toolkits/compiled/create-compiler.ts";
import { shelfOfDocuments } from "../../../toolkits/shelf-of-documents.ts";
import { loadTexts, plainHead } from "../../../toolkits/testing/load-texts.ts";
import type { ToolkitCatalogs } from "../../../toolkits/types/catalog-types.ts";
import type { Platform } from "../../scope.ts";
import { createToolkitImports, type ToolkitImports } from "../import-toolkit.ts";
import { type CatalogParts, createProjectCatalogs } from "../project-catalogs.ts";

/** A toolkit document with an operation for each id. */
export function writeToolkitDocument(slug: string, ...ids: readonly string[]): string {
  const paths = ids.map((id) => [
    `/${id}`,
    {
      get: {
        operationId: id,
        summary: `Fetch the ${id}`,
        description: `Fetches one ${id} of ${slug}.`,
        parameters: [{ name: "depth", in: "query", schema: { type: "integer", maximum: 7 } }],
        responses: { 200: { description: "Ok." } },
      },
    },
  ]);
  return `${plainHead(slug)}\npaths: ${JSON.stringify(Object.fromEntries(paths))}\n`;
}

const installation = await shelfOfDocuments({
  documents: loadTexts(writeToolkitDocument("shared", "sun")).documents,
  baseUrl: "https://p.example",
});
const compiler = createCompiler();

/** The world of the tests of projects' catalogs. */
export interface CatalogsAtWork {
  readonly platform: Platform;
  /** The parts of catalogs on one database. The installation has one toolkit, `shared`, with `SHARED_SUN`. */
  readonly parts: CatalogParts;
  /** The catalogs of two processes. */
  readonly replicas: readonly [ToolkitCatalogs, ToolkitCatalogs];
  readonly createProject: () => Promise<string>;
  /** Imports a document into a project, or replaces a toolkit by it. */
  readonly bring: (
    projectId: string,
    document: string,
    purpose?: "import" | "replace",
  ) => ReturnType<ToolkitImports["bring"]>;
  readonly remove: ToolkitImports["remove"];
  /** The slugs of the tools that a project sees on a replica. */
  readonly slugsOn: (replica: number, projectId: string, search?: string) => Promise<string[]>;
}

/** Opens a database with two replicas of catalogs before the tests of a `describe`. */
export function useCatalogs(open: TestDatabase["open"]): CatalogsAtWork {
  let platform: Platform;
  let parts: CatalogParts;
  let replicas: CatalogsAtWork["replicas"];
  let imports: ToolkitImports;
  beforeAll(async () => {
    const database = await open();
    parts = { database, installation, baseUrl: "https://p.example", compiler };
    replicas = [createProjectCatalogs(parts), createProjectCatalogs(parts)];
    platform = { ...createTestPlatform(database), catalogs: replicas[0] };
    imports = createToolkitImports({ platform, catalogs: replicas[0], compiler });
  });
  return {
    get platform() {
      return platform;
    },
    get parts() {
      return parts;
    },
    get replicas() {
      return replicas;
    },
    createProject: async () =>
      (await createTestProject(parts.database, platform.secrets)).projectId,
    bring: (projectId, document, purpose = "import") =>
      imports.bring(projectId, { document, purpose }),
    remove: (projectId, slug) => imports.remove(projectId, slug),
    slugsOn: async (replica, projectId, search) => {
      const catalog = await (replicas[replica] ?? replicas[0]).of({ projectId });
      const listed = await catalog.listTools(search === undefined ? {} : { search });
      const records = await listed.read(0, 1000);
      expect(listed.total).toBe(records.length);
      return records.map(({ slug }) => slug);
    },
  };
}
