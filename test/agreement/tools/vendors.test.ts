import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { build } from "esbuild";
import { generate } from "specwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { writePets } from "./served-pets.ts";

const execute = promisify(execFile);

// Below the repository, so that the generated code finds its runtime and the packages of the vendors.
const folder = resolveInRoot(".cache/tool-vendors");

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  // The vendors' declarations have problems of their own.
  skipLibCheck: true,
  noEmit: true,
  module: "nodenext",
  target: "es2024",
  lib: ["es2024", "dom", "dom.iterable"],
  types: ["node"],
  // The runtime may not be built.
  customConditions: ["source"],
  allowImportingTsExtensions: true,
};

/** A program of each vendor, with the vendor's own types. It prints what the vendor's client sent and what was answered. */
const program = `
import Anthropic from "@anthropic-ai/sdk";
import * as ai6 from "ai";
import { MockLanguageModelV3 } from "ai/test";
import * as ai5 from "ai-5";
import * as ai7 from "ai-7";
import OpenAI from "openai";
import {
  answerAnthropicCall, answerOpenAiCall, answerOpenAiResponsesCall, createTools, type ToolName,
  toAiSdkTools, toAnthropicTools, toOpenAiResponsesTools, toOpenAiTools,
} from "./out/tools/index.js";

const set = createTools({
  baseUrl: "http://127.0.0.1:9",
  environment: { PETS_API_KEY: "secret" },
  fetch: async (request) => Response.json({ path: new URL(request.url).pathname }),
});
const names: readonly ToolName[] = set.tools.map(({ name }) => name);

/** Keeps what a vendor's client sends. */
const sent: Record<string, unknown>[] = [];
const fetch = async (_: unknown, init?: { body?: unknown }): Promise<Response> => {
  sent.push(JSON.parse(String(init?.body)));
  return Response.json({ content: [], choices: [], output: [] });
};

const openai = new OpenAI({ apiKey: "k", fetch });
const openaiCall: OpenAI.ChatCompletionMessageFunctionToolCall = {
  id: "1", type: "function", function: { name: "getPet", arguments: '{"id":"7"}' },
};
const openaiAnswer: OpenAI.ChatCompletionMessageParam = await answerOpenAiCall(set, openaiCall);
await openai.chat.completions.create({
  model: "m",
  messages: [{ role: "user", content: "Hello" }, openaiAnswer],
  tools: toOpenAiTools(set),
});
const responsesAnswer: OpenAI.Responses.ResponseInputItem = await answerOpenAiResponsesCall(set, {
  call_id: "2", name: "getPet", arguments: "not JSON",
});
await openai.responses.create({
  model: "m",
  input: [responsesAnswer],
  tools: toOpenAiResponsesTools(set),
});

const anthropic = new Anthropic({ apiKey: "k", fetch });
const anthropicAnswer: Anthropic.ToolResultBlockParam = await answerAnthropicCall(set, {
  id: "3", name: "getPet", input: { id: "7" },
});
await anthropic.messages.create({
  model: "m",
  max_tokens: 9,
  messages: [{ role: "user", content: [anthropicAnswer] }],
  tools: toAnthropicTools(set),
});

const tools5: ai5.ToolSet = toAiSdkTools(set, ai5.jsonSchema);
const tools6 = toAiSdkTools(set, ai6.jsonSchema);
const tools7: ai7.ToolSet = toAiSdkTools(set, ai7.jsonSchema);
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const { toolResults } = await ai6.generateText({
  model: new MockLanguageModelV3({
    doGenerate: async () => ({
      content: [{ type: "tool-call", toolCallId: "4", toolName: "getPet", input: '{"id":"7"}' }],
      finishReason: { unified: "tool-calls", raw: undefined },
      usage,
      warnings: [],
    }),
  }),
  tools: tools6,
  prompt: "Hello",
});
const outputs = toolResults.map((each) => each.output);
console.log(JSON.stringify({ names, sent, outputs, others: [Object.keys(tools5), Object.keys(tools7)] }));
`;

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await writePets(folder);
  await generate({ document: `${folder}/pets.json`, out: `${folder}/out`, targets: ["tools"] });
  await writeFile(`${folder}/package.json`, '{"type":"module"}');
  await writeFile(`${folder}/program.ts`, program);
  await writeFile(
    `${folder}/tsconfig.json`,
    JSON.stringify({ compilerOptions, include: ["program.ts", "out"] }),
  );
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ["TypeScript 7", "node_modules/typescript/bin/tsc"],
  ["TypeScript 5.9", "test/peers/node_modules/typescript/bin/tsc"],
])("the tools have the types of every vendor's package: %s", async (_, tsc) => {
  const { stdout } = await execute(process.execPath, [resolveInRoot(tsc), "-p", folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe("");
});

test("vendors' clients send the tools, and call them", async () => {
  // Some of the packages have TypeScript for the condition `source`, which Node does not take from node_modules.
  await build({
    entryPoints: [`${folder}/program.ts`],
    outfile: `${folder}/program.js`,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["source"],
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  const { stdout } = await execute(process.execPath, [`${folder}/program.js`]);
  const { names, sent, outputs, others } = JSON.parse(stdout);
  expect(names).toEqual(["listPets", "getPet"]);
  const parameters = {
    type: "object",
    properties: { id: { type: "string" } },
    required: ["id"],
    additionalProperties: false,
  };
  const description = "GET /pets/{id}";
  const text = '{"path":"/pets/7"}';
  expect(sent).toMatchObject([
    {
      messages: [{}, { role: "tool", tool_call_id: "1", content: text }],
      tools: [{}, { type: "function", function: { name: "getPet", description, parameters } }],
    },
    {
      input: [
        {
          type: "function_call_output",
          call_id: "2",
          output: "The arguments of getPet are not JSON.",
        },
      ],
      tools: [{}, { type: "function", name: "getPet", description, parameters, strict: false }],
    },
    {
      messages: [
        { content: [{ type: "tool_result", tool_use_id: "3", content: text, is_error: false }] },
      ],
      tools: [{}, { name: "getPet", description, input_schema: parameters }],
    },
  ]);
  expect(outputs).toEqual([{ path: "/pets/7" }]);
  expect(others).toEqual([names, names]);
});
