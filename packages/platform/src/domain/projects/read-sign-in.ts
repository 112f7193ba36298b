import { runInRows } from "../mcp-sign-in/run-in-rows.ts";
import { openSignIn, type SignIn } from "../mcp-sign-in/sign-in-settings.ts";
import type { Platform } from "../scope.ts";

/** A project in which people can sign in to MCP clients. */
export interface SignInProject {
  readonly id: string;
  readonly name: string;
  readonly logoUrl: string | null;
  readonly signIn: SignIn;
}

/** A project as a person sees it who signs in; undefined when it is gone, or when nobody can sign in. */
export async function readSignIn(
  platform: Platform,
  projectId: string,
): Promise<SignInProject | undefined> {
  return await runInRows(platform, projectId, async (scope) => {
    const row = await scope.trx
      .selectFrom("projects")
      .select(["name", "config"])
      .where("id", "=", projectId)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    const stored = row?.config.mcp_sign_in;
    if (row === undefined || stored == null) {
      return undefined;
    }
    const { display_name: name = row.name, logo_url: logo = null } = row.config;
    return { id: projectId, name, logoUrl: logo, signIn: await openSignIn(scope, stored) };
  });
}
