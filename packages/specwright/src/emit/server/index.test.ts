import { join } from "node:path";
import { expect, test } from "vitest";
import { findNeed } from "../../../../../test/support/needs.ts";
import { createProject, openModel } from "../../../test/client-project.ts";
import {
  ask,
  completeDocument,
  emitFiles,
  emitHandlers,
  findWarnings,
} from "../../../test/server-files.ts";

const corpus = findNeed("corpus");

test.skipIf(corpus === undefined)(
  "the museum's server compiles under strict rules, and serves, validates and verifies",
  async () => {
    const project = createProject(emitFiles(openModel(join(corpus ?? "", "museum.yaml"))));
    const consumer = `
import { Webhook } from "standardwebhooks";
import { createRouter, createWebhookReceiver, refuse, type Handlers } from "./server/index.js";
${ask}
const event = { name: "n", location: "l", eventDescription: "d", dates: ["2024-01-02"], price: 5 };
const problem = { status: 404, body: { title: "none" } } as const;
const handlers: Handlers<void, { MuseumPlaceholderAuth: { user: string } }> = {
  getMuseumHours: ({ query }) => {
    const page: number = query.page;
    const startDate: string | undefined = query.startDate;
    return { status: 200, body: [{ date: startDate ?? "2024-01-01", timeOpen: "09:00", timeClose: String(page) }] };
  },
  createSpecialEvent: ({ body, principal }) => ({
    status: 201,
    body: { ...body, location: principal.MuseumPlaceholderAuth.user },
  }),
  listSpecialEvents: async () => ({ status: 200, body: [event] }),
  getSpecialEvent: ({ path }) => (path.eventId.startsWith("0") ? problem : { status: 200, body: event }),
  updateSpecialEvent: () => new Response("own"),
  deleteSpecialEvent: () => ({ status: 204 }),
  buyMuseumTickets: ({ body }) => ({ status: 201, body: { ...body, message: "m", confirmationCode: "c" } }),
  getTicketCode: () => ({ status: 200, body: new Uint8Array([137, 80]) }),
};
const router = createRouter({
  security: { MuseumPlaceholderAuth: ({ username, password }) => password === "pass" ? { user: username } : refuse() },
  handlers,
});
const id = "3be6453c-03eb-4357-ae5a-984a0e574a54";
const answers = [
  await ask(router, "GET /museum-hours?startDate=2024-05-01", { headers: key }),
  await ask(router, "GET /museum-hours?startDate=soon&limit=x", { headers: key }),
  await ask(router, "GET /museum-hours"),
  await ask(router, "POST /special-events", json(event)),
  await ask(router, "POST /special-events", json({ ...event, price: "5", dates: ["x"] })),
  await ask(router, "GET /special-events/" + id, { headers: key }),
  await ask(router, "GET /special-events/" + id.replace("3", "0"), { headers: key }),
  await ask(router, "DELETE /special-events/" + id, { headers: key }),
  await ask(router, "PUT /special-events/" + id),
  await ask(router, "PATCH /special-events/" + id, json({})),
];
const messages: string[] = [];
const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazcMqMLGkEM=";
const receiver = createWebhookReceiver({
  secret,
  handlers: { publishNewEvent: ({ body, id }) => { messages.push(id + " " + body.name); } },
});
const send = (payload: string) => receiver(new Request("http://localhost/hooks", {
  method: "POST",
  body: payload,
  headers: {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
    "webhook-signature": new Webhook(secret).sign("msg_1", new Date(), payload),
  },
}));
const statuses = [(await send(JSON.stringify(event))).status, (await send("{}")).status];
console.log(JSON.stringify({ answers, messages, statuses }));

export function mistakes() {
  // @ts-expect-error an undocumented status
  createRouter({ security: { MuseumPlaceholderAuth: () => 1 }, handlers: { ...handlers, deleteSpecialEvent: () => ({ status: 200 }) } });
  // @ts-expect-error a body of another shape
  createRouter({ security: { MuseumPlaceholderAuth: () => 1 }, handlers: { ...handlers, getSpecialEvent: () => ({ status: 200, body: { name: 1 } }) } });
  // @ts-expect-error no hook
  createRouter({ handlers });
  // @ts-expect-error no handlers
  createRouter({ security: { MuseumPlaceholderAuth: () => 1 }, handlers: {} });
}
`;
    expect(await project.compile({ "consumer.ts": consumer })).toBe("");
    const printed = (await project.run("consumer.ts", {})) as Record<string, readonly unknown[]>;
    const event = {
      name: "n",
      location: "l",
      eventDescription: "d",
      dates: ["2024-01-02"],
      price: 5,
    };
    const problem = (status: number) => expect.objectContaining({ status });
    expect(printed.answers).toEqual([
      [200, [{ date: "2024-05-01", timeOpen: "09:00", timeClose: "1" }]],
      [
        400,
        expect.objectContaining({
          errors: [
            "query.startDate: must be a valid date",
            expect.stringMatching(/^query\.limit: expected/),
          ],
        }),
      ],
      [401, problem(401)],
      [201, { ...event, location: "me" }],
      [
        400,
        expect.objectContaining({
          errors: ["body.dates[0]: must be a valid date", "body.price: expected number"],
        }),
      ],
      [200, event],
      [404, { title: "none" }],
      [204, ""],
      [405, problem(405)],
      [200, "own"],
    ]);
    expect(printed.messages).toEqual(["msg_1 n"]);
    expect(printed.statuses).toEqual([202, 400]);
  },
);

