import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installPackages } from "../../../packages/platform/test/schemathesis/python-environment.ts";
import { planTools } from "../../../packages/specwright/src/emit/tools/plan.ts";
import { loadModel } from "../../../packages/specwright/src/index.ts";
import { type Mock, startMock } from "../../../scripts/serve/prism.ts";
import { isObject, listOperations } from "../../../scripts/support/document.ts";
import { resolveInRoot, specFile } from "../../../scripts/support/paths.ts";
import { bundleTheDocument } from "../../support/document.ts";
import { findNeed } from "../../support/needs.ts";
import { buildExampleInput } from "../example-input.ts";
import { program, type ServedTools, serveTools } from "./served-pets.ts";

const python = findNeed("python");
const folder = resolveInRoot("test/agreement/tools/python");

/** Prism reads a stream of items as one JSON value, and refuses it. */
const streamed: ReadonlySet<string> = new Set(["importConnectedAccounts"]);

interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

interface Answered {
  readonly tools: readonly string[];
  readonly results: readonly {
    readonly isError: boolean;
    readonly content: readonly { readonly text?: string }[];
  }[];
}

/** A call of each tool of our document with the arguments of the document's examples. */
async function planCalls(): Promise<{ calls: readonly ToolCall[]; variables: readonly string[] }> {
  const { document } = await bundleTheDocument();
  const { model } = await loadModel(resolveInRoot(specFile));
  const places = new Map(
    listOperations(document).map((place) => [place.operation.operationId, place]),
  );
  const { tools, api } = planTools(model);
  const calls = tools.flatMap(
    ({ name, operation, inputSchema, places: moved = {}, bytes = [] }) => {
      const place = places.get(operation);
      const input = place === undefined ? {} : buildExampleInput(document, place);
      const given = Object.keys(inputSchema.properties).map((argument) => {
        const value = (moved[argument] ?? [argument]).reduce<unknown>(
          (part, key) => (isObject(part) ? part[key] : undefined),
          input,
        );
        return [argument, bytes.includes(argument) ? btoa("bytes") : value] as const;
      });
      const sent = Object.fromEntries(given.filter(([, value]) => value !== undefined));
      return [{ name, arguments: sent }];
    },
  );
  return { calls, variables: api.credentials.flatMap((each) => each.variables) };
}

describe.skipIf(python === undefined)("Python's client, with Prism's mock as the API", () => {
  let mock: Mock;
  let interpreter: string;
  let planned: Awaited<ReturnType<typeof planCalls>>;
  let served: ServedTools | undefined;

  beforeAll(async () => {
    const { yaml } = await bundleTheDocument();
    mock = await startMock(yaml);
    planned = await planCalls();
    const requirements = `${folder}/requirements.txt`;
    interpreter = `${await installPackages(python ?? "", { name: "mcp-client", requirements })}/bin/python`;
  }, 300_000);

  afterAll(async () => {
    await served?.close();
    await mock?.stop();
  });

  const listWords = (...more: readonly string[]): readonly string[] => [
    ...["-C", "source", program, "mcp", resolveInRoot(specFile), "--write"],
    ...["--server", mock.url, ...more],
  ];
  const nameVariables = (): Readonly<Record<string, string>> =>
    Object.fromEntries(planned.variables.map((name) => [name, "secret"]));

  async function run(server: object): Promise<Answered> {
    const child = spawn(interpreter, [`${folder}/call_tools.py`], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin.end(JSON.stringify({ ...server, calls: planned.calls }));
    const [printed, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(printed, problems).not.toBe("");
    return JSON.parse(printed);
  }

  function judge({ tools, results }: Answered): void {
    const names = planned.calls.map(({ name }) => name);
    expect(tools).toEqual(names);
    expect(names.length).toBeGreaterThan(70);
    const failed = results.flatMap(({ isError, content }, index) =>
      isError && !streamed.has(names[index] ?? "") ? [`${names[index]}: ${content[0]?.text}`] : [],
    );
    expect(failed).toEqual([]);
  }

  test("calls every tool over standard input and output, and the mock accepts each request", async () => {
    judge(
      await run({
        command: { command: process.execPath, args: listWords(), env: nameVariables() },
      }),
    );
  }, 300_000);

  test("calls every tool over HTTP, and the mock accepts each request", async () => {
    served = serveTools(listWords("--http", "0"), nameVariables());
    judge(await run({ url: await served.url }));
  }, 300_000);
});
