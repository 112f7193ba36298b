import type { Schemas } from "../../../base/api-types.ts";

/** A meta tool as an agent receives it. */
export interface MetaTool {
  readonly name: string;
  readonly description: string;
  /** The hints of the Model Context Protocol. */
  readonly tags: readonly string[];
  /** JSON Schema in the strict form of tools. It has the same limits as the document's `…Arguments`. */
  readonly input: Record<string, unknown>;
  readonly output: Record<string, unknown>;
}

const describeText = (description: string, more = {}) => ({ type: "string", description, ...more });
const list = (description: string, items: unknown, more = {}) => ({
  type: "array",
  description,
  items,
  ...more,
});
const describeObject = (properties: Record<string, unknown>, required: readonly string[]) => ({
  type: "object",
  properties,
  required,
});
const allowNull = (schema: Record<string, unknown>) => ({ anyOf: [schema, { type: "null" }] });
const describeFreeObject = (description: string) => ({
  type: "object",
  description,
  properties: {},
  additionalProperties: true,
});
const describeClosedObject = (
  properties: Record<string, unknown>,
  required: readonly string[],
) => ({
  ...describeObject(properties, required),
  additionalProperties: false,
});

const toolkits = list(
  "The slugs of the toolkits.",
  { type: "string" },
  { minItems: 1, maxItems: 20 },
);

const toolWithSchemas = {
  tool_slug: describeText("The slug that the tool is executed by."),
  toolkit: describeText("The slug of its toolkit."),
  description: describeText("The description of the tool."),
  input_parameters: describeFreeObject("The JSON Schema of the arguments."),
  output_parameters: describeFreeObject("The JSON Schema of the result."),
};
const namesOfTool = ["tool_slug", "toolkit", "description"];

const connections = list(
  "How the connection of each toolkit stands, in the order of the request.",
  describeObject(
    {
      toolkit: describeText("The slug of the toolkit."),
      status: describeText("The state of the connection.", {
        enum: ["active", "initiated", "failed"],
      }),
      connected_account_id: allowNull(describeText("The account.")),
      redirect_url: allowNull(
        describeText("The page that the user has to open within 10 minutes."),
      ),
      error: allowNull(describeText("Why the connection has failed.")),
    },
    ["toolkit", "status", "connected_account_id", "redirect_url", "error"],
  ),
);

