import type { ToolSet } from "./create-tool-set.ts";
import type { ToolInputSchema, ToolResult } from "./tool.ts";

/** A tool of OpenAI's chat completions. */
export interface OpenAiTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: ToolInputSchema;
  };
}

/**
 * The tools for `tools` of OpenAI's chat completions.
 *
 * @example
 * ```ts
 * import { createTools, toOpenAiTools } from "./generated/tools/index.js";
 *
 * const [first] = toOpenAiTools(createTools());
 * first?.function.name; // => "listNotes"
 * ```
 */
export function toOpenAiTools({ tools }: ToolSet): OpenAiTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    function: { name, description, parameters: inputSchema },
  }));
}

/**
 * Calls the tool of a chat completion. Returns the message that answers it. Wrong JSON is a failure of the call.
 *
 * @example
 * ```ts
 * import { answerOpenAiCall, createTools } from "./generated/tools/index.js";
 *
 * const call = { id: "call_1", function: { name: "listNotes", arguments: "{" } };
 * (await answerOpenAiCall(createTools(), call)).content; // => "The arguments of listNotes are not JSON."
 * ```
 */
export async function answerOpenAiCall(
  set: ToolSet,
  call: { readonly id: string; readonly function: ToolCallText },
  options?: CallSignal,
): Promise<{ role: "tool"; tool_call_id: string; content: string }> {
  const { text } = await callWithText(set, call.function, options);
  return { role: "tool", tool_call_id: call.id, content: text };
}

/** A tool of OpenAI's responses. */
export interface OpenAiResponsesTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: ToolInputSchema;
  readonly strict: false;
}

/**
 * The tools for `tools` of OpenAI's responses. They are not strict: strict schemas cannot have optional arguments, and
 * most operations have some.
 *
 * @example
 * ```ts
 * import { createTools, toOpenAiResponsesTools } from "./generated/tools/index.js";
 *
 * const [first] = toOpenAiResponsesTools(createTools());
 * first?.name; // => "listNotes"
 * ```
 */
export function toOpenAiResponsesTools({ tools }: ToolSet): OpenAiResponsesTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    name,
    description,
    parameters: inputSchema,
    strict: false,
  }));
}

/**
 * Calls the tool of a response's item of the type `function_call`. Returns the item that answers it.
 *
 * @example
 * ```ts
 * import { answerOpenAiResponsesCall, createTools } from "./generated/tools/index.js";
 *
 * const item = { call_id: "call_1", name: "getNote", arguments: "{}" };
 * const { output } = await answerOpenAiResponsesCall(createTools(), item);
 * output; // => "getNote needs the argument note_id. Call it again with every argument that it requires."
 * ```
 */
export async function answerOpenAiResponsesCall(
  set: ToolSet,
  call: ToolCallText & { readonly call_id: string },
  options?: CallSignal,
): Promise<{ type: "function_call_output"; call_id: string; output: string }> {
  const { text } = await callWithText(set, call, options);
  return { type: "function_call_output", call_id: call.call_id, output: text };
}

/** A tool of Anthropic's messages. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: ToolInputSchema;
}

/**
 * The tools for `tools` of Anthropic's messages.
 *
 * @example
 * ```ts
 * import { createTools, toAnthropicTools } from "./generated/tools/index.js";
 *
 * const [first] = toAnthropicTools(createTools());
 * first?.input_schema.type; // => "object"
 * ```
 */
export function toAnthropicTools({ tools }: ToolSet): AnthropicTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: inputSchema,
  }));
}

/**
 * Calls the tool of a `tool_use` block. Returns the block that answers it.
 *
 * @example
 * ```ts
 * import { answerAnthropicCall, createTools } from "./generated/tools/index.js";
 *
 * const use = { id: "toolu_1", name: "createNote", input: { text: "Hello" } };
 * const { content } = await answerAnthropicCall(createTools(), use);
 * content; // => "The tool createNote does not exist."
 * ```
 */
export async function answerAnthropicCall(
  set: ToolSet,
  use: { readonly id: string; readonly name: string; readonly input: unknown },
  options?: CallSignal,
): Promise<{ type: "tool_result"; tool_use_id: string; content: string; is_error: boolean }> {
  const { text, isError } = await set.call(use.name, use.input, options);
  return { type: "tool_result", tool_use_id: use.id, content: text, is_error: isError };
}

/** A tool of the AI SDK, as its function `tool` returns it. `Schema` is the type of its schemas. */
export interface AiSdkTool<Schema> {
  readonly description: string;
  readonly inputSchema: Schema;
  readonly execute: (
    input: unknown,
    options: { readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<unknown>;
}

/**
 * The tools for `tools` of the Vercel AI SDK (5 to 7). A failed call throws, which the SDK shows to the model.
 *
 * @param toSchema the function `jsonSchema` of the package `ai`
 * @example
 * ```ts
 * import { createTools, toAiSdkTools } from "./generated/tools/index.js";
 *
 * // In a program: `import { jsonSchema } from "ai"`.
 * const jsonSchema = (schema: object) => ({ jsonSchema: schema });
 * const tools = toAiSdkTools(createTools({ write: true }), jsonSchema);
 * Object.keys(tools); // => ["listNotes", "createNote", "getNote"]
 * ```
 */
export function toAiSdkTools<Name extends string, Schema>(
  set: ToolSet<Name>,
  toSchema: (schema: ToolInputSchema) => Schema,
): Record<Name, AiSdkTool<Schema>> {
  const tools = set.tools.map(({ name, description, inputSchema }) => {
    const execute: AiSdkTool<Schema>["execute"] = async (input, { abortSignal }) => {
      const { text, structured, isError } = await set.call(name, input, { signal: abortSignal });
      if (isError) {
        throw new Error(text);
      }
      return structured ?? text;
    };
    return [name, { description, inputSchema: toSchema(inputSchema), execute }] as const;
  });
  // `Object.fromEntries` loses the names.
  return Object.fromEntries(tools) as Record<Name, AiSdkTool<Schema>>;
}

interface CallSignal {
  readonly signal?: AbortSignal | undefined;
}

/** A call whose arguments are JSON in a text, as OpenAI sends them. */
interface ToolCallText {
  readonly name: string;
  readonly arguments: string;
}

function callWithText(
  set: ToolSet,
  { name, arguments: text }: ToolCallText,
  options?: CallSignal,
): Promise<ToolResult> {
  let args: unknown;
  try {
    args = JSON.parse(text === "" ? "{}" : text);
  } catch {
    return Promise.resolve({ text: `The arguments of ${name} are not JSON.`, isError: true });
  }
  return set.call(name, args, options);
}
