import { expect, test } from "vitest";
import { createProject } from "../../packages/specwright/test/client-project.ts";
import { generateFiles } from "../support/generated-files.ts";

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const ok = (schema: object, more: object = {}) => ({
  200: { description: "ok", ...json(schema), ...more },
});
const dateTime = { type: "string", format: "date-time" };
const int64 = { type: "integer", format: "int64" };

const document = {
  openapi: "3.2.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "http://pets.example" }],
  paths: {
    "/pets/{id}": {
      get: {
        operationId: "getPet",
        parameters: [
          { name: "id", in: "path", required: true, schema: int64 },
          { name: "since", in: "query", schema: dateTime },
          { name: "ids", in: "query", schema: { type: "array", items: int64 } },
          { name: "least", in: "query", schema: { type: "number", format: "decimal" } },
          { name: "x-after", in: "header", schema: dateTime },
          { name: "seen", in: "cookie", schema: dateTime },
        ],
        responses: {
          ...ok(reference("Pet"), { headers: { "x-changed": { schema: dateTime } } }),
          404: { description: "none", ...json(reference("Problem")) },
        },
      },
    },
    "/pets": {
      get: {
        operationId: "listPets",
        "x-pagination": { type: "cursor", items: "/items", cursor: "query.cursor", next: "/next" },
        parameters: [{ name: "cursor", in: "query", schema: int64 }],
        responses: ok({
          type: "object",
          required: ["items"],
          properties: { items: { type: "array", items: reference("Pet") }, next: int64 },
        }),
      },
      post: {
        operationId: "createPet",
        requestBody: { required: true, ...json(reference("Pet")) },
        responses: ok(reference("Pet")),
      },
    },
    "/form": {
      post: {
        operationId: "sendForm",
        requestBody: {
          required: true,
          content: {
            "application/x-www-form-urlencoded": {
              schema: {
                type: "object",
                properties: { at: dateTime, days: { type: "array", items: dateTime } },
              },
            },
          },
        },
        responses: ok({ type: "object", properties: { at: dateTime } }),
      },
    },
    "/watch": {
      get: {
        operationId: "watchPets",
        responses: {
          200: {
            description: "ok",
            content: { "application/jsonl": { itemSchema: reference("Pet") } },
          },
        },
      },
    },
    "/events": {
      get: {
        operationId: "watchEvents",
        responses: {
          200: {
            description: "ok",
            content: { "text/event-stream": { itemSchema: reference("Pet") } },
          },
        },
      },
    },
    "/plain": { get: { operationId: "getPlain", responses: ok({ type: "object" }) } },
  },
  webhooks: {
    "pet.born": {
      post: {
        operationId: "onPetBorn",
        requestBody: {
          required: true,
          ...json({
            type: "object",
            required: ["type", "pet"],
            properties: { type: { const: "pet.born" }, pet: reference("Pet") },
          }),
        },
        responses: { 204: { description: "taken" } },
      },
    },
  },
  components: {
    schemas: {
      Problem: { type: "object", properties: { at: dateTime } },
      Pet: {
        type: "object",
        required: ["id", "born"],
        properties: {
          id: int64,
          born: dateTime,
          died: { type: ["string", "null"], format: "date-time" },
          price: { type: "number", format: "decimal" },
          count: { type: "string", format: "int64" },
          mother: reference("Pet"),
          visits: { type: "array", items: { oneOf: [reference("Visit"), reference("Walk")] } },
          log: { type: "object", additionalProperties: dateTime },
          pair: { type: "array", prefixItems: [dateTime, { type: "string" }] },
          text: { type: "string" },
        },
      },
      Visit: {
        type: "object",
        required: ["kind"],
        properties: { kind: { const: "visit" }, at: dateTime },
      },
      Walk: {
        type: "object",
        required: ["kind"],
        properties: { kind: { const: "walk" }, at: { type: "string" } },
      },
    },
  },
};

const settings = {
  values: { "date-time": "Date", int64: "bigint", decimal: "string" },
} as const;

const shared = `
  import type { Pet } from "./types/index.js";
  export const pet: Pet = {
    id: 9007199254740993n,
    born: new Date("2024-01-02T03:04:05.678Z"),
    died: null,
    price: "1.50",
    count: 1234567890123456789n,
    mother: { id: 1n, born: new Date(0), died: new Date(1) },
    visits: [{ kind: "visit", at: new Date(2) }, { kind: "walk", at: "2024-01-02T03:04:05Z" }],
    log: { first: new Date(3) },
    pair: [new Date(4), "2024-01-02T03:04:05Z"],
    text: "2024-01-02T03:04:05Z",
  };
  export const show = (value: unknown): unknown =>
    typeof value === "bigint" ? value + "n"
    : value instanceof Date ? "Date " + value.toISOString()
    : Array.isArray(value) ? value.map(show)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, show(each)]))
      : value;
`;

