import { expect, test } from "vitest";
import { buildFiles, buildModelFrom, buildValue } from "../../../../test/build-model-from.ts";

const ok = { responses: { 204: { description: "" } } };

test("tags have a title, a kind and a parent; a parent that cannot be is reported", () => {
  const { model, diagnostics } = buildValue({
    openapi: "3.2.0",
    tags: [
      { name: "a", summary: "Title", kind: "nav", description: "d" },
      { name: "b", parent: "a" },
      { name: "c", parent: "unknown" },
      { name: "d", parent: "e" },
      { name: "e", parent: "d" },
    ],
    paths: {},
  });
  expect(model.tags).toEqual([
    { name: "a", summary: "Title", kind: "nav", description: "d" },
    { name: "b", parent: "a" },
    { name: "c" },
    { name: "d" },
    { name: "e" },
  ]);
  expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
    "invalid-tag-parent /tags/2",
    "invalid-tag-parent /tags/3",
    "invalid-tag-parent /tags/4",
  ]);
});

test("$self is the URI that references are relative to, and its neighbours are the files beside it", () => {
  const reference = (text: string): object => ({ schema: { $ref: text } });
  const { model } = buildFiles({
    "root.json": JSON.stringify({
      openapi: "3.2.0",
      $self: "https://example.com/api/openapi.json",
      info: { title: "a", version: "1" },
      paths: {},
      components: {
        schemas: { A: { type: "string" } },
        headers: {
          own: reference("https://example.com/api/openapi.json#/components/schemas/A"),
          relative: reference("openapi.json#/components/schemas/A"),
          beside: reference("https://example.com/api/other.json#/B"),
          file: reference("other.json#/B"),
          back: reference("other.json#/C"),
        },
      },
    }),
    "other.json": JSON.stringify({
      B: { type: "integer" },
      C: { $ref: "openapi.json#/components/schemas/A" },
    }),
  });
  expect(model.self).toBe("https://example.com/api/openapi.json");
  const types = [...model.components.headers].map(([name, { schema }]) => [
    name,
    schema.ref?.target.types ?? schema.ref?.target.ref?.target.types,
  ]);
  expect(Object.fromEntries(types)).toEqual({
    own: ["string"],
    relative: ["string"],
    beside: ["integer"],
    file: ["integer"],
    back: ["string"],
  });
});

test("$self may be a URI that nothing can be relative to", () => {
  const $self = "urn:example:notes";
  const headers = {
    own: { schema: { $ref: `${$self}#/components/schemas/A` } },
    file: { schema: { $ref: "other.json#/B" } },
  };
  const { model } = buildFiles({
    "root.json": JSON.stringify({
      openapi: "3.2.0",
      $self,
      info: { title: "a", version: "1" },
      paths: {},
      components: { schemas: { A: { type: "string" } }, headers },
    }),
    "other.json": JSON.stringify({ B: { type: "integer" } }),
  });
  const types = [...model.components.headers.values()].map(
    ({ schema }) => schema.ref?.target.types,
  );
  expect(types).toEqual([["string"], ["integer"]]);
});

test("examples are data, or the text that is sent", () => {
  const examples = {
    value: { value: 1 },
    data: { dataValue: { a: 1 } },
    text: { serializedValue: '{"a":2}' },
    broken: { serializedValue: "{" },
  };
  const { operations } = buildModelFrom({
    openapi: "3.2.0",
    paths: {
      "/a": {
        post: {
          ...ok,
          requestBody: {
            content: { "application/json": { examples }, "text/plain": { examples } },
          },
        },
      },
    },
  });
  const [json, text] = operations[0]?.requestBody?.value.content ?? [];
  expect([...(json?.examples.values() ?? [])]).toEqual([1, { a: 1 }, { a: 2 }, "{"]);
  expect(text?.examples.get("text")).toBe('{"a":2}');
});

test("security schemes: the device flow and the URL of metadata", () => {
  const flows = {
    deviceAuthorization: {
      deviceAuthorizationUrl: "https://example.com/device",
      tokenUrl: "https://example.com/token",
      scopes: { read: "Read" },
    },
  };
  const oauth2MetadataUrl = "https://example.com/.well-known/oauth-authorization-server";
  const { components } = buildModelFrom({
    openapi: "3.2.0",
    paths: {},
    components: { securitySchemes: { o: { type: "oauth2", flows, oauth2MetadataUrl } } },
  });
  expect(components.securitySchemes.get("o")).toEqual({
    type: "oauth2",
    flows,
    metadataUrl: oauth2MetadataUrl,
  });
});
