import { expect, test } from "vitest";
import { readToolkitAddress } from "../build/server-variables.ts";
import { prepareImport } from "./prepare-import.ts";

const responses = { "200": { description: "Done." } };
const server = { url: "https://a.example/v1" };

function prepare(parts: Record<string, unknown>, baseUrl?: string) {
  const document = {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { "/a": { get: { operationId: "a", responses } } },
    ...parts,
  };
  return prepareImport("document.json", JSON.stringify(document), { slug: "a", baseUrl });
}

test("the report names every part of a document that the toolkit does not have", () => {
  const xml = { content: { "application/xml": { schema: { type: "object" } } } };
  const { report } = prepare({
    servers: [server, { url: "https://eu.a.example/v1" }],
    paths: {
      "/a": { servers: [{ url: "https://files.a.example" }], get: { operationId: "a", responses } },
      "/b": {
        post: {
          operationId: "b",
          requestBody: xml,
          callbacks: { done: { "{$request.body#/url}": { post: { responses } } } },
          responses,
        },
      },
    },
    webhooks: { added: { post: { responses } } },
  }) as { readonly report: { readonly notes: readonly { place: string; reason: string }[] } };
  expect(report.notes.map(({ place }) => place)).toEqual([
    "/servers/1",
    "/paths/~1a/servers/0",
    "/webhooks/added",
    "/paths/~1b/post/callbacks",
    "POST /b",
  ]);
  expect(report.notes[0]?.reason).toContain("Calls go to https://a.example/v1");
});

test("variables of the server are named, and a whole document has no losses", () => {
  const variables = { region: { default: "eu", enum: ["eu", "us"] } };
  const servers = [{ url: "https://{region}.{name}.example", variables }];
  expect(prepare({ servers })).toMatchObject({
    report: {
      notes: [
        {
          place: "/servers/0/variables/region",
          reason: expect.stringContaining("`eu` is only suggested"),
        },
        {
          place: "/servers/0/variables/name",
          reason: expect.stringContaining("has no default"),
        },
      ],
    },
  });
  expect(prepare({ servers: [server] })).toMatchObject({ report: { notes: [] } });
});

test("an address with a password is the server that is used, and nothing shows the password", () => {
  const servers = [{ url: "https://ada:canary@{name}.example" }, server];
  const own = { servers: [{ url: "https://ada:canary@files.example" }] };
  const paths = { "/a": { ...own, get: { operationId: "a", responses } } };
  const { report } = prepare({ servers, paths }) as {
    readonly report: { readonly notes: readonly { place: string; reason: string }[] };
  };
  expect(report.notes).toMatchObject([
    { place: "/servers/0/variables/name" },
    { place: "/servers/1", reason: expect.stringContaining("https://{name}.example") },
    { place: "/paths/~1a/servers/0", reason: expect.stringContaining("https://files.example") },
  ]);
  const { fields } = readToolkitAddress({
    servers: [{ url: "https://ada:canary@{name}.example", variables: new Map() }],
  });
  expect(JSON.stringify([report, fields])).not.toContain("canary");
});

test.each([undefined, [], [{ url: "/api/v3" }], [{ url: "{protocol}://{host}/api" }]])(
  "servers %j take the address of the import, and without one the problem says how to give it",
  (servers) => {
    const refused = prepare({ servers });
    expect(refused.problems?.[0]).toMatchObject({ fix: expect.stringContaining("`base_url`") });
    const { text, source } = prepare({ servers }, "https://own.example/api") as {
      readonly text: Uint8Array;
      readonly source: Uint8Array;
    };
    for (const document of [text, source]) {
      expect(JSON.parse(Buffer.from(document).toString()).servers).toEqual([
        { url: "https://own.example/api" },
      ]);
    }
  },
);

test("a document of Swagger 2.0 is refused with the command that converts it", () => {
  const { problems } = prepare({ openapi: undefined, swagger: "2.0", host: "a.example" });
  expect(problems?.map(({ message, fix }) => `${message} ${fix}`)).toEqual([
    "This is a document of Swagger 2.0, and the service imports OpenAPI 3. Convert it first: `npx specwright shape <document> -o openapi.yaml`.",
  ]);
});
