import { expect, test } from "vitest";
import { emitServer } from "../../packages/specwright/src/emit/server/index.ts";
import { createTemplates } from "../../packages/specwright/src/emit/shared/print/templates.ts";
import { emitValidators } from "../../packages/specwright/src/emit/validators/index.ts";
import {
  createProject,
  emitFiles,
  openModel,
} from "../../packages/specwright/test/client-project.ts";
import { generateDefaults } from "../../packages/specwright/test/generate-defaults.ts";
import { bodyDocument } from "./bodies/body-document.ts";

const consumer = `
import type { Transport } from "@specwright/runtime/v1/client";
import * as api from "./client/index.js";
import type { Handlers } from "./server/index.js";
import { createRouter } from "./server/index.js";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
function same<A, B>(_: Equal<A, B>): void {}
type Item = { n: number; text?: string };

export async function client(transport: Transport): Promise<void> {
  await api.upload(transport, { body: { name: "n", public: true, avatar: new Blob(["x"]), ids: [1] } });
  await api.upload(transport, {
    body: {
      name: "n",
      public: true,
      avatar: api.part(new Uint8Array([1]), { contentType: "image/png", headers: { "X-Checksum": 1 } }),
      files: [new File([], "a.pdf")],
    },
  });
  // @ts-expect-error a checksum is a number
  await api.upload(transport, { body: { name: "n", public: true, avatar: api.part(new Blob([]), { headers: { "X-Checksum": "x" } }) } });
  // @ts-expect-error a file is no text
  await api.upload(transport, { body: { name: "n", public: true, avatar: "text" } });

  await api.choice(transport, { body: { n: 1 } });
  await api.choice(transport, { body: "text", contentType: "text/plain" });
  await api.choice(transport, { body: new Blob([]), contentType: "image/gif" });
  await api.choice(transport, {});
  // @ts-expect-error text has to be named as such
  await api.choice(transport, { body: "text" });
  // @ts-expect-error what is named as text is no object
  await api.choice(transport, { body: { n: 1 }, contentType: "text/plain" });

  const usual = await api.choice(transport, {});
  same<typeof usual.n, number>(true);
  const csv = await api.choice(transport, {}, { accept: "text/csv" });
  same<typeof csv, string>(true);
  const bytes = await api.choice(transport, {}, { accept: "application/octet-stream" });
  same<typeof bytes, Blob>(true);
  // @ts-expect-error no such media type
  await api.choice(transport, {}, { accept: "text/html" });
  const bound = await api.createApi({ baseUrl: "" }).choice.choice({}, { accept: "text/csv" });
  same<typeof bound, string>(true);

  const { typedHeaders, body } = await api.headers(transport).withResponse();
  same<typeof body.n, number>(true);
  const count: number = typedHeaders["X-Count"];
  const flags: boolean[] | undefined = typedHeaders["X-Flags"];
  const json: Item | undefined = typedHeaders["X-Json"];
  console.log(count, flags, json);
  await api.headers(transport).catch((error: unknown) => {
    if (api.isApiError<api.HeadersError>(error) && error.status === 404) {
      const known: boolean | undefined = error.typedHeaders["X-Count"];
      console.log(known);
    }
  });

  for await (const event of await api.events(transport)) {
    if (event.event === "item") {
      const n: number = event.data.n;
      console.log(n);
    } else {
      const text: string = event.data;
      console.log(text);
    }
  }
  for await (const { data, id } of await api.chunks(transport)) console.log(data.n + 1, id?.length);
  for await (const item of await api.lines(transport, { body: [{ n: 1 }] })) console.log(item.n + 1);
  // @ts-expect-error an item that is none
  await api.lines(transport, { body: [{ n: "x" }] });
  await api.searchByQuery(transport, { filter: { n: 1 }, body: { n: 1 } });
}

export const handlers: Handlers = {
  upload: ({ body, partHeaders }) => {
    const avatar: File = body.avatar;
    const files: File[] | undefined = body.files;
    const checksum: number | undefined = partHeaders.avatar?.["X-Checksum"];
    console.log(avatar.name, files, checksum, body.item?.n, body.ids?.[0]?.toFixed());
    return { status: 204 };
  },
  form: () => ({ status: 204 }),
  choice: (input) => {
    if (input.mediaType === "text/plain") console.log(input.body.length);
    if (input.mediaType === "application/json") console.log(input.body.n);
    return input.accept === "text/csv"
      ? { status: 200, mediaType: "text/csv", body: "a,b" }
      : { status: 200, mediaType: "application/json", body: { n: 1 } };
  },
  headers: () => ({ status: 200, headers: { "X-Count": 1, "X-Flags": [true], "X-Json": { n: 1 } }, body: { n: 1 } }),
  events: async function* () {
    throw new Error("not a generator itself");
  } as never,
  chunks: () => ({ status: 200, body: chunks() }),
  lines: ({ body }) => ({ status: 200, body }),
  sequence: async ({ body }) => {
    for await (const item of body) console.log(item.n);
    return { status: 200, body: [{ n: 1 }] };
  },
  searchByQuerystring: ({ querystring }) => {
    const n: number = querystring.n;
    return { status: 204, headers: { "x-n": n } };
  },
  searchByQuery: ({ body }) => ({ status: 200, body }),
  copySearch: () => ({ status: 204 }),
};

async function* chunks() {
  yield { data: { n: 1 }, id: "1" };
}

export const wrong: Partial<Handlers> = {
  // @ts-expect-error a count is a number
  headers: () => ({ status: 200, headers: { "X-Count": "1" }, body: { n: 1 } }),
  // @ts-expect-error an event's data has to be an item
  chunks: () => ({ status: 200, body: [{ data: 1 }] }),
};
createRouter({ handlers });
`;

test("bodies, streams, headers and choices have the types that the document gives them", async () => {
  const model = openModel(bodyDocument);
  const context = {
    model,
    command: "specwright generate",
    render: createTemplates(),
    ...generateDefaults,
  };
  const files = [
    ...emitFiles(model),
    ...emitValidators(context).files,
    ...emitServer(context).files,
  ];
  const project = createProject(files);
  expect(await project.compile({ "consumer.ts": consumer })).toBe("");
});
