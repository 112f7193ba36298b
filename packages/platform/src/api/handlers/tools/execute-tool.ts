import { type ExecutedTool, executeTool as execute } from "../../../actions/tools/execute-tool.ts";
import type { CustomAuthParams } from "../../../applications/execution/execution-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { HandlerOf } from "../handler.ts";
import { toActionKey } from "../idempotency/action-key.ts";
import { readRequestParameters } from "./request-parameters.ts";
import { toActionCaller } from "./to-action-caller.ts";

type Input = Parameters<HandlerOf<"executeTool">>[0];
type Output = Exclude<Awaited<ReturnType<HandlerOf<"executeTool">>>, Response>;
type Body = Input["body"];

/** `POST /tools/execute/{tool_slug}` */
export const executeTool: HandlerOf<"executeTool"> = async (input) => {
  const { body, path, context } = input;
  const custom = body.custom_auth_params;
  const call = {
    toolSlug: path.tool_slug,
    version: body.version,
    arguments: body.arguments,
    accountId: body.connected_account_id,
    userId: readUserId(body),
    alias: body.alias,
    customAuthParams: custom && readCustom(custom),
  };
  const key = toActionKey(input.context, toOutput);
  return toOutput(await execute(context.services, toActionCaller(input), call, key));
};

function toOutput({ logId, accountId, ...executed }: ExecutedTool): Output {
  const ids = { log_id: logId, connected_account_id: accountId ?? null, session_info: null };
  const { successful, data, error } = executed;
  return {
    status: 200,
    body: successful ? { successful, data, error, ...ids } : { successful, data, error, ...ids },
  };
}

/**
 * @throws PlatformError `Validation_Failed` when `user_id` and `entity_id` differ, or an alias has neither a user nor an account
 */
function readUserId({
  user_id: userId,
  entity_id: alias,
  connected_account_id: accountId,
  alias: name,
}: Body): string | undefined {
  if (name !== undefined && [userId, alias, accountId].every((each) => each === undefined)) {
    const line = "body.alias: needs user_id, because it is unique only among a user's accounts";
    throw new PlatformError("Validation_Failed", { errors: [line] });
  }
  if (userId !== undefined && alias !== undefined && userId !== alias) {
    throw new PlatformError("Validation_Failed", {
      errors: ["body.entity_id: must be the same as user_id: entity_id is its older name"],
    });
  }
  return userId ?? alias;
}

function readCustom({
  base_url,
  parameters,
}: NonNullable<Body["custom_auth_params"]>): CustomAuthParams {
  const place = "body.custom_auth_params.parameters";
  return {
    base_url,
    ...(parameters && { parameters: readRequestParameters(parameters, place) }),
  };
}
