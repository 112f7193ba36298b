import { beforeAll } from "vitest";
import type { Schemas } from "../base/api-types.ts";
import { createAuthConfig } from "../domain/accounts/auth-configs/create-auth-config.ts";
import { type Platform, runInProject, type Scope } from "../domain/scope.ts";
import { testToolkits } from "./test-catalog.ts";
import type { TestDatabase } from "./test-database.ts";
import { createTestPlatform } from "./test-platform.ts";
import { createTestProject } from "./test-project.ts";

/** A platform with `testToolkits`, one of its projects, and short ways to work in that project. */
export interface DomainFixture {
  readonly platform: Platform;
  readonly projectId: string;
  readonly organizationId: string;
  /** Runs work in the project, or in another one. */
  run<T>(work: (scope: Scope) => Promise<T>, projectId?: string): Promise<T>;
  /** Creates an auth config, managed by default, and returns its id. */
  createAuthConfig(slug: string, input?: Schemas["AuthConfigInput"]): Promise<string>;
  /** Creates an auth config with the project's own credentials and returns its id. */
  createConfig(
    slug: string,
    input: Omit<Schemas["CustomAuthConfigInput"], "type">,
  ): Promise<string>;
  /** Another project of another organization. */
  createOtherProject(): Promise<string>;
}

/** Opens the fixture on a new database before the first test of the `describe`. GitHub has a managed client. */
export function useDomainFixture(open: TestDatabase["open"]): DomainFixture {
  let made: Awaited<ReturnType<typeof createPlatform>> | undefined;
  beforeAll(async () => {
    made = await createPlatform(open);
  });
  const get = (): NonNullable<typeof made> => {
    if (made === undefined) {
      throw new Error("The fixture is there for tests and hooks only.");
    }
    return made;
  };
  const fixture: DomainFixture = {
    get platform() {
      return get().platform;
    },
    get projectId() {
      return get().projectId;
    },
    get organizationId() {
      return get().organizationId;
    },
    run: (work, projectId = get().projectId) => runInProject(get().platform, projectId, work),
    createAuthConfig: (slug, auth_config) =>
      fixture.run(async (scope) => {
        const input = { toolkit: { slug }, ...(auth_config === undefined ? {} : { auth_config }) };
        return (await createAuthConfig(scope, input)).auth_config.id;
      }),
    createConfig: (slug, input) =>
      fixture.createAuthConfig(slug, { type: "use_custom_auth", ...input }),
    createOtherProject: async () => {
      const { database, secrets } = get().platform;
      return (await createTestProject(database, secrets)).projectId;
    },
  };
  return fixture;
}

async function createPlatform(
  open: TestDatabase["open"],
): Promise<Pick<DomainFixture, "platform" | "projectId" | "organizationId">> {
  const database = await open();
  const platform = createTestPlatform(database, {
    catalog: testToolkits,
    managedAuth: {
      toolkits: ["github"],
      listSchemes: (slug) => (slug === "github" ? ["OAUTH2"] : []),
      find: (slug, scheme) =>
        slug === "github" && scheme === "OAUTH2" ? { client_id: "managed" } : undefined,
    },
  });
  const { projectId, organizationId } = await createTestProject(database, platform.secrets);
  return { platform, projectId, organizationId };
}
