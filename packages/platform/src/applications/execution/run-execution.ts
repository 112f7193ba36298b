import { EgressError } from "../../base/egress/egress-error.ts";
import { PlatformError } from "../../base/errors.ts";
import { takeTurns, takeTurnsFor } from "../../base/sharing/take-turns.ts";
import { trimEnd } from "../../base/trim-end.ts";
import type { ToolDefinition } from "../toolkits/types/tool-types.ts";
import { type Places, toPlatformError } from "./answers/no-answer.ts";
import type { SentFile } from "./answers/read-body.ts";
import { readRetryAfterSeconds } from "./answers/retry-after.ts";
import { type Answer, findEnd, sendRequest } from "./answers/send-request.ts";
import { toOutcome } from "./answers/to-outcome.ts";
import { type CheckedArguments, checkArguments } from "./arguments/check-arguments.ts";
import type {
  CustomAuthParams,
  ExecutionAccount,
  ExecutionContext,
  ToolOutcome,
} from "./execution-types.ts";
import { type AddressSource, fillBaseUrl } from "./requests/base-url.ts";
import { buildRequest } from "./requests/build-request.ts";
import { noCredentials, placeCredentials } from "./requests/credentials.ts";
import { openFiles } from "./requests/open-files.ts";
import { mayReceiveSecrets } from "./requests/toolkit-hosts.ts";

/** One execution of a tool. The caller has already decided that the account may be used. */
export interface ToolExecution {
  readonly tool: ToolDefinition;
  readonly arguments: Readonly<Record<string, unknown>>;
  /**
   * Absent for calls with the caller's own credentials, and for a tool without authentication, unless the address depends on
   * the account.
   */
  readonly account?: ExecutionAccount | undefined;
  readonly customAuthParams?: CustomAuthParams | undefined;
}

/** Executes a tool; @throws PlatformError as `buildExecution` and the function that it returns */
export async function runExecution(
  execution: ToolExecution,
  context: ExecutionContext,
): Promise<ToolOutcome> {
  const send = await buildExecution(execution, context);
  return await send();
}

/**
 * Checks the arguments of a tool, builds the request, and adds the credentials where the security scheme expects them.
 * An operation without a security requirement gets none.
 *
 * @returns a function that sends the request and reads the response, within 60 seconds since the building began. A
 *   failure of the application is an outcome, not an error.
 * @throws PlatformError `ToolExecution_ArgumentsInvalid`, `ToolExecution_AccountMissing`,
 *   `ToolExecution_AccountNotActive`, `ToolExecution_AccountIncomplete`, `File_NotFound`, and `Validation_Failed` for
 *   `custom_auth_params` that cannot be used; the function `ToolExecution_ProviderRateLimited`,
 *   `ToolExecution_NoAnswer`, `ToolExecution_TimedOut`
 */
export async function buildExecution(
  execution: ToolExecution,
  context: ExecutionContext,
): Promise<() => Promise<ToolOutcome>> {
  const end = findEnd(context);
  const { tool, account, customAuthParams: custom = {} } = execution;
  const { toolkit, operation } = tool;
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
  // Only a toolkit without authentication has no accounts that could choose.
  const mayGuess = toolkit.authSchemes.length === 0 && !custom.parameters?.length;
  const baseUrl = readOwnBaseUrl(custom) ?? findBaseUrl(tool, { account, mayGuess });
  // An account may only be there for the address.
  const credentials =
    account === undefined || isOwnServer || operation.security.length === 0
      ? noCredentials
      : placeCredentials(account, toolkit.securitySchemes, operation.security);
  const request = buildRequest(tool, checked, baseUrl, credentials, custom.parameters ?? []);
  const mayFollow = (url: URL): boolean =>
    isOwnServer ? false : mayReceiveSecrets(url, baseUrl, toolkit.server);
  const rules = { isSafe: tool.rules.isSafe, mayFollow, file: findSentFile(tool, checked) };
  return async () => {
    const answer = await sendRequest(request, rules, context, end).catch((error: unknown) => {
      throw error instanceof EgressError ? toPlatformError(error, placeOwnParts(custom)) : error;
    });
    if (isRateLimited(answer)) {
      const seconds = readRetryAfterSeconds(answer.headers);
      throw new PlatformError("ToolExecution_ProviderRateLimited", { retryAfterSeconds: seconds });
    }
    await takeTurns(answer.body.kind === "binary" ? answer.body.bytes.length : 0);
    return toOutcome(tool, answer);
  };
}

/** The file that the answer of the tool has as a member, with the name and the media type of the arguments. */
function findSentFile(
  { rules: { file }, operation }: ToolDefinition,
  { parameters }: CheckedArguments,
): SentFile | undefined {
  if (file === undefined) {
    return undefined;
  }
  const given = new Map(
    [...parameters].map(([index, value]) => [operation.parameters[index]?.value.name, value]),
  );
  const read = (name: string): string => String(given.get(name) ?? "");
  return {
    member: file.member,
    name: read(file.name) || "file",
    mimetype: read(file.mimetype) || "application/octet-stream",
  };
}

/**
 * The address of the operation's own server, where no credentials are sent or it may have them; otherwise the toolkit's base URL.
 */
function findBaseUrl(
  { record, operation, toolkit }: ToolDefinition,
  source: AddressSource,
): string {
  const { server: own } = operation;
  const baseUrl = fillBaseUrl(toolkit.server, source);
  const isAllowed =
    own !== undefined &&
    ((source.account === undefined && record.no_auth) ||
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
