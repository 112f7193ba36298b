import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../test/build-model-from.ts";
import { hostileTexts } from "../../../../test/hostile-texts.ts";
import type { Model } from "../../../document/model/model.ts";
import { withJsonParameters } from "../../shared/parameters/nested-parameters.ts";
import { printCurlSample } from "./curl.ts";

/** The arguments that curl receives from a real shell with the secrets in its environment. */
function runThroughShell(document: Readonly<Record<string, unknown>>): string[] {
  const model = buildModelFrom(document);
  const [operation] = model.operations;
  if (operation === undefined) {
    throw new Error("The test's document has no operation.");
  }
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${printCurlSample(model, operation)}\n`;
  const env = { A_KEY: "s3cret", TOKEN: "t0ken", LOGIN: "ada:pw" };
  const output = execFileSync("/bin/sh", ["-c", script], { env, encoding: "utf8" });
  return output.split("\0").slice(0, -1);
}

const responses = { 204: { description: "Done." } };
const servers = [{ url: "https://{host}.example.com/", variables: { host: { default: "api" } } }];

test("a query of the path comes first, and values without a style are JSON where clients send it so", () => {
  const filters = {
    name: "filters",
    in: "query",
    required: true,
    example: [{ a: 1 }],
    schema: { type: "array", items: { type: "object" } },
  };
  const path = "/a?beta=true#first";
  const model = buildModelFrom({
    servers,
    paths: { [path]: { get: { operationId: "list", parameters: [filters], responses } } },
  });
  const printCurl = ({ operations: [operation] }: Model): string =>
    operation === undefined ? "" : printCurlSample(model, operation);
  expect(printCurl(model)).toBe("curl 'https://api.example.com/a?beta=true'");
  expect(decodeURIComponent(printCurl(withJsonParameters(model)))).toBe(
    `curl 'https://api.example.com/a?beta=true&filters=[{"a":1}]'`,
  );
});

test("lists and forms are written in the document's format, and objects of other forms as JSON", () => {
  const tags = { type: "array", items: { type: "string" } };
  const example = { tags: ["a", "b"], lines: [{ price: 5 }], place: { city: "Rome" } };
  const schema = { type: "object", properties: { tags, lines: {}, place: {} } };
  const printCurl = (format: object): string => {
    const content = { "application/x-www-form-urlencoded": { schema, example } };
    const parameters = [
      { name: "tags", in: "query", required: true, example: ["c"], schema: tags },
    ];
    const post = { operationId: "add", parameters, requestBody: { content }, responses, ...format };
    const model = buildModelFrom({ servers, paths: { "/a": { post } } });
    const [operation] = model.operations;
    return operation === undefined ? "" : decodeURIComponent(printCurlSample(model, operation));
  };
  const brackets = printCurl({ "x-array-format": "brackets" });
  expect(brackets).toContain("https://api.example.com/a?tags[]=c'");
  expect(brackets).toContain("-d 'tags[]=a&tags[]=b&lines[0][price]=5&place[city]=Rome'");
  const plain = printCurl({});
  expect(plain).toContain("https://api.example.com/a?tags=c'");
  expect(plain).toContain(`-d 'tags=a&tags=b&lines={"price":5}&place={"city":"Rome"}'`);
});

test("parameters are sent in their styles, the document's examples first", () => {
  const operation = {
    operationId: "list",
    parameters: [
      { name: "id", in: "path", required: true, example: "a/b", schema: { type: "string" } },
      { name: "ids", in: "query", required: true, explode: false, example: [1, 2], schema: {} },
      {
        name: "in",
        in: "query",
        required: true,
        style: "deepObject",
        example: { a: "ü" },
        schema: {},
      },
      { name: "left", in: "query", schema: {} },
      { name: "X-Name", in: "header", required: true, example: "ü", schema: {} },
      { name: "c", in: "cookie", required: true, schema: { enum: ["x"] } },
    ],
    responses,
  };
  expect(runThroughShell({ servers, paths: { "/a/{id}": { get: operation } } })).toEqual([
    "https://api.example.com/a/a%2Fb?ids=1,2&in%5Ba%5D=%C3%BC",
    ...["-H", "X-Name: ü", "-b", "c=x"],
  ]);
});

test.each([
  [{ type: "apiKey", in: "header", name: "X-Key" }, "aKey", ["/a", "-H", "X-Key: s3cret"]],
  [{ type: "apiKey", in: "query", name: "k=&" }, "aKey", ["/a?k%3D%26=s3cret"]],
  [{ type: "apiKey", in: "cookie", name: "sid" }, "aKey", ["/a", "-b", "sid=s3cret"]],
  [{ type: "http", scheme: "bearer" }, "token", ["/a", "-H", "Authorization: Bearer t0ken"]],
  [{ type: "http", scheme: "Basic" }, "login", ["/a", "-u", "ada:pw"]],
])("%j is filled in from the environment", (scheme, name, expected) => {
  const document = {
    paths: { "/a": { get: { operationId: "a", security: [{ [name]: [] }], responses } } },
    components: { securitySchemes: { [name]: scheme } },
  };
  expect(runThroughShell(document)).toEqual(expected);
});

const object = {
  type: "object",
  properties: { a: { type: "string", examples: ["x y"] }, f: { type: "string", format: "binary" } },
};

test.each([
  ["application/json", ["-d", '{\n  "a": "x y"\n}'], { a: "x y" }],
  ["application/x-www-form-urlencoded", ["-d", "a=x%20y"], { a: "x y" }],
  ["text/plain", ["--data-raw", "@x\ny"], "@x\ny"],
  ["application/octet-stream", ["--data-binary", "@file"], undefined],
])("a body of %s", (mediaType, expected, example) => {
  const content = { [mediaType]: { schema: object, ...(example !== undefined && { example }) } };
  const operation = { operationId: "a", requestBody: { content }, responses };
  expect(runThroughShell({ paths: { "/a": { post: operation } } })).toEqual([
    ...["-X", "POST", "/a", "-H", `Content-Type: ${mediaType}`],
    ...expected,
  ]);
});

test("parts of a multipart body are files and texts", () => {
  const content = { "multipart/form-data": { schema: object } };
  const operation = { operationId: "a", requestBody: { content }, responses };
  expect(runThroughShell({ paths: { "/a": { post: operation } } })).toEqual([
    "-X",
    "POST",
    "/a",
    "--form-string",
    "a=x y",
    "-F",
    "f=@f",
  ]);
});

test("the shell takes every text of a document as text", () => {
  for (const text of [
    ...hostileTexts,
    "'; echo hacked; '",
    "$(echo hacked)",
    "`echo hacked`",
    "\n",
  ]) {
    const content = { "application/json": { example: { text } } };
    const operation = {
      operationId: text,
      security: [{ [text]: [] }],
      parameters: [{ name: text, in: "query", required: true, example: text, schema: {} }],
      requestBody: { content },
      responses,
    };
    const given = runThroughShell({
      servers: [{ url: `https://a.example/${text}` }],
      paths: { "/a": { post: operation } },
      components: { securitySchemes: { [text]: { type: "apiKey", in: "header", name: text } } },
    });
    expect(JSON.parse(given.at(-1) ?? "")).toEqual({ text });
    expect(given).toHaveLength(9);
  }
});
