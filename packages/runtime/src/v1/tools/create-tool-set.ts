import type { AuthOptions } from "../client/auth/credential.ts";
import { ApiError } from "../client/failures/api-error.ts";
import { limit } from "../client/failures/retry.ts";
import { createTransport, type Transport, type TransportOptions } from "../client/transport.ts";
import { stringifyConverted } from "../conversions/exact-json.ts";
import { answerToResult, cutToolText } from "./answer-to-result.ts";
import { argumentsToInput } from "./arguments-to-input.ts";
import { getProcessEnvironment, nameVariables, readCredentials } from "./read-environment.ts";
import type { ApiTool, Environment, ToolApi, ToolDefinition, ToolResult } from "./tool.ts";

/** Which tools of an API there are. Without a choice, all that change nothing. */
export interface ToolChoice {
  /** Only tools with one of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** Only these tools, by their names or those of their operations. */
  readonly operations?: readonly string[] | undefined;
  /** True for the tools that change something, too. Default: false. */
  readonly write?: boolean | undefined;
}

/**
 * The tools, and how they call the service. Credentials and the base URL that are not given come from the environment.
 */
export interface ToolSetOptions extends ToolChoice, Partial<TransportOptions<AuthOptions>> {
  /** Default: the variables of the process. */
  readonly environment?: Environment;
  /** Bytes of an answer that a tool returns. Default: 100,000. */
  readonly limit?: number;
}

/** Tools, and the function that calls them. */
export interface ToolSet<Name extends string = string> {
  readonly tools: readonly ToolDefinition<Name>[];
  /**
   * Calls a tool. A failure, such as an error of the service, wrong arguments or a time limit, is a result with
   * `isError`, because models can read it and call again.
   *
   * @throws the reason of the signal when it was aborted
   */
  readonly call: (
    name: string,
    args: unknown,
    options?: { readonly signal?: AbortSignal | undefined },
  ) => Promise<ToolResult>;
}

/** Milliseconds that a call may take. Clients of the Model Context Protocol give up after 60 s. */
const usualTimeout = 50_000;

/**
 * Makes the tools of an API. Generated code calls it.
 *
 * @throws TypeError when neither the options nor the document nor the environment has a base URL, and for names of tags
 * and operations that no tool has
 */
export function createToolSet<Name extends string>(
  api: ToolApi,
  options: ToolSetOptions = {},
): ToolSet<Name> {
  const {
    environment = getProcessEnvironment(),
    limit: bytes = 100_000,
    timeout = usualTimeout,
  } = options;
  const baseUrl = options.baseUrl ?? (environment[api.baseUrlVariable] || api.baseUrl);
  if (baseUrl === undefined) {
    throw new TypeError(
      `The document of ${api.title} has no absolute server. Set ${api.baseUrlVariable}, or pass the address.`,
    );
  }
  const auth = { ...readCredentials(api, environment), ...options.auth };
  const transport = createTransport({ ...options, baseUrl, auth });
  const chosen = new Map(chooseTools(api, options).map((tool) => [tool.name, tool]));
  return {
    // The generated type lists the names of all tools.
    tools: [...chosen.values()].map(toDefinition) as unknown as readonly ToolDefinition<Name>[],
    call: async (name, args, { signal } = {}) => {
      const tool = chosen.get(name);
      if (tool === undefined) {
        return { text: `The tool ${name} does not exist.`, isError: true };
      }
      // Also for streams, to which the client's own limits do not apply once they began.
      const ended = limit(tool.operation, signal, timeout);
      try {
        const result = await callTool(tool, args, transport, bytes, ended.signal);
        signal?.throwIfAborted();
        return result;
      } catch (error) {
        signal?.throwIfAborted();
        return { text: explainFailure(error, api, tool, auth, bytes), isError: true };
      } finally {
        ended.release();
      }
    },
  };
}

/**
 * The tools that a choice leaves.
 *
 * @throws TypeError for tags and operations that no tool has
 */
export function chooseTools(
  { tools, title, write: usual = false }: Pick<ToolApi, "tools" | "title" | "write">,
  { tags, operations, write = usual }: ToolChoice,
): readonly ApiTool[] {
  const isNamed = (tool: ApiTool, name: string): boolean =>
    tool.name === name || tool.operation === name;
  const unknown = [
    ...(tags ?? []).filter((tag) => !tools.some((tool) => tool.tags.includes(tag))),
    ...(operations ?? []).filter((name) => !tools.some((tool) => isNamed(tool, name))),
  ];
  if (unknown.length > 0) {
    throw new TypeError(`No tool of ${title} has the tag or the name ${unknown.join(", ")}.`);
  }
  return tools.filter(
    (tool) =>
      (write || tool.annotations.readOnlyHint) &&
      (tags === undefined || tags.some((tag) => tool.tags.includes(tag))) &&
      (operations === undefined || operations.some((name) => isNamed(tool, name))),
  );
}

/** The part of a tool that a model sees. */
export function toDefinition({
  name,
  description,
  inputSchema,
  annotations,
}: ApiTool): ToolDefinition {
  return { name, description, inputSchema, annotations };
}

async function callTool(
  tool: ApiTool,
  args: unknown,
  transport: Transport,
  bytes: number,
  signal: AbortSignal,
): Promise<ToolResult> {
  const input = argumentsToInput(tool, args);
  const answer = await tool.call(transport, input, { signal }).withResponse();
  return answerToResult(answer, bytes, signal);
}

/** The bytes of an error's body that a model reads. The explanation is in front of them. */
const longestBody = 10_000;

function explainFailure(
  error: unknown,
  api: ToolApi,
  tool: ApiTool,
  auth: AuthOptions,
  bytes: number,
): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiError)) {
    return message;
  }
  const { body, status } = error;
  const isText = typeof body === "string";
  const details =
    body === undefined || body instanceof Blob ? "" : isText ? body : stringifyConverted(body);
  const hint = status === 401 ? nameMissingVariables(api, tool, auth) : "";
  return [message + hint, cutToolText(details, Math.min(bytes, longestBody))]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Names the variables for a credential that a call lacked. */
function nameMissingVariables(
  { credentials }: ToolApi,
  { schemes = [] }: ApiTool,
  auth: AuthOptions,
): string {
  const own = credentials.filter(({ scheme }) => schemes.includes(scheme));
  return own.length === 0 || own.some(({ scheme }) => Object.hasOwn(auth, scheme))
    ? ""
    : `. The environment has no credential: set ${own.map(nameVariables).join(", or ")}.`;
}
