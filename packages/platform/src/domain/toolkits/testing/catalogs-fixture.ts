import { beforeAll, expect } from "vitest";
import { createJoinedCatalog } from "../../../applications/toolkits/catalog/joined-catalog.ts";
import { createCompiler } from "../../../applications/toolkits/compiled/create-compiler.ts";
import { groupDocuments } from "../../../applications/toolkits/group-documents.ts";
import { loadTexts } from "../../../applications/toolkits/testing/load-texts.ts";
import { writePlainHead } from "../../../applications/toolkits/testing/write-plain-head.ts";
import type {
  ToolkitCatalogs,
  ToolkitDefinition,
} from "../../../applications/toolkits/types/catalog-types.ts";
import { createEgress } from "../../../base/egress/create-egress.ts";
import type { TestDatabase } from "../../../testing/test-database.ts";
import { createTestPlatform } from "../../../testing/test-platform.ts";
import { createTestProject } from "../../../testing/test-project.ts";
import { type Platform, runInProject } from "../../scope.ts";
import { createToolkitImports, type ToolkitImports } from "../import-toolkit.ts";
import { type CatalogParts, createProjectCatalogs } from "../project-catalogs.ts";
import { removeToolkit } from "../store-toolkit.ts";

/** Writes a toolkit document with an operation for each id. */
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
  return `${writePlainHead(slug)}\npaths: ${JSON.stringify(Object.fromEntries(paths))}\n`;
}

const installation = await groupDocuments({
  documents: loadTexts(writeToolkitDocument("shared", "sun")).documents,
  baseUrl: "https://p.example",
});
const compiler = createCompiler();

/** The database, replicas and projects of the tests. */
export interface CatalogsAtWork {
  readonly platform: Platform;
  /** The parts of catalogs on one database. The installation has one toolkit, `shared`, with `SHARED_SUN`. */
  readonly parts: CatalogParts;
  /** The catalogs of two processes. */
  readonly replicas: readonly [ToolkitCatalogs, ToolkitCatalogs];
  readonly createProject: () => Promise<string>;
  /** Imports a document into a project, or replaces a toolkit with it. */
  readonly bring: (
    projectId: string,
    document: string,
    purpose?: "import" | "replace",
  ) => Promise<ToolkitDefinition>;
  readonly remove: (projectId: string, slug: string) => Promise<void>;
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
    imports = createToolkitImports({
      installation: createJoinedCatalog(installation),
      compiler,
      egress: createEgress(),
    });
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
    bring: async (projectId, document, purpose = "import") => {
      const read = await imports.read({ source: { text: document }, slug: readSlug(document) });
      await runInProject(platform, projectId, (scope) => imports.store(scope, read, purpose));
      return (await replicas[0].open({ projectId })).getToolkit(read.slug);
    },
    remove: (projectId, slug) =>
      runInProject(platform, projectId, (scope) =>
        removeToolkit(scope, slug, createJoinedCatalog(installation)),
      ),
    slugsOn: async (replica, projectId, search) => {
      const catalog = await (replicas[replica] ?? replicas[0]).open({ projectId });
      const listed = await catalog.listTools({ search });
      const records = await listed.read(0, 1000);
      expect(listed.total).toBe(records.length);
      return records.map(({ slug }) => slug);
    },
  };
}

/** Reads the slug from the text of a toolkit document. */
function readSlug(document: string): string {
  return /\bslug: ([\w-]+)/.exec(document)?.[1] ?? "nameless";
}