/** The meta tools by slug. A test compares their limits with those of the document. */
export const metaToolSchemas: Readonly<Record<Schemas["MetaToolSlug"], MetaTool>> = {
  PLATFORM_SEARCH_TOOLS: {
    name: "Search tools",
    description:
      "Finds the tools that fit a task, with the arguments of the best one, whether the user is connected to their toolkits, and the order in which to call them. Call it first.",
    tags: ["readOnlyHint", "idempotentHint"],
    input: describeClosedObject(
      {
        queries: list(
          "The tasks to find tools for, one query each.",
          describeClosedObject(
            {
              use_case: describeText(
                "The task in a sentence, with the name of the application where it is known.",
                { minLength: 1, maxLength: 1000 },
              ),
              known_fields: describeText(
                'Values that are known already, as "name: value" pairs separated by commas.',
                { maxLength: 1000 },
              ),
            },
            ["use_case"],
          ),
          { minItems: 1, maxItems: 10 },
        ),
        include_schemas: {
          type: "boolean",
          description: "When true, each tool comes with its schemas, as far as there is room.",
          default: false,
        },
      },
      ["queries"],
    ),
    output: describeObject(
      {
        results: list(
          "The tools that were found, one entry for each query.",
          describeObject(
            {
              use_case: describeText("The task, as it was sent."),
              tools: list(
                "The tools, the best first. Get the schemas that are absent with PLATFORM_GET_TOOL_SCHEMAS.",
                describeObject(toolWithSchemas, namesOfTool),
              ),
              suggested_order: list(
                "The calls that lead to the best tool, in their order.",
                describeObject(
                  {
                    tool_slug: describeText("The tool to call."),
                    reason: describeText("The reason for this call."),
                  },
                  ["tool_slug", "reason"],
                ),
              ),
            },
            ["use_case", "tools", "suggested_order"],
          ),
        ),
        toolkit_connection_statuses: list(
          "For each toolkit of the tools found, whether the user is connected.",
          describeObject(
            {
              toolkit: describeText("The slug of the toolkit."),
              is_connected: {
                type: "boolean",
                description: "True when the tools can be executed now.",
              },
              connected_account_id: allowNull(describeText("The account that is used.")),
              status: allowNull(describeText("The status of that account.")),
            },
            ["toolkit", "is_connected", "connected_account_id", "status"],
          ),
        ),
      },
      ["results", "toolkit_connection_statuses"],
    ),
  },
  PLATFORM_GET_TOOL_SCHEMAS: {
    name: "Get tool schemas",
    description: "Returns the input and output schemas of tools whose slugs are known.",
    tags: ["readOnlyHint", "idempotentHint"],
    input: describeClosedObject(
      {
        tool_slugs: list(
          "The tools whose schemas are wanted.",
          { type: "string", minLength: 1, maxLength: 64 },
          { minItems: 1, maxItems: 50 },
        ),
      },
      ["tool_slugs"],
    ),
    output: describeObject(
      {
        schemas: list(
          "The tools that were found.",
          describeObject(toolWithSchemas, [
            ...namesOfTool,
            "input_parameters",
            "output_parameters",
          ]),
        ),
        not_found: list("The slugs that name no tool of the session.", { type: "string" }),
        suggestions: describeFreeObject(
          "For each slug that was not found the tools with the most similar slugs.",
        ),
      },
      ["schemas", "not_found", "suggestions"],
    ),
  },
  PLATFORM_MANAGE_CONNECTIONS: {
    name: "Manage connections",
    description:
      "Starts connections of the user to toolkits. Show the user every redirect_url that comes back, then call PLATFORM_WAIT_FOR_CONNECTIONS.",
    tags: ["openWorldHint"],
    input: describeClosedObject(
      {
        toolkits,
        reinitiate_all: {
          type: "boolean",
          description:
            "When true, a new connection is started even for toolkits to which the user is already connected.",
          default: false,
        },
      },
      ["toolkits"],
    ),
    output: describeObject({ results: connections }, ["results"]),
  },
  PLATFORM_WAIT_FOR_CONNECTIONS: {
    name: "Wait for connections",
    description:
      "Waits until the user has completed the connections to toolkits, at most 60 seconds. Call it again while a connection is initiated.",
    tags: ["readOnlyHint", "idempotentHint"],
    input: describeClosedObject(
      {
        toolkits,
        timeout_seconds: {
          type: "integer",
          description: "How long to wait at most.",
          minimum: 1,
          maximum: 60,
          default: 30,
        },
      },
      ["toolkits"],
    ),
    output: describeObject(
      {
        all_active: { type: "boolean", description: "True when every toolkit is connected." },
        results: connections,
      },
      ["all_active", "results"],
    ),
  },
  PLATFORM_MULTI_EXECUTE_TOOL: {
    name: "Execute tools",
    description:
      "Executes 1 to 50 tools in parallel. None may depend on the result of another. Also executes a single tool.",
    tags: ["destructiveHint", "openWorldHint"],
    input: describeClosedObject(
      {
        tools: list(
          "The tools to execute.",
          describeClosedObject(
            {
              tool_slug: describeText("The slug of the tool.", { maxLength: 64 }),
              arguments: describeFreeObject(
                "The arguments, as the tool's input schema describes them.",
              ),
              account: describeText(
                "The alias or the id of the account to use, when the user has several of the toolkit.",
                { minLength: 1, maxLength: 64 },
              ),
            },
            ["tool_slug"],
          ),
          { minItems: 1, maxItems: 50 },
        ),
      },
      ["tools"],
    ),
    output: describeObject(
      {
        results: list(
          "The results, in the order of the tools.",
          describeObject(
            {
              tool_slug: describeText("The slug of the tool."),
              successful: { type: "boolean", description: "True when the tool succeeded." },
              data: describeFreeObject(
                "The result of the tool, or the application's answer that says why it failed. With `truncated: true`, only its shape, and a handle for PLATFORM_READ_RESULT.",
              ),
              error: allowNull(describeText("Why the tool failed.")),
              log_id: allowNull(describeText("The log entry of the execution.")),
            },
            ["tool_slug", "successful", "data", "error", "log_id"],
          ),
        ),
        total_count: { type: "integer", description: "The number of tools." },
        success_count: { type: "integer", description: "The number of tools that succeeded." },
        error_count: { type: "integer", description: "The number of tools that failed." },
      },
      ["results", "total_count", "success_count", "error_count"],
    ),
  },
  PLATFORM_UPLOAD_FILE: {
    name: "Upload file",
    description:
      "Makes a file that a tool takes as an argument. Give short bytes as `content`, or `md5` to get an address to send them to.",
    tags: ["openWorldHint"],
    input: describeClosedObject(
      {
        tool_slug: describeText("The tool that will take the file.", {
          minLength: 1,
          maxLength: 64,
        }),
        filename: describeText("The name of the file, without a path.", {
          minLength: 1,
          maxLength: 255,
        }),
        mimetype: describeText("The media type of the file, such as application/pdf.", {
          maxLength: 255,
        }),
        content: describeText("The bytes in base64, up to 500 kB of them.", { maxLength: 700_000 }),
        md5: describeText("The MD5 hash of the bytes, as 32 hexadecimal digits.", {
          maxLength: 32,
        }),
      },
      ["tool_slug", "filename", "mimetype"],
    ),
    output: describeObject(
      {
        file: allowNull(
          describeObject(
            {
              name: describeText("The name of the file."),
              mimetype: describeText("The media type of the file."),
              key: describeText("The key of the stored file."),
            },
            ["name", "mimetype", "key"],
          ),
        ),
        is_uploaded: { type: "boolean", description: "True when the bytes are stored." },
        upload_url: allowNull(describeText("The address to PUT the bytes to.")),
        next_step: allowNull(describeText("The next step.")),
        error: allowNull(describeText("The reason for a failure.")),
      },
      ["file", "is_uploaded", "upload_url", "next_step", "error"],
    ),
  },
  PLATFORM_READ_RESULT: {
    name: "Read result",
    description:
      "Reads a part of a result that was cut (`truncated: true`), for an hour after its call: the value at a pointer, a range of a list or a text, or the places at which a text is found. Also reads the schemas of a tool by its slug.",
    tags: ["readOnlyHint", "idempotentHint"],
    input: describeClosedObject(
      {
        handle: describeText("The handle of the result, or the slug of a tool.", {
          minLength: 1,
          maxLength: 64,
        }),
        pointer: describeText(
          "A JSON Pointer to the part to read, such as /items/3/body. The whole result when it is left out.",
          { maxLength: 1000 },
        ),
        range: {
          ...describeClosedObject(
            {
              from: {
                type: "integer",
                description: "The first item, member or character, from 0.",
                minimum: 0,
                maximum: 1_000_000_000,
              },
              count: {
                type: "integer",
                description: "How many at most.",
                minimum: 1,
                maximum: 1_000_000_000,
              },
            },
            ["from"],
          ),
          description: "The items, members or characters to read.",
        },
        search: describeText("A text to find in names and values, instead of a range.", {
          minLength: 1,
          maxLength: 200,
        }),
      },
      ["handle"],
    ),
    output: describeObject(
      {
        handle: describeText("The handle, as it was sent."),
        pointer: describeText("The part that was read."),
        shape: allowNull(describeText("The part's members with their types and lengths.")),
        total: allowNull({
          type: "integer",
          description: "The items, members, characters or places that there are.",
        }),
        read: allowNull({ type: "integer", description: "How many of them are here." }),
        next: allowNull({
          type: "integer",
          description: "The `from` of the range that reads on. Null at the end.",
        }),
        value: {
          // Some clients warn of a schema that accepts anything, and some of a list of types.
          anyOf: ["object", "array", "string", "number", "boolean", "null"].map((type) => ({
            type,
          })),
          description: "The part, or as much of it as there is room for.",
        },
        matches: allowNull(
          list(
            "The places that a search found.",
            describeObject(
              {
                pointer: describeText("The place."),
                text: describeText("The value, or the part of it around the text."),
              },
              ["pointer", "text"],
            ),
          ),
        ),
        file: allowNull(
          describeObject(
            {
              name: describeText("The name of the file."),
              mimetype: describeText("Its media type."),
              url: describeText("The address from which all of the result can be read."),
              expires_at: describeText("When the address stops working."),
            },
            ["name", "mimetype", "url", "expires_at"],
          ),
        ),
      },
      ["handle", "pointer", "shape", "total", "read", "next", "value", "matches", "file"],
    ),
  },
};