test.skipIf(corpus === undefined)(
  "train-travel's scaffold compiles, answers 501, and a handler that is filled in is typed",
  async () => {
    const model = openModel(join(corpus ?? "", "train-travel.yaml"));
    const project = createProject([...emitFiles(model), ...emitHandlers(model)]);
    const consumer = `
import { handlers } from "./handlers/index.ts";
import { createRouter } from "./server/index.js";
${ask}
const router = createRouter({
  security: { OAuth2: (token, { scopes }) => token + scopes.join() },
  handlers: {
    ...handlers,
    getStations: ({ query, accept, principal }) =>
      accept === "application/xml"
        ? { status: 200, mediaType: accept, body: "<x/>", headers: { RateLimit: String(principal.OAuth2) } }
        : { status: 200, body: { data: [], links: { self: String(query.page * query.limit) } } as never },
    createBooking: (input) =>
      input.mediaType === "application/xml"
        ? { status: 201, mediaType: "application/xml", body: input.body }
        : { status: 201, body: { ...input.body, id: undefined } as never },
  },
  onError: () => ({ status: 500 }),
});
const headers = { authorization: "Bearer t" };
console.log(JSON.stringify([
  await ask(router, "GET /stations?limit=3", { headers }),
  await ask(router, "GET /stations", { headers: { ...headers, accept: "application/xml" } }),
  await ask(router, "GET /bookings", { headers }),
  await ask(router, "POST /bookings", { headers: { ...headers, "content-type": "application/xml" }, body: "<b/>" }),
]));
`;
    expect(await project.compile({ "consumer.ts": consumer })).toBe("");
    expect(await project.run("consumer.ts", {})).toEqual([
      [200, { data: [], links: { self: "3" } }],
      [200, "<x/>"],
      [501, expect.objectContaining({ status: 501 })],
      [201, "<b/>"],
    ]);
  },
);

test("rules that the router does not enforce are reported", () => {
  const schema = { type: "object", properties: { a: { type: "string" } } };
  const content = {
    "multipart/form-data": { schema },
    "application/xml": { schema },
    "text/plain": {},
  };
  const alternative = { oneOf: [{ properties: { a: { default: 1 } } }, { type: "object" }] };
  const named = {
    anyOf: [{ $ref: "#/components/schemas/Read" }, { $ref: "#/components/schemas/Fine" }],
  };
  const properties = { id: { type: "integer", readOnly: true }, a: { default: 1 } };
  const schemas = {
    Read: { type: "object", required: ["id"], properties },
    Fine: { type: "object", required: ["a"], properties },
  };
  const model = openModel(
    completeDocument({
      components: { schemas },
      paths: {
        "/a": { post: { requestBody: { content }, responses: {} } },
        "/b": {
          post: {
            requestBody: { content: { "application/json": { schema: alternative } } },
            responses: {},
          },
        },
        "/c": {
          post: {
            requestBody: { content: { "application/json": { schema: named } } },
            responses: {},
          },
        },
      },
      webhooks: {
        first: { post: { responses: {} } },
        second: { post: { responses: {} } },
        third: { post: { "x-webhook": 5, responses: {} } },
      },
    }),
  );
  expect(findWarnings(model)).toEqual([
    "default-in-alternative /paths/~1b/post/requestBody/content/application~1json/schema/oneOf/0",
    "default-in-alternative /components/schemas/Read",
    "indistinguishable-webhook /webhooks/second/post",
    "invalid-webhook-extension /webhooks/third/post/x-webhook",
    "indistinguishable-webhook /webhooks/third/post",
    "unchecked-body /paths/~1a/post/requestBody",
  ]);
});
