import { type ExecutedTool, executeTool as execute } from "../../actions/tools/execute-tool.ts";
import { PlatformError } from "../../errors.ts";
import type { CustomAuthParams } from "../../execution/execution-types.ts";
import type { HandlerOf } from "../handler.ts";
import { joinTransactions } from "../idempotency/joined-transactions.ts";
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
    customAuthParams: custom && readCustom(custom),
  };
  const transactions = joinTransactions(input, toOutput);
  return toOutput(await execute(context.services, toActionCaller(input), call, transactions));
};

function toOutput({ logId, file: _, ...outcome }: ExecutedTool): Output {
  return { status: 200, body: { ...outcome, log_id: logId, session_info: null } };
}

/** @throws PlatformError `Validation_Failed` when `user_id` and `entity_id` differ */
function readUserId({ user_id: userId, entity_id: alias }: Body): string | undefined {
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
    ...(base_url !== undefined && { base_url }),
    ...(parameters && { parameters: readRequestParameters(parameters, place) }),
  };
}
