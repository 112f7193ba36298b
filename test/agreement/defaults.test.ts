import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "specwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inRoot } from "../../scripts/support/paths.ts";
import { runCompiler } from "./types/compare.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = inRoot(".cache/agreement-defaults");

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const size = { type: "integer", default: 3 };
const sized = { type: "object", properties: { size } };
const tagged = (kind: string, properties: object): object => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { const: kind }, ...properties },
});

/** Bodies with defaults at every place: the value `sent`, and the members that the handler finds although nobody sent them. */
const places: Readonly<Record<string, Place>> = {
  named: { schema: ref("Sized"), sent: {}, read: "body.size" },
  inline: { schema: { type: "object", properties: { size } }, sent: {}, read: "body.size" },
  nested: {
    schema: { type: "object", required: ["in"], properties: { in: ref("Sized") } },
    sent: { in: {} },
    read: "body.in.size",
  },
  listed: { schema: { type: "array", items: ref("Sized") }, sent: [{}], read: "body[0]!.size" },
  mapped: {
    schema: { type: "object", additionalProperties: ref("Sized") },
    sent: { any: {} },
    read: 'body["any"]!.size',
  },
  extended: { schema: { allOf: [ref("Sized"), ref("More")] }, sent: {}, read: "body.size" },
  behindReference: { schema: ref("Alias"), sent: {}, read: "body.size" },
  defaultBehindReference: { schema: ref("Holder"), sent: {}, read: "body.three" },
  ownDefault: {
    schema: {
      type: "object",
      properties: {
        around: {
          type: "object",
          properties: { list: { type: "array", items: ref("Sized") } },
          default: { list: [{}] },
        },
      },
    },
    sent: {},
    read: "body.around.list![0]!.size",
  },
  circular: {
    schema: ref("Node"),
    sent: { next: [{ next: [{}] }] },
    read: "body.next![0]!.next![0]!.size",
  },
  narrowed: {
    schema: { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } },
    sent: { kind: "Cat" },
    read: 'body.kind === "Cat" ? body.lives : 0',
  },
  innerSchema: {
    schema: { $ref: "#/components/schemas/Outer/properties/inner" },
    sent: {},
    read: "body.size",
  },
  orText: {
    schema: { oneOf: [sized, { type: "string" }] },
    sent: {},
    read: 'typeof body === "string" ? 0 : body.size',
  },
  orNull: {
    schema: { anyOf: [{ anyOf: [sized] }, { type: "null" }] },
    sent: {},
    read: "body === null ? 0 : body.size",
  },
  listOrObject: {
    schema: { oneOf: [{ type: "array", items: sized }, sized] },
    sent: [{}],
    read: "Array.isArray(body) ? body[0]!.size : body.size",
  },
  orReadOnly: {
    schema: { oneOf: [ref("WithId"), { type: "string" }] },
    sent: {},
    read: 'typeof body === "string" ? 0 : body.size',
  },
  tagged: {
    schema: { oneOf: [tagged("round", { size }), tagged("square", { side: size })] },
    sent: { kind: "square" },
    read: 'body.kind === "square" ? body.side : 0',
  },
  taggedOrNull: {
    schema: {
      anyOf: [
        { $ref: "#/components/schemas/Outer/properties/round" },
        tagged("square", { side: size }),
        { type: "null" },
      ],
    },
    sent: { kind: "round" },
    read: 'body !== null && body.kind === "round" ? body.size : 0',
  },
  defaultOfAlternative: {
    schema: {
      type: "object",
      properties: {
        around: { oneOf: [sized, { type: "string" }], default: {} },
      },
    },
    sent: {},
    read: 'typeof body.around === "string" ? 0 : body.around.size',
  },
  defaultOfTagged: {
    schema: {
      type: "object",
      properties: {
        around: {
          oneOf: [tagged("round", { size }), tagged("square", { side: size })],
          default: { kind: "square" },
        },
      },
    },
    sent: {},
    read: 'body.around.kind === "square" ? body.around.side : 0',
  },
  defaultOfComponent: {
    schema: {
      type: "object",
      properties: { around: { oneOf: [ref("Sized"), ref("Other")], default: {} } },
    },
    sent: {},
    read: '"other" in body.around ? 0 : body.around.size',
  },
};

interface Place {
  readonly schema: object;
  readonly sent: unknown;
  /** The member of its body that the handler reads, which has to be a number. */
  readonly read: string;
}

