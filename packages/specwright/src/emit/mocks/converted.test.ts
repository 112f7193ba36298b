import { expect, test } from "vitest";
import { createProject, emitFiles, openModel } from "../../../test/client-project.ts";
import { generateDefaults } from "../../../test/generate-defaults.ts";
import type { OutputFile } from "../../output-file.ts";
import { createTemplates } from "../shared/print/templates.ts";
import type { ValueSettings } from "../shared/typescript/value-kinds.ts";
import { planValues } from "../shared/values/plan-values.ts";
import { emitMocks } from "./index.ts";

const order = { $ref: "#/components/schemas/Order" };
const long = { type: "integer", format: "int64" };
const at = { type: "string", format: "date-time" };
const content = (schema: object, type = "application/json") => ({
  content: { [type]: { schema } },
});
const document = {
  openapi: "3.2.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://shop.example.com" }],
  paths: {
    "/orders/{id}": {
      parameters: [
        { name: "id", in: "path", required: true, schema: long },
        { name: "since", in: "query", schema: at },
        { name: "ids", in: "query", schema: { type: "array", items: long } },
      ],
      get: { operationId: "getOrder", responses: { 200: { description: "", ...content(order) } } },
      put: {
        operationId: "putOrder",
        requestBody: { required: true, ...content(order) },
        responses: {
          200: {
            description: "",
            headers: { "x-changed": { required: true, schema: at } },
            ...content(order),
          },
        },
      },
    },
    "/events": {
      get: {
        operationId: "watchOrders",
        responses: {
          200: { description: "", content: { "application/jsonl": { itemSchema: order } } },
        },
      },
    },
    "/status": {
      get: {
        operationId: "getStatus",
        responses: { 200: { description: "", ...content({ type: "boolean" }) } },
      },
    },
  },
  webhooks: {
    ordered: {
      post: { requestBody: content(order), responses: { 204: { description: "" } } },
    },
  },
  components: {
    schemas: {
      Line: {
        type: "object",
        required: ["total"],
        properties: { total: { type: "number", format: "decimal" }, name: { type: "string" } },
      },
      Order: {
        type: "object",
        required: ["id", "at", "lines", "due"],
        properties: {
          id: long,
          at,
          due: { anyOf: [at, { type: "object", properties: { day: { type: "string" } } }] },
          lines: { type: "array", items: { $ref: "#/components/schemas/Line" } },
        },
      },
      Listed: { enum: ["a", "b"] },
      Fixed: { const: { at: "2026-01-31T09:30:00Z" }, properties: { at }, type: "object" },
    },
  },
};

function emitConverted(
  settings: ValueSettings,
  model = openModel(document),
): readonly OutputFile[] {
  const values = planValues(model, settings);
  const typeOptions = { ...generateDefaults.typeOptions, converted: values.types };
  const render = createTemplates({ targets: { types: '"../types/index.js"' } });
  const context = { model, command: "specwright generate", render, ...generateDefaults };
  return [
    ...emitFiles(model, { values, typeOptions }),
    ...emitMocks({ ...context, values, typeOptions }).files,
  ];
}

const lib = ["es2024", "dom", "dom.iterable", "dom.asynciterable"];

test("mocks without anything to convert are the same with the setting `values`", () => {
  const model = openModel(document);
  const list = (settings: ValueSettings) =>
    emitConverted(settings, model).filter(({ path }) => path.startsWith("mocks/"));
  expect(list({ date: "Temporal" })).toEqual(list({}));
});

test("factories and mocks take and give converted values, and send what the document says", async () => {
  const consumer = `
import { setupServer } from "msw/node";
import { createTransport, getOrder, putOrder, watchOrders } from "./client/index.js";
import {
  createFixed, createLine, createListed, createOrder, createPostOrderedBody, handlers, mockGetOrder, mockPutOrder, mockWatchOrders,
} from "./mocks/index.js";

const huge = 9007199254740993n;
const day = new Date("2026-01-31T09:30:00Z");
const seen: unknown[] = [];
const server = setupServer(...handlers);
server.listen({ onUnhandledFrame: "error" });
const api = createTransport({ retries: 0 });
const see = (...values: readonly unknown[]) =>
  seen.push(values.map((value) => value instanceof Date ? value.toISOString() : typeof value === "bigint" ? value + "n" : value));
const order = createOrder({ id: huge, at: day, due: day, lines: [{ total: "1.50" }, {}] });
const total: string = createLine().total;
see(order.id, typeof order.id, order.at instanceof Date, order.due, order.lines[0]?.total, typeof order.lines[1]?.total, typeof total);
see(createOrder().at instanceof Date, typeof createPostOrderedBody().id, createListed("a"));
see(createFixed().at, createFixed().at);

const usual = await getOrder(api, { id: 1n });
see(typeof usual.id, usual.at instanceof Date);
server.use(mockGetOrder(({ params, query }) => {
  see(params.id, query.since, ...(query.ids ?? []));
  return createOrder({ id: params.id, at: query.since ?? day });
}));
const got = await getOrder(api, { id: huge, since: day, ids: [huge, 2n] });
see(got.id, got.at);
server.use(mockPutOrder(async ({ body, request }) => {
  see(body.id, body.at, body.lines[0]?.total, (await request.text()).includes('"total":1.50'));
  return { status: 200, body, headers: { "x-changed": day } };
}));
const put = await putOrder(api, { id: 3n, body: order });
see(put.id, put.at.getTime() === order.at.getTime(), put.lines[0]?.total);
const raw = await fetch("https://shop.example.com/orders/3", { method: "PUT", body: '{"id":9007199254740993,"lines":[]}', headers: { "content-type": "application/json" } });
see(raw.headers.get("x-changed"), await raw.text());
server.use(mockWatchOrders(async function* () { yield createOrder({ id: huge, at: day }); }));
for await (const { id, at } of await watchOrders(api, {})) see(id, at);
server.close();
console.log(JSON.stringify(seen));

// @ts-expect-error programs see a bigint
createOrder({ id: 1 });
// @ts-expect-error and a Date
mockGetOrder(() => ({ ...createOrder(), at: "2026-01-31T09:30:00Z" }));
`;
  const project = createProject(
    emitConverted({ "date-time": "Date", int64: "bigint", decimal: "string" }),
    { lib },
  );
  expect(await project.compile({ "consumer.ts": consumer })).toBe("");
  const iso = "2026-01-31T09:30:00.000Z";
  const huge = "9007199254740993n";
  expect(await project.run("consumer.ts", {})).toEqual([
    [huge, "bigint", true, iso, "1.50", "string", "string"],
    [true, "bigint", "a"],
    [iso, iso],
    ["bigint", true],
    [huge, iso, huge, "2n"],
    [huge, iso],
    [huge, iso, "1.50", true],
    [huge, true, "1.50"],
    [huge, null, null, false],
    [iso, '{"id":9007199254740993,"lines":[]}'],
    [huge, iso],
  ]);
});

test("with Temporal, too", async () => {
  const consumer = `
import { Temporal } from "temporal-polyfill";
import { createOrder } from "./mocks/index.js";
const at = Temporal.Instant.from("2026-01-31T09:30:00Z");
const order = createOrder({ at, due: at });
console.log(JSON.stringify([String(order.at), String(order.due), createOrder().at instanceof Temporal.Instant]));
`;
  const project = createProject(emitConverted({ "date-time": "Temporal" }), { lib });
  expect(await project.compile({ "consumer.ts": consumer })).toBe("");
  const sent = "2026-01-31T09:30:00Z";
  expect(await project.run("consumer.ts", {})).toEqual([sent, sent, true]);
});
