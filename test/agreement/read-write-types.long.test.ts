import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate, types } from "specwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { findNeed } from "../support/needs.ts";
import { readWriteDocument } from "./read-write-document.ts";
import { runCompiler } from "./types/compare.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-read-write-types");
const document = join(folder, "document.json");

const consumer = `
import { createClient as createAnyClient, type Transport } from "@specwright/runtime/v1/client";
import * as api from "./out/client/index.js";
import { createRouter, type DirectResponse, type Handlers } from "./out/server/index.js";
import type { components, operations, paths, webhooks } from "./out/types/index.js";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
function same<A, B>(_: Equal<A, B>): void {}

type Whole = { name: string; readonly id: number; readonly made?: string; secret: string; hint?: string; size?: number };
type Request = { name: string; secret: string; hint?: string; size?: number };
type Filled = Request & { size: number };
type Response = { name: string; readonly id: number; readonly made?: string; size?: number };
type Schemas = components["schemas"];
same<Schemas["Leaf"], Whole>(true);
same<Schemas["LeafRequest"], Request>(true);
same<Schemas["LeafResponse"], Response>(true);
// The other direction's properties are gone at every place.
same<operations["nested"]["requestBody"]["content"]["application/json"]["leaf"], Request>(true);
same<operations["array"]["responses"][200]["content"]["application/json"][number], Response>(true);
same<operations["map"]["requestBody"]["content"]["application/json"][string], Request>(true);
same<operations["inline"]["requestBody"]["content"]["application/json"], Request>(true);
same<operations["throughComponents"]["requestBody"]["content"]["application/json"], Request>(true);
same<operations["throughComponents"]["responses"][200]["content"]["application/json"], Response>(true);
same<operations["queried"]["parameters"]["query"]["filter"], Request>(true);
same<webhooks["changed"]["post"]["requestBody"]["content"]["application/json"], Response>(true);
same<keyof Schemas["ExtendedRequest"], "name" | "secret" | "hint" | "size" | "more">(true);
same<keyof Schemas["RequiringResponse"], "name" | "id" | "made" | "size">(true);
same<keyof Schemas["NamedRequest"], "name" | "secret" | "hint" | "size">(true);
same<Extract<Schemas["EitherRequest"], { kind: "Marked" }>, Schemas["MarkedRequest"]>(true);
same<Schemas["MarkedRequest"]["kind"], "Marked">(true);
same<NonNullable<Schemas["NodeRequest"]["children"]>[number], Schemas["NodeRequest"]>(true);
export const beside: operations["besideIdentity"]["requestBody"]["content"]["application/json"] = { name: "a", secret: "s" };
same<operations["plain"]["requestBody"]["content"]["application/json"], Schemas["Plain"]>(true);

export async function calls(transport: Transport): Promise<void> {
  const made = await api.direct(transport, { body: { name: "a", secret: "s" } });
  same<typeof made, Response>(true);
  // @ts-expect-error the answer has no secret
  made.secret;
  // @ts-expect-error the service gives the id
  await api.direct(transport, { body: { name: "a", secret: "s", id: 1 } });
  // @ts-expect-error the secret is required
  await api.direct(transport, { body: { name: "a" } });
  await api.queried(transport, { filter: { name: "a", secret: "s" } });
  const node = await api.circular(transport, { body: { children: [{ leaf: { name: "a", secret: "s" } }] } });
  const id: number | undefined = node.children?.[0]?.leaf?.id;
  // @ts-expect-error behind any number of references
  await api.circular(transport, { body: { children: [{ leaf: { name: "a", secret: "s", id } }] } });

  const ours = await api.createClient({ baseUrl: "" }).POST("/direct", { body: { name: "a", secret: "s" } });
  same<typeof ours.data, Response | undefined>(true);
  const any = createAnyClient<paths>({ baseUrl: "" });
  const { data } = await any.POST("/direct", { body: { name: "a", secret: "s" } });
  same<typeof data, Response | undefined>(true);
  // @ts-expect-error the secret is required
  await any.POST("/direct", { body: { name: "a" } });
}

same<DirectResponse["body"], Response>(true);
export const handlers: Pick<Handlers, "direct" | "queried"> = {
  direct: ({ body }) => {
    // The router filled in the size.
    const filled: Filled = body;
    return { status: 200, body: { name: filled.name, id: 1 } };
  },
  queried: ({ query }) => {
    const secret: string = query.filter.secret;
    console.log(secret);
    return { status: 204 };
  },
};

export const wrong: Partial<Handlers> = {
  // @ts-expect-error an answer has an id
  inline: () => ({ status: 200, body: { name: "a" } }),
};
console.log(createRouter);
`;

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(document, JSON.stringify(readWriteDocument));
  await generate({ document, out: join(folder, "out") });
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(folder, "consumer.ts"), consumer);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const compilers = [
  ["TypeScript 7", "node_modules/typescript/bin/tsc"],
  ["TypeScript 5.9", "test/peers/node_modules/typescript/bin/tsc"],
] as const;

test.each(compilers)(
  "client, server and paths have the types of their direction with %s",
  async (_, compiler) => {
    expect(await runCompiler(resolveInRoot(compiler), folder, ["consumer.ts"])).toEqual([]);
  },
);

const corpus = findNeed("corpus") ?? "";

test.skipIf(corpus === "").each(compilers)(
  "requests and answers of museum and Train Travel have separate types, which compile with %s",
  async (_, compiler) => {
    const files = ["museum", "train-travel"].map((name) => {
      const output = join(folder, `${name}.ts`);
      const { text } = types({
        document: join(corpus, `${name}.yaml`),
        output,
        readWriteSplit: true,
        rootTypes: true,
        enum: true,
      });
      return [`${name}.ts`, text] as const;
    });
    expect(files[1]?.[1]).toContain("BookingRequest");
    const errors = await runCompiler(
      resolveInRoot(compiler),
      folder,
      files.map(([file]) => file),
    );
    expect(errors).toEqual([]);
  },
);

test("without the flag, types do not have directions", () => {
  const { text } = types({ document });
  expect(text).toBe(types({ document, readWriteSplit: false }).text);
  expect(text).not.toMatch(/Request:|Response:/);
  expect(text).toContain("readonly id: number;");
});
