import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "specwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { document, places, unfilled } from "./defaults-document.ts";
import { runCompiler } from "./types/compare.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-defaults");

const isExpected = (name: string): string => (name in places ? "" : "// @ts-expect-error\n    ");

const handlersText = Object.entries({ ...places, ...unfilled })
  .map(
    ([name, { read }]) => `  ${name}: ({ body }) => {
    ${isExpected(name)}const found: number = ${read};
    console.log(found);
    return { status: 204 };
  },
`,
  )
  .join("");

const consumer = `
import type { Transport } from "@specwright/runtime/v1/client";
import { createPet, named, nested } from "./out/client/index.js";
import type { FilledSchemas, Handlers } from "./out/server/index.js";
import type { components } from "./out/types/index.js";

export async function calls(transport: Transport): Promise<void> {
  await named(transport, { body: {} });
  await nested(transport, { body: { in: {} } });
  const pet = await createPet(transport, { body: { name: "a", password: "b" } });
  const tag: string | undefined = pet.tag;
  // @ts-expect-error the answer may leave it out
  const tagged: string = pet.tag;
  // @ts-expect-error the password is not answered
  pet.password;
  // @ts-expect-error the service gives the id
  await createPet(transport, { body: { name: "a", password: "b", id: 1 } });
  console.log(tag, tagged);
}

/** Functions take components, and filled bodies are such components. */
const store = (_: components["schemas"]["PetRequest"]): void => undefined;

export const handlers: Handlers = {
${handlersText}  createPet: ({ body }) => {
    const filled: FilledSchemas["PetRequest"] = body;
    store(filled);
    const tag: string = filled.tag;
    return { status: 201, body: { id: 1, name: filled.name, tag } };
  },
};
`;

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(folder, "api.json"), JSON.stringify(document));
  await writeFile(join(folder, "consumer.ts"), consumer);
  await generate({ document: join(folder, "api.json"), out: join(folder, "out") });
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("callers may leave out members with defaults, and handlers get them", async () => {
  const compiler = resolveInRoot("node_modules/typescript/bin/tsc");
  expect(await runCompiler(compiler, folder, ["consumer.ts"])).toEqual([]);
});

type Handle = (input: { readonly body: unknown }) => object;

/** Calls an operation. Returns the body that its handler got, and the answer. */
async function exchange(path: string, sent: unknown, answer: object): Promise<Exchange> {
  const { createRouter } = await import(join(folder, "out/server/index.js"));
  const names = [...Object.keys({ ...places, ...unfilled }), "createPet"];
  let body: unknown;
  const handle: Handle = (input) => {
    body = input.body;
    return answer;
  };
  const service: (request: Request) => Promise<Response> = createRouter({
    handlers: Object.fromEntries(names.map((name) => [name, handle])),
    validateResponses: true,
  });
  const headers = { "content-type": "application/json" };
  const request = new Request(`http://localhost/${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(sent),
  });
  const { status } = await service(request);
  return { status, body };
}

interface Exchange {
  readonly status: number;
  readonly body: unknown;
}

test.each(Object.entries(places))(
  "%s: members that are typed as present are present",
  async (name, { sent, read }) => {
    const { body } = await exchange(name, sent, { status: 204 });
    expect(evaluateRead(body, read)).toBeTypeOf("number");
  },
);

test.each(Object.entries(unfilled))(
  "%s: members that are typed as absent are absent",
  async (name, { sent, read }) => {
    const { body } = await exchange(name, sent, { status: 204 });
    expect(evaluateRead(body, read)).toBeUndefined();
  },
);

test("a handler that leaves out write-only members compiles, and its answer is valid", async () => {
  const sent = { name: "a", password: "b" };
  const answer = { status: 201, body: { id: 1, name: "a" } };
  expect(await exchange("pets", sent, answer)).toEqual({
    status: 201,
    body: { ...sent, tag: "none" },
  });
});

/** Evaluates an expression such as `body.a!.b`, without the `!` of TypeScript. */
function evaluateRead(body: unknown, read: string): unknown {
  return new Function("body", `return ${read.replaceAll("!", "")}`)(body);
}
