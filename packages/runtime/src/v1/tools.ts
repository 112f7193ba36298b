/**
 * Tools for language models over a generated client: definitions as plain data, their calls, and the forms that model
 * vendors take. The target `tools` generates code that calls these functions.
 */

export {
  createToolSet,
  type ToolChoice,
  type ToolSet,
  type ToolSetOptions,
} from "./tools/create-tool-set.ts";
export type {
  ApiTool,
  CredentialVariables,
  Environment,
  ToolAnnotations,
  ToolApi,
  ToolDefinition,
  ToolFile,
  ToolInputSchema,
  ToolResult,
} from "./tools/tool.ts";
export {
  type AiSdkTool,
  type AnthropicTool,
  answerAnthropicCall,
  answerOpenAiCall,
  answerOpenAiResponsesCall,
  type OpenAiResponsesTool,
  type OpenAiTool,
  toAiSdkTools,
  toAnthropicTools,
  toOpenAiResponsesTools,
  toOpenAiTools,
} from "./tools/vendor-tools.ts";
