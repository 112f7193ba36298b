import type { Attack } from "../attack.ts";
import { countStatuses, send } from "../send.ts";

/** A text that only the other project has. */
const marker = "canary-of-the-other-project";

export const foreignIds: Attack = {
  name: "foreign-ids",
  what: "Requests with ids of another project",
  promise: "Each is answered as for an id that does not exist, without a byte of the other project",
  isWitnessed: false,
  run: async ({ service, attacker, other }) => {
    const config = await other.platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug: "stripe" },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY", name: marker },
      },
    });
    const account = await other.platform.connectedAccounts.createConnectedAccount({
      body: {
        auth_config: { id: config.auth_config.id },
        connection: {
          user_id: marker,
          state: { authScheme: "API_KEY", val: { status: "ACTIVE", generic_api_key: marker } },
        },
        validate_credentials: false,
      },
    });
    const session = await other.platform.toolRouter.createSession({ body: { user_id: marker } });
    const paths = [
      `/auth_configs/${config.auth_config.id}`,
      `/connected_accounts/${account.id}`,
      `/tool_router/session/${session.session_id}`,
      "/toolkits/desk",
      `/connected_accounts?user_ids=${marker}`,
      `/connected_accounts?auth_config_ids=${config.auth_config.id}`,
      "/auth_configs",
    ];
    const methods = ["GET", "DELETE", "PATCH"] as const;
    const answers = [];
    for (const path of paths) {
      for (const method of path.startsWith("/toolkits") ? (["GET"] as const) : methods) {
        answers.push(
          await send(`${service.url}/api/v3${path}`, {
            method,
            headers: { "x-api-key": attacker.key, "content-type": "application/json" },
            ...(method === "PATCH" ? { body: "{}" } : {}),
          }),
        );
      }
    }
    const foreign = answers.filter(({ text }) => text.includes(marker)).length;
    const kept = await other.platform.connectedAccounts.getConnectedAccount({ nanoid: account.id });
    return {
      tried: answers.length,
      result: `${countStatuses(answers)}; ${foreign} answers with foreign text`,
      holds: foreign === 0 && kept.status === "ACTIVE",
    };
  },
};
