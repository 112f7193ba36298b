import {
  type CustomAuthConfigInput,
  createAuthConfig,
} from "../domain/auth-configs/create-auth-config.ts";
import { inProject, type Platform, type Scope } from "../domain/scope.ts";
import { testToolkits } from "./test-catalog.ts";
import type { TestDatabase } from "./test-database.ts";
import { createTestPlatform } from "./test-platform.ts";
import { createTestProject } from "./test-project.ts";

/** A platform with `testToolkits`, a project of it, and short ways to work in that project. */
export type DomainFixture = {
  readonly platform: Platform;
  readonly projectId: string;
  readonly organizationId: string;
  run<T>(work: (scope: Scope) => Promise<T>): Promise<T>;
  /** Makes an auth config with credentials of the project's own and answers its id. */
  createConfig(slug: string, input: Omit<CustomAuthConfigInput, "type">): Promise<string>;
  /** Another project of another organization. */
  createOtherProject(): Promise<string>;
};

/** The fixture on a new database. GitHub has a managed client. */
export async function createDomainFixture(open: TestDatabase["open"]): Promise<DomainFixture> {
  const database = await open();
  const platform = createTestPlatform(database, {
    catalog: testToolkits,
    managedAuth: {
      schemes: (slug) => (slug === "github" ? ["OAUTH2"] : []),
      find: (slug, scheme) =>
        slug === "github" && scheme === "OAUTH2" ? { client_id: "managed" } : undefined,
    },
  });
  const { projectId, organizationId } = await createTestProject(database, platform.secrets);
  const run: DomainFixture["run"] = (work) => inProject(platform, projectId, work);
  return {
    platform,
    projectId,
    organizationId,
    run,
    createConfig: (slug, input) =>
      run(async (scope) => {
        const auth_config = { type: "use_custom_auth", ...input } as const;
        const made = await createAuthConfig(scope, { toolkit: { slug }, auth_config });
        return made.auth_config.id;
      }),
    createOtherProject: async () => (await createTestProject(database, platform.secrets)).projectId,
  };
}
