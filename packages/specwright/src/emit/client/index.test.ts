import { join } from "node:path";
import { expect, test } from "vitest";
import { findNeed } from "../../../../../test/support/needs.ts";
import { startServer } from "../../../test/answering-server.ts";
import { clientDocument } from "../../../test/client-document.ts";
import { createProject, emitFiles, openModel } from "../../../test/client-project.ts";

const corpus = findNeed("corpus") ?? "";

test.skipIf(corpus === "")(
  "the client of museum compiles under strict options and calls a server in every way",
  async () => {
    const event = {
      eventId: "e1",
      name: "n",
      location: "l",
      eventDescription: "d",
      dates: [],
      price: 1,
    };
    const { baseUrl, received } = await startServer({
      "GET /special-events?limit=2": [200, [event]],
      "POST /special-events": [201, event],
      "DELETE /special-events/e1": [204, undefined],
      "GET /special-events/none": [404, { type: "object", title: "Not found" }],
      "GET /tickets/t1/qr": [200, "bytes"],
    });
    const project = createProject(emitFiles(openModel(join(corpus, "museum.yaml"))));
    const consumer = `
import {
  createApi, createClient, createSpecialEvent, createTransport, type CreateSpecialEventInput, getSpecialEvent,
  type GetSpecialEventError, isApiError, listSpecialEvents,
} from "./client/index.js";
import { getTicketCode } from "./client/tickets.js";

const options = { baseUrl: process.env.BASE_URL ?? "", retries: 0 };
const transport = createTransport(options);
const input: CreateSpecialEventInput = {
  body: { name: "n", location: "l", eventDescription: "d", dates: [], price: 1 },
};

const list = await listSpecialEvents(transport, { limit: 2 });
const first: string | undefined = list[0]?.name;
const created = await createSpecialEvent(transport, input);
const price: number = created.price;
const deleted: undefined = await createApi(options).events.deleteSpecialEvent({ eventId: "e1" });
const picture: Blob = await getTicketCode(transport, { ticketId: "t1" });
const failure = await getSpecialEvent(transport, { eventId: "none" }).catch((error: unknown) => {
  if (isApiError<GetSpecialEventError>(error)) {
    const status: 400 | 404 = error.status;
    const title: string | undefined = error.body.title;
    return { status, title };
  }
  throw error;
});
const { data } = await createClient(options).GET("/special-events", { params: { query: { limit: 2 } } });
const viaClient: string | undefined = data?.[0]?.name;

export function mistakes() {
  // @ts-expect-error a path parameter is required
  getSpecialEvent(transport, {});
  // @ts-expect-error so is the body
  createSpecialEvent(transport);
  // @ts-expect-error no such parameter
  listSpecialEvents(transport, { size: 2 });
  // @ts-expect-error not a number
  listSpecialEvents(transport, { limit: "2" });
  // @ts-expect-error no such path
  createClient().GET("/nothing");
  // @ts-expect-error no such operation
  createApi().events.buyMuseumTickets({ body: {} });
}

console.log(JSON.stringify({
  first, price, deleted: String(deleted), picture: await picture.text(), failure, viaClient,
}));
`;
    expect(await project.compile({ "consumer.ts": consumer })).toBe("");
    expect(await project.run("consumer.ts", { BASE_URL: baseUrl })).toEqual({
      first: "n",
      price: 1,
      deleted: "undefined",
      picture: "bytes",
      failure: { status: 404, title: "Not found" },
      viaClient: "n",
    });
    expect(received).toContain(
      'POST /special-events {"name":"n","location":"l","eventDescription":"d","dates":[],"price":1}',
    );
  },
);

test.skipIf(corpus === "")(
  "the client of train-travel asks for JSON where XML is offered too",
  async () => {
    const { baseUrl, received } = await startServer({
      "GET /stations?page=2": [
        200,
        { data: [{ id: "s1", name: "Mitte", address: "a", country_code: "DE" }] },
      ],
      "POST /bookings": [201, { id: "b1", passenger_name: "P" }],
    });
    const project = createProject(emitFiles(openModel(join(corpus, "train-travel.yaml"))));
    const consumer = `
import { createBooking, createTransport, getStations } from "./client/index.js";
const transport = createTransport({ baseUrl: process.env.BASE_URL ?? "" });
const stations = await getStations(transport, { page: 2 });
const name: string | undefined = stations.data?.[0]?.name;
const booking = await createBooking(transport, { body: { trip_id: "t", passenger_name: "P" } });
const passenger: string | undefined = booking.passenger_name;
console.log(JSON.stringify({ name, passenger }));
`;
    expect(await project.compile({ "consumer.ts": consumer })).toBe("");
    expect(await project.run("consumer.ts", { BASE_URL: baseUrl })).toEqual({
      name: "Mitte",
      passenger: "P",
    });
    const accept = "application/json, application/problem+json, */*;q=0.1";
    expect(received).toContain(`${accept} POST /bookings {"trip_id":"t","passenger_name":"P"}`);
  },
);

