import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "specwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { runCompiler } from "./types/compare.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-alternatives");

const contact = {
  type: "object",
  properties: { email: { type: "string" }, phone: { type: "string" } },
  anyOf: [{ required: ["email"] }, { required: ["phone"] }],
};
const json = (name: string): object => ({
  "application/json": { schema: { $ref: `#/components/schemas/${name}` } },
});
const operation = (operationId: string, name: string): object => ({
  operationId,
  requestBody: { required: true, content: json(name) },
  responses: { 200: { description: "", content: json(name) } },
});

const document = {
  openapi: "3.1.0",
  info: { title: "Contacts", version: "1" },
  components: {
    schemas: {
      Contact: contact,
      Person: {
        allOf: [
          { $ref: "#/components/schemas/Contact" },
          { type: "object", properties: { name: { type: "string" } } },
          { type: "object", required: ["name"] },
        ],
        oneOf: [{ type: "object", required: ["email"] }, { required: ["phone"] }],
      },
    },
  },
  paths: {
    "/contacts": { post: operation("addContact", "Contact") },
    "/persons": { post: operation("addPerson", "Person") },
  },
};

const consumer = `
import type { Transport } from "@specwright/runtime/v1/client";
import { addContact, addPerson } from "./out/client/index.js";
import type { Handlers } from "./out/server/index.js";
import { schemas } from "./out/validators/index.js";

export async function calls(transport: Transport): Promise<void> {
  const { email } = await addContact(transport, { body: { email: "a@b.example" } });
  const { phone, name } = await addPerson(transport, { body: { name: "A", phone: "1" } });
  const texts: (string | undefined)[] = [email, phone, name, schemas.Contact.parse({}).email];
  console.log(texts);
  // @ts-expect-error A number is not a string.
  await addContact(transport, { body: { email: 1 } });
  // @ts-expect-error A number is not a string.
  await addPerson(transport, { body: { name: 1 } });
}

export const handlers: Handlers = {
  addContact: ({ body }) => ({ status: 200, body: { phone: body.phone ?? "" } }),
  addPerson: ({ body }) => ({ status: 200, body: { name: body.name ?? "", email: "a@b.example" } }),
};

export const wrong: Partial<Handlers> = {
  // @ts-expect-error A number is not a string.
  addContact: () => ({ status: 200, body: { phone: 1 } }),
};
`;

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(folder, "api.json"), JSON.stringify(document));
  await writeFile(join(folder, "consumer.ts"), consumer);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("alternatives that only require something leave the types of client, handlers and validators as they are", async () => {
  await generate({ document: join(folder, "api.json"), out: join(folder, "out") });
  const compiler = resolveInRoot("node_modules/typescript/bin/tsc");
  expect(await runCompiler(compiler, folder, ["consumer.ts"])).toEqual([]);
});
