import { expect, test } from "vitest";
import { goodKey } from "../application.ts";
import type { World } from "../world.ts";
import { connect, createConfig } from "./accounts.ts";

/** Messages of errors whose fix depends on the state of a resource. */
export function testMessages(world: () => World): void {
  test("an account that cannot be used is named with its status and the remedy", async () => {
    const { platform } = world();
    const config = await createConfig(world(), "API_KEY");
    const val = { generic_api_key: goodKey };
    const user_id = "words";
    const id = await connect(world(), config, "API_KEY", val, { user_id });
    await platform.connectedAccounts.setConnectedAccountStatus({
      nanoid: id,
      body: { enabled: false },
    });
    const execute = (body: object): Promise<unknown> =>
      platform.tools.executeTool({ tool_slug: "ACME_GET_THING", body });
    const suggested_fix = `Switch it on: PATCH /api/v3/connected_accounts/${id}/status with {"enabled": true}.`;
    await expect(execute({ connected_account_id: id })).rejects.toMatchObject({
      status: 422,
      body: {
        error: {
          slug: "ToolExecution_AccountNotActive",
          message: `The connected account ${id} is INACTIVE: it was switched off.`,
          suggested_fix,
        },
      },
    });
    await expect(execute({ user_id })).rejects.toMatchObject({
      status: 404,
      body: {
        error: {
          slug: "ToolExecution_ConnectedAccountNotFound",
          message: `The user has no ACTIVE account of this toolkit. The newest, ${id}, is INACTIVE: it was switched off.`,
          suggested_fix,
        },
      },
    });
    await expect(execute({ user_id: "words-nobody" })).rejects.toMatchObject({
      body: { error: { message: "No connected account was found for this call." } },
    });
  });
}