const shownPet = {
  id: "9007199254740993n",
  born: "Date 2024-01-02T03:04:05.678Z",
  died: null,
  price: "1.50",
  count: "1234567890123456789n",
  mother: {
    id: "1n",
    born: "Date 1970-01-01T00:00:00.000Z",
    died: "Date 1970-01-01T00:00:00.001Z",
  },
  visits: [
    { kind: "visit", at: "Date 1970-01-01T00:00:00.002Z" },
    { kind: "walk", at: "2024-01-02T03:04:05Z" },
  ],
  log: { first: "Date 1970-01-01T00:00:00.003Z" },
  pair: ["Date 1970-01-01T00:00:00.004Z", "2024-01-02T03:04:05Z"],
  text: "2024-01-02T03:04:05Z",
};

/** Compiles programs once, and returns what each prints. */
async function runPrograms(programs: readonly string[]): Promise<readonly unknown[]> {
  const { files } = await generateFiles(document, settings);
  const project = createProject(files);
  const named = programs.map((source, index) => [`run${index}.ts`, source] as const);
  const errors = await project.compile({ "shared.ts": shared, ...Object.fromEntries(named) });
  expect(errors).toBe("");
  return Promise.all(named.map(([name]) => project.run(name, {})));
}

const router = `
  import * as api from "./client/index.js";
  import { createRouter, createWebhookReceiver, createWebhookSender, type Handlers } from "./server/index.js";
  void [createWebhookReceiver, createWebhookSender];
  import { pet, show } from "./shared.ts";

  const seen: { getPet?: unknown[]; createPet?: unknown; sendForm?: unknown } = {};
  const handlers: Handlers = {
    getPet: ({ path, query, header, cookie }) => {
      (seen.getPet ??= []).push(show({ path, query, header, cookie }));
      const id: bigint = path.id;
      const since: Date | undefined = query.since;
      void since;
      return id === 0n
        ? { status: 404, body: { at: new Date(5) } }
        : { status: 200, headers: { "x-changed": new Date(6) }, body: pet };
    },
    listPets: ({ query }) => ({
      status: 200,
      body: query.cursor === undefined ? { items: [pet], next: 9007199254740993n } : { items: [{ id: query.cursor, born: new Date(0) }] },
    }),
    createPet: ({ body }) => {
      seen.createPet = show(body);
      return { status: 200, body };
    },
    sendForm: ({ body }) => {
      seen.sendForm = show(body);
      return { status: 200, body: { ...(body.at && { at: body.at }) } };
    },
    watchPets: () => ({ status: 200, body: [pet, pet] }),
    watchEvents: () => ({ status: 200, body: [{ data: pet }] }),
    getPlain: () => ({ status: 200, body: {} }),
  };
  const texts: string[] = [];
  const service = createRouter({ handlers, validateResponses: true, onError: (error) => { console.error(error); } });
  const fetch = async (request: Request): Promise<Response> => {
    texts.push(new URL(request.url).search + (request.headers.get("cookie") ?? "") + (await request.clone().text()));
    const response = await service(request, undefined);
    texts.push(await response.clone().text());
    return response;
  };
  const transport = api.createTransport({ fetch });
`;

const exchangeProgram = `${router}
    const made = await api.createPet(transport, { body: pet });
    const sent = [...texts];
    const got = await api.getPet(transport, {
      id: 9007199254740993n, since: new Date(7), ids: [1n, 9007199254740995n], least: "0.1000000000000000055",
      header: { "x-after": new Date(8) }, cookie: { seen: new Date(9) },
    }).withResponse();
    const changed: Date | undefined = got.typedHeaders["x-changed"];
    const missing = await api.getPet(transport, { id: 0n }).catch((error: unknown) => error);
    const items: unknown[] = [];
    for await (const item of api.listPetsItems(transport)) items.push(item.id);
    const form = await api.sendForm(transport, { body: { at: new Date(1), days: [new Date(2), new Date(3)] } });
    const lines: unknown[] = [];
    for await (const item of await api.watchPets(transport)) lines.push(item);
    const events: unknown[] = [];
    for await (const { data } of await api.watchEvents(transport)) events.push(data);
    console.log(JSON.stringify({
      sent: sent[0], answered: sent[1], seen, made: show(made), got: show(got.body), changed: show(changed),
      missing: show((missing as api.GetPetError & { status: 404 }).body), items: show(items), form: show(form),
      lines: show(lines), events: show(events),
    }));
`;