test("parameters are at their places, and every kind of body and list is typed and sent", async () => {
  const { baseUrl, received } = await startServer({
    "PUT /things/1?id=2&limit=3&filter%5Ba%5D=b": [200, "text"],
    "POST /form": [200, { ok: true }],
    "POST /upload": [200, { ok: true }],
    "POST /raw": [200, { ok: true }],
    "GET /cursor": [200, { items: [1, 2], next: "c2" }],
    "GET /cursor?cursor=c2": [200, { items: [3], next: null }],
    "POST /pages": [200, { list: { items: ["a"] }, total: 2 }],
    "GET /client?ids=1,2": [200, { ok: true }],
    "GET /broken": [404, { code: 1 }],
  });
  const project = createProject(
    emitFiles(openModel(clientDocument), { factory: "createPlatform" }),
  );
  const consumer = `
import * as api from "./client/index.js";
const options = { baseUrl: process.env.BASE_URL ?? "", retries: 0 };
const transport = api.createTransport(options);
const text: string = await api.putThing(transport, {
  id: 1, query: { id: 2 }, limit: 3, filter: { a: "b" }, header: { "X-Trace": "t" }, cookie: { session: "s" }, body: "plain",
});
await api.sendForm(transport, { body: { a: 1, list: ["x", "y"], deep: { b: 2 } } });
await api.upload(transport, { body: { name: "n", file: new Blob(["bytes"]), more: [new Blob(["1"]), new Blob(["2"])] } });
await api.upload(transport, { body: new FormData() });
await api.sendRaw(transport, { body: new Uint8Array([104, 105]), contentType: "application/octet-stream" });
await api.sendRaw(transport, { body: { json: true } });
const items: number[] = [];
for await (const item of api.byCursorItems(transport)) items.push(item);
const pages: (string[] | undefined)[] = [];
for await (const page of api.createPlatform(options).pages.byPagePages({ body: { size: 1 } })) pages.push(page.list?.items);
const platform: api.Platform = api.createPlatform(options);
await api.createClient(options).GET("/client", { params: { query: { ids: [1, 2] }, cookie: { c: "v" } } });
const failure = await platform.second.broken().catch((error: unknown) => {
  if (!api.isApiError<api.BrokenError>(error)) throw error;
  if (error.status === 404) { const code: number | undefined = error.body.code; return code; }
  if (error.status === 500) { const other: string = error.body; return other; }
  if (error.status === 401) { const rest: boolean = error.body; return rest; }
  return undefined;
});
export function mistakes() {
  // @ts-expect-error headers are below header
  api.putThing(transport, { id: 1, "X-Trace": "t", body: "" });
  // @ts-expect-error a file is no text
  api.upload(transport, { body: { name: "n", file: "bytes" } });
}
console.log(JSON.stringify({ text, items, pages, failure }));
`;
  expect(await project.compile({ "consumer.ts": consumer })).toBe("");
  expect(await project.run("consumer.ts", { BASE_URL: baseUrl })).toEqual({
    text: "text",
    items: [1, 2, 3],
    pages: [["a"], ["a"]],
    failure: 1,
  });
  expect(received).toContain("PUT /things/1?id=2&limit=3&filter%5Ba%5D=b plain");
  expect(received).toContain("POST /form a=1&list=x,y&deep=%7B%22b%22%3A2%7D");
  expect(received).toContain("POST /raw hi");
  expect(received).toContain('POST /raw {"json":true}');
  expect(received).toContain('POST /pages {"size":1,"number":1}');
  expect(received).toContain('POST /pages {"size":1,"number":2}');
  expect(received.filter((request) => request.startsWith("POST /upload"))[0]).toMatch(
    /name="name"\r\n\r\nn\r\n.*name="file"; filename="blob"\r\ncontent-type: image\/png\r\n\r\nbytes.*name="more".*1.*name="more".*2/s,
  );
});
