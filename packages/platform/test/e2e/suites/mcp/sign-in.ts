import { expect, test } from "vitest";
import { hashResource, type McpResource } from "../../../../src/domain/mcp-sign-in/mcp-resource.ts";
import { saveOauthRecord } from "../../../../src/domain/mcp-sign-in/oauth-records.ts";
import { runInProject } from "../../../../src/domain/scope.ts";
import type { World } from "../../world.ts";

/** Access tokens at MCP endpoints. `test/sign-in` has the way to them. */
export function testMcpSignIn(world: () => World): void {
  const send = async (url: string, authorization?: string): Promise<string> => {
    const response = await world().coverage.fetch(
      new Request(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...(authorization && { authorization }) },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
      }),
    );
    const { error } = Object(await response.json());
    return `${response.status} ${error?.slug ?? "done"}`;
  };

  test("a server and a session take tokens of their own, of the right user", async () => {
    const { owner, clientWith, serving, url } = world();
    const made = await owner.projects.createProject({
      body: {
        name: "signing-in",
        should_create_api_key: true,
        config: {
          mcp_sign_in: {
            type: "handover",
            url: "https://app.example.com/mcp/sign-in",
            secret: "secret-of-the-suite-of-operations",
            covers_sessions: true,
          },
        },
      },
    });
    const platform = clientWith(made.api_key ?? "");
    const { id } = await platform.mcp.createCustomMcpServer({
      body: { name: "Signed in", toolkits: ["acme"] },
    });
    const session = await platform.toolRouter.createSession({ body: { user_id: "ada" } });
    const give = (resource: McpResource, userId: string): Promise<void> =>
      runInProject(serving.platform, made.id, (scope) =>
        saveOauthRecord(scope, {
          kind: "AccessToken",
          id: `${resource.kind}-${userId}`,
          payload: {},
          grantId: "grant",
          userId,
          resource: hashResource(resource),
          expiresIn: 60,
        }),
      );
    await runInProject(serving.platform, made.id, (scope) =>
      saveOauthRecord(scope, { kind: "Grant", id: "grant", payload: {}, expiresIn: 60 }),
    );
    for (const user of ["ada", "bob"]) {
      await give({ kind: "server", id }, user);
      await give({ kind: "session", id: session.session_id }, user);
    }
    for (const [kind, address] of [
      ["server", `${url}/mcp/${id}?user_id=ada`],
      ["session", `${url}/tool_router/${session.session_id}/mcp`],
    ] as const) {
      expect(await send(address)).toBe("401 Mcp_SignInRequired");
      expect(await send(address, "Bearer other")).toBe("401 Mcp_TokenInvalid");
      expect(await send(address, `Bearer ${kind}-bob`)).toBe("403 Mcp_TokenOfOtherUser");
      expect(await send(address, `Bearer ${kind}-ada`)).toBe("200 done");
    }
  });
}