const parametersProgram = `${router}
    await api.getPet(transport, {
      id: -9007199254740993n, since: new Date(7), ids: [1n, 9007199254740995n], least: "0.1000000000000000055",
      header: { "x-after": new Date(8) }, cookie: { seen: new Date(9) },
    });
    const client = api.createClient({ fetch });
    const { data } = await client.GET("/pets/{id}", { params: { path: { id: 5n }, query: { since: new Date(1) } } });
    const posted = await client.POST("/pets", { body: pet });
    const secret = "whsec_" + btoa("0123456789abcdef0123456789abcdef");
    let message: unknown;
    let delivered = "";
    const receive = createWebhookReceiver({
      secret,
      handlers: { onPetBorn: ({ body }) => { message = show(body.pet); } },
    });
    const send = createWebhookSender({ fetch: async (request: Request) => {
      delivered = await request.clone().text();
      return receive(request, undefined);
    } });
    await send.onPetBorn({ url: "http://receiver.example/", secret, id: "1", body: { type: "pet.born", pet } });
    console.log(JSON.stringify({ seen: seen.getPet, text: texts[0], data: show(data), posted: show(posted.data), message, delivered }));
  `;

const validatorsProgram = `
    import { operations, schemas, wireSchemas, Pet, type Visit } from "./validators/index.js";
    import { pet } from "./shared.ts";
    void (Pet satisfies typeof schemas.Pet);
    type V = typeof Visit;
    const { requestBody } = operations.createPet;
    const sent = { id: 1, born: "2024-01-02T03:04:05Z" };
    const problems = (value: unknown) => Pet.safeParse(value).error?.issues.map(({ path, message }) => path.join(".") + ": " + message);
    console.log(JSON.stringify({
      same: Pet.parse(pet) === pet,
      sent: [requestBody["application/json"].safeParse(sent).success, wireSchemas.Pet.safeParse(sent).success],
      notSent: requestBody["application/json"].safeParse(pet).success,
      problems: [problems(sent), problems({ ...pet, born: new Date(Number.NaN) }), problems({ ...pet, visits: [{ kind: "visit", at: "x" }] }), problems({ ...pet, text: 1 })],
    }));
    export type { V };
  `;

const failuresProgram = `
    import * as api from "./client/index.js";
    import { pet } from "./shared.ts";
    const answer = (body: string) => api.createTransport({
      fetch: async () => new Response(body, { headers: { "content-type": "application/json" } }),
    });
    const failed = async (body: string) => api.createPet(answer(body), { body: pet }).then(String, (error: Error) => error.name + ": " + error.message);
    console.log(JSON.stringify([
      await failed('{"id":1,"born":"soon"}'),
      await failed('{"id":1,"born":"2024-01-02"}'),
      await failed('{"id":1.5,"born":"2024-01-02T03:04:05Z"}'),
      await failed('{"id":1,"born":"2024-01-02T03:04:05Z","mother":{"id":2,"born":"2024-02-30T99:00:00Z"}}'),
      await api.createPet(answer("{}"), { body: { ...pet, born: new Date(Number.NaN) } }).catch((error: Error) => error.name + ": " + error.message),
    ]));
  `;

const sentText =
  '{"id":9007199254740993,"born":"2024-01-02T03:04:05.678Z","died":null,"price":1.50,"count":"1234567890123456789","mother":{"id":1,"born":"1970-01-01T00:00:00.000Z","died":"1970-01-01T00:00:00.001Z"},"visits":[{"kind":"visit","at":"1970-01-01T00:00:00.002Z"},{"kind":"walk","at":"2024-01-02T03:04:05Z"}],"log":{"first":"1970-01-01T00:00:00.003Z"},"pair":["1970-01-01T00:00:00.004Z","2024-01-02T03:04:05Z"],"text":"2024-01-02T03:04:05Z"}';

const seenPet = {
  path: { id: "9007199254740993n" },
  query: {
    since: "Date 1970-01-01T00:00:00.007Z",
    ids: ["1n", "9007199254740995n"],
    least: "0.1000000000000000055",
  },
  header: { "x-after": "Date 1970-01-01T00:00:00.008Z" },
  cookie: { seen: "Date 1970-01-01T00:00:00.009Z" },
};
const nothing = { query: {}, header: {}, cookie: {} };

