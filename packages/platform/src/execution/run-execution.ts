import { EgressError } from "../egress/egress-error.ts";
import { PlatformError } from "../errors.ts";
import { takeTurns, takeTurnsFor } from "../sharing/take-turns.ts";
import type { ToolDefinition } from "../toolkits/types/tool-types.ts";
import { trimEnd } from "../trim-end.ts";
import { type Places, toPlatformError } from "./answers/no-answer.ts";
import { readRetryAfterSeconds } from "./answers/retry-after.ts";
import { type Answer, sendRequest } from "./answers/send-request.ts";
import { toOutcome } from "./answers/to-outcome.ts";
import { checkArguments } from "./arguments/check-arguments.ts";
import type {
  CustomAuthParams,
  ExecutionAccount,
  ExecutionContext,
  ToolOutcome,
} from "./execution-types.ts";
import { fillBaseUrl } from "./requests/base-url.ts";
import { buildRequest } from "./requests/build-request.ts";
import { noCredentials, placeCredentials } from "./requests/credentials.ts";
import { openFiles } from "./requests/open-files.ts";
import { mayReceiveSecrets } from "./requests/toolkit-hosts.ts";

/** One execution of a tool. The caller has already decided that the account may be used. */
export interface ToolExecution {
  readonly tool: ToolDefinition;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Absent for a tool without authentication, and for calls with the caller's own credentials. */
  readonly account?: ExecutionAccount;
  readonly customAuthParams?: CustomAuthParams;
}

/**
 * Executes a tool: checks the arguments, builds the request, adds the credentials where the security scheme expects
 * them, sends it and reads the response, all within 60 seconds. A failure of the application is an outcome, not an
 * error.
 *
 * @throws PlatformError `Tool_Deprecated`, `ToolExecution_ArgumentsInvalid`, `ToolExecution_AccountMissing`,
 *   `ToolExecution_AccountNotActive`, `ToolExecution_ProviderRateLimited`, `ToolExecution_NoAnswer`,
 *   `ToolExecution_TimedOut`, `File_NotFound`, and `Validation_Failed` for `custom_auth_params` that cannot be used
 */
export async function runExecution(
  execution: ToolExecution,
  context: ExecutionContext,
): Promise<ToolOutcome> {
  const { tool, account, customAuthParams: custom = {} } = execution;
  const { toolkit, operation } = tool;
  if (tool.record.is_deprecated) {
    throw new PlatformError("Tool_Deprecated");
  }
  const isOwnServer = custom.base_url !== undefined;
  if (account === undefined && !tool.record.no_auth && !isOwnServer && !custom.parameters?.length) {
    throw new PlatformError("ToolExecution_AccountMissing");
  }
  // The request was parsed just before. With arguments of 1 MiB, each of the following steps takes as long as the
  // parsing.
  await takeTurnsFor(execution.arguments);
  const given = checkArguments(tool, execution.arguments);
  const checked = await openFiles(tool, given, context.openFile);
  await takeTurnsFor(execution.arguments);
  const baseUrl = readOwnBaseUrl(custom) ?? findBaseUrl(tool, account);
  const credentials =
    account === undefined || isOwnServer
      ? noCredentials
      : placeCredentials(account, toolkit.securitySchemes, operation.security);
  const request = buildRequest(tool, checked, baseUrl, credentials, custom.parameters ?? []);
  const mayFollow = (url: URL): boolean =>
    isOwnServer ? false : mayReceiveSecrets(url, baseUrl, toolkit.server);
  const answer = await sendRequest(
    request,
    { isSafe: tool.rules.isSafe, mayFollow },
    context,
  ).catch((error: unknown) => {
    throw error instanceof EgressError ? toPlatformError(error, placeOwnParts(custom)) : error;
  });
  if (isRateLimited(answer)) {
    const seconds = readRetryAfterSeconds(answer.headers);
    throw new PlatformError(
      "ToolExecution_ProviderRateLimited",
      seconds === undefined ? {} : { retryAfterSeconds: seconds },
    );
  }
  await takeTurns(answer.body.kind === "binary" ? answer.body.bytes.length : 0);
  return toOutcome(tool, answer);
}

/**
 * The address of the operation's own server, where no credentials are sent or it may have them; otherwise the toolkit's base URL.
 */
function findBaseUrl(
  { record, operation, toolkit }: ToolDefinition,
  account: ExecutionAccount | undefined,
): string {
  const { server: own } = operation;
  const baseUrl = fillBaseUrl(toolkit.server, account);
  const isAllowed =
    own !== undefined &&
    ((account === undefined && record.no_auth) ||
      mayReceiveSecrets(new URL(own), baseUrl, toolkit.server));
  return isAllowed ? trimEnd(own, "/") : baseUrl;
}

/**
 * The caller's own base URL, without a slash at the end. A query or fragment in it is refused, because the tool's
 * path would become part of it.
 */
function readOwnBaseUrl({ base_url }: CustomAuthParams): string | undefined {
  if (base_url !== undefined && (!URL.canParse(base_url) || /[?#\\]/.test(base_url))) {
    const errors = ["body.custom_auth_params.base_url: must be an absolute URL without query"];
    throw new PlatformError("Validation_Failed", { errors });
  }
  return base_url === undefined ? undefined : trimEnd(base_url, "/");
}

/** 429 (RFC 6585, section 4), and GitHub's 403 when no calls are left. */
function isRateLimited({ status, headers }: Answer): boolean {
  return (
    status === 429 ||
    (status === 403 && (headers.has("retry-after") || headers.get("x-ratelimit-remaining") === "0"))
  );
}

/** Where the request has the caller's own values, in case egress refuses one of them. */
function placeOwnParts({ base_url: baseUrl, parameters }: CustomAuthParams): Places {
  const place = "body.custom_auth_params";
  return {
    ...(parameters !== undefined && { parameters: `${place}.parameters` }),
    ...(baseUrl !== undefined && { baseUrl: `${place}.base_url` }),
  };
}