/** Bodies with defaults that the router does not fill in, so that handlers cannot count on them. */
const unfilled: Readonly<Record<string, Place>> = {
  alternative: {
    schema: { oneOf: [sized, { type: "object", required: ["other"] }] },
    sent: {},
    read: "body.size",
  },
  optionallyTagged: {
    schema: {
      anyOf: [
        { type: "object", properties: { kind: { const: "round" }, size } },
        tagged("square", { side: size }),
      ],
    },
    sent: { kind: "square" },
    read: 'body.kind === "square" ? body.side : 0',
  },
  patterned: {
    schema: { type: "object", patternProperties: { "^a": ref("Sized") } },
    sent: { a: {} },
    read: 'body["a"]!.size',
  },
  circularPart: {
    schema: ref("Endless/properties/again"),
    sent: { again: {} },
    read: "body.again!.size",
  },
  otherType: {
    schema: { type: "object", properties: { size: { type: "integer", default: null } } },
    sent: {},
    read: "body.size",
  },
};

const document = {
  openapi: "3.1.0",
  info: { title: "Defaults", version: "1" },
  components: {
    schemas: {
      Sized: { type: "object", properties: { size } },
      More: { type: "object", properties: { more: { type: "boolean" } } },
      Alias: ref("Sized"),
      Three: { type: "integer", default: 3 },
      Holder: { type: "object", properties: { three: ref("Three") } },
      Node: { type: "object", properties: { size, next: { type: "array", items: ref("Node") } } },
      Cat: {
        type: "object",
        required: ["kind"],
        properties: { kind: { const: "Cat" }, lives: { type: "integer", default: 9 } },
      },
      Dog: { type: "object", required: ["kind"], properties: { kind: { const: "Dog" } } },
      Endless: {
        type: "object",
        properties: {
          again: {
            type: "object",
            properties: { size, again: ref("Endless/properties/again") },
          },
        },
      },
      Outer: {
        type: "object",
        properties: {
          inner: { type: "object", properties: { size } },
          round: tagged("round", { size }),
        },
      },
      Other: { type: "object", required: ["other"], properties: { other: { type: "integer" } } },
      WithId: {
        type: "object",
        required: ["id"],
        properties: { id: { type: "integer", readOnly: true }, size },
      },
      Pet: {
        type: "object",
        required: ["id", "name", "password"],
        properties: {
          id: { type: "integer", readOnly: true },
          name: { type: "string" },
          password: { type: "string", writeOnly: true },
          tag: { type: "string", default: "none" },
          state: { type: "string", readOnly: true, default: "new" },
        },
      },
    },
  },
  paths: {
    ...Object.fromEntries(
      Object.entries({ ...places, ...unfilled }).map(([name, { schema }]) => [
        `/${name}`,
        {
          post: {
            operationId: name,
            requestBody: { required: true, content: { "application/json": { schema } } },
            responses: { 204: { description: "" } },
          },
        },
      ]),
    ),
    "/pets": {
      post: {
        operationId: "createPet",
        requestBody: { required: true, content: { "application/json": { schema: ref("Pet") } } },
        responses: {
          201: { description: "", content: { "application/json": { schema: ref("Pet") } } },
        },
      },
    },
  },
};

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

test("callers may leave out what has a default, and handlers have it", async () => {
  const compiler = inRoot("node_modules/typescript/bin/tsc");
  expect(await runCompiler(compiler, folder, ["consumer.ts"])).toEqual([]);
});

type Handle = (input: { readonly body: unknown }) => object;

/** The body that the handler of an operation gets, and the answer to the caller. */
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
  "%s: what handlers are typed to have is there",
  async (name, { sent, read }) => {
    const { body } = await exchange(name, sent, { status: 204 });
    expect(readOf(body, read)).toBeTypeOf("number");
  },
);

test.each(Object.entries(unfilled))(
  "%s: what handlers are typed to miss is missing",
  async (name, { sent, read }) => {
    const { body } = await exchange(name, sent, { status: 204 });
    expect(readOf(body, read)).toBeUndefined();
  },
);

test("a handler compiles that answers without what is write-only, and its answer is valid", async () => {
  const sent = { name: "a", password: "b" };
  const answer = { status: 201, body: { id: 1, name: "a" } };
  expect(await exchange("pets", sent, answer)).toEqual({
    status: 201,
    body: { ...sent, tag: "none" },
  });
});

/** Evaluates what the handler of the consumer reads, without the marks that only TypeScript has. */
function readOf(body: unknown, read: string): unknown {
  return new Function("body", `return ${read.replaceAll("!", "")}`)(body);
}