test("client, router, webhooks and validators see Date, bigint and text, and send the document's values exactly", async () => {
  const [exchange, parameters, validators, failures] = await runPrograms([
    exchangeProgram,
    parametersProgram,
    validatorsProgram,
    failuresProgram,
  ]);
  expect(exchange).toEqual({
    sent: sentText,
    answered: sentText,
    seen: {
      createPet: shownPet,
      getPet: [seenPet, { path: { id: "0n" }, ...nothing }],
      sendForm: {
        at: "Date 1970-01-01T00:00:00.001Z",
        days: ["Date 1970-01-01T00:00:00.002Z", "Date 1970-01-01T00:00:00.003Z"],
      },
    },
    made: shownPet,
    got: shownPet,
    changed: "Date 1970-01-01T00:00:00.006Z",
    missing: { at: "Date 1970-01-01T00:00:00.005Z" },
    items: ["9007199254740993n", "9007199254740993n"],
    form: { at: "Date 1970-01-01T00:00:00.001Z" },
    lines: [shownPet, shownPet],
    events: [shownPet],
  });
  expect(parameters).toEqual({
    seen: [
      { ...seenPet, path: { id: "-9007199254740993n" } },
      { path: { id: "5n" }, ...nothing, query: { since: "Date 1970-01-01T00:00:00.001Z" } },
    ],
    text:
      "?since=1970-01-01T00%3A00%3A00.007Z&ids=1&ids=9007199254740995&least=0.1000000000000000055" +
      "seen=1970-01-01T00%3A00%3A00.009Z",
    data: shownPet,
    posted: shownPet,
    message: shownPet,
    delivered: `{"type":"pet.born","pet":${sentText}}`,
  });
  expect(validators).toEqual({
    same: true,
    sent: [true, true],
    notSent: false,
    problems: [
      ["id: expected a bigint"],
      ["born: expected a date-time"],
      ["visits.0.at: expected a Date"],
      [expect.stringMatching(/^text: /)],
    ],
  });
  expect(failures).toEqual([
    expect.stringMatching(
      /^UnexpectedAnswerError: createPet .*"soon" is not a date-time, at \/born/,
    ),
    expect.stringMatching(/"2024-01-02" is not a date-time, at \/born/),
    expect.stringMatching(/"1\.5" is not an integer, at \/id/),
    expect.stringMatching(/is not a date-time, at \/mother\/born/),
    "ConversionError: Invalid Date is not a date-time, at /body/born",
  ]);
});

test("with Temporal, instants keep nanoseconds and days have no time zone", async () => {
  const { files } = await generateFiles(
    {
      openapi: "3.1.0",
      info: { title: "Days", version: "1" },
      paths: {
        "/days": {
          post: {
            operationId: "addDay",
            parameters: [{ name: "from", in: "query", schema: { type: "string", format: "date" } }],
            requestBody: { required: true, ...json(reference("Day")) },
            responses: ok(reference("Day")),
          },
        },
      },
      components: {
        schemas: {
          Day: {
            type: "object",
            required: ["day", "at"],
            properties: { day: { type: "string", format: "date" }, at: dateTime },
          },
        },
      },
    },
    { values: { "date-time": "Temporal", date: "Temporal" } },
  );
  const project = createProject(files);
  const errors = await project.compile({
    "run.ts": `
      import { Temporal } from "temporal-polyfill";
      import { addDay, createTransport } from "./client/index.js";
      import { createRouter } from "./server/index.js";
      import { Day } from "./validators/index.js";
      const router = createRouter({
        handlers: {
          addDay: ({ query, body }) => ({
            status: 200,
            body: { day: query.from?.add(body.at.epochNanoseconds === 1n ? { days: 1 } : {}) ?? body.day, at: body.at.add({ nanoseconds: 1 }) },
          }),
        },
        validateResponses: true,
      });
      const transport = createTransport({ baseUrl: "http://days.example", fetch: (request) => router(request, undefined) });
      const body = { day: Temporal.PlainDate.from("2024-01-01"), at: Temporal.Instant.fromEpochNanoseconds(1n) };
      const { day, at } = await addDay(transport, { from: Temporal.PlainDate.from("2024-02-28"), body });
      console.log(JSON.stringify([day.toString(), at.epochNanoseconds.toString(), Day.safeParse(body).success, Day.safeParse({ day: "2024-01-01", at: "x" }).success]));
    `,
  });
  expect(errors).toBe("");
  expect(await project.run("run.ts", {})).toEqual(["2024-02-29", "2", true, false]);
});
