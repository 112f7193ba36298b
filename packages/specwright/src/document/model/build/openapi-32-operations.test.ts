import { expect, test } from "vitest";
import { buildModelFrom, buildValue } from "../../../../test/build-model-from.ts";

const ok = { responses: { 204: { description: "" } } };

test("methods: query and those of additionalOperations, as they are written", () => {
  const { operations } = buildModelFrom({
    openapi: "3.2.0",
    paths: { "/a": { query: ok, additionalOperations: { COPY: ok, copy: ok } } },
  });
  expect(operations.map(({ method }) => method)).toEqual(["query", "COPY", "copy"]);
});

test("media types are referred to, and may describe their items", () => {
  const { operations } = buildModelFrom({
    openapi: "3.2.0",
    paths: {
      "/a": {
        get: {
          responses: {
            200: {
              summary: "Short",
              content: { "application/jsonl": { $ref: "#/components/mediaTypes/Lines" } },
            },
          },
        },
      },
    },
    components: { mediaTypes: { Lines: { itemSchema: { type: "integer" } } } },
  });
  const response = operations[0]?.responses.get("200")?.value;
  expect(response).toMatchObject({ summary: "Short", description: "" });
  expect(response?.content[0]?.itemSchema?.types).toEqual(["integer"]);
});

test("encodings by position and of inner parts are reported as losses", () => {
  const { diagnostics } = buildValue({
    openapi: "3.2.0",
    paths: {
      "/a": {
        post: {
          ...ok,
          requestBody: {
            content: {
              "multipart/mixed": {
                prefixEncoding: [{}],
                itemEncoding: {},
                encoding: { a: { encoding: { b: {} } } },
              },
            },
          },
        },
      },
    },
  });
  expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual(
    Array(3).fill("loss encoding-not-carried"),
  );
});

test("callbacks have operations with the expression of their URL; callbacks of callbacks are losses", () => {
  const { model, diagnostics } = buildValue({
    paths: {
      "/subscribe": {
        post: {
          operationId: "subscribe",
          ...ok,
          callbacks: {
            onEvent: { $ref: "#/components/callbacks/Event" },
            "x-other": {},
          },
        },
      },
    },
    components: {
      callbacks: {
        Event: {
          "{$request.body#/url}": {
            post: { ...ok, callbacks: { onEvent: { $ref: "#/components/callbacks/Event" } } },
            put: { operationId: "replaceEvent", ...ok },
          },
        },
      },
    },
  });
  const [subscribe] = model.operations;
  expect(model.operations).toHaveLength(1);
  expect(subscribe?.callbacks.map(({ name }) => name)).toEqual(["onEvent"]);
  const operations = subscribe?.callbacks[0]?.pathItems.flatMap((item) => item.operations);
  expect(operations?.map(({ name, path, method }) => [name, path, method])).toEqual([
    ["postSubscribeOnEvent", "{$request.body#/url}", "post"],
    ["replaceEvent", "{$request.body#/url}", "put"],
  ]);
  expect(diagnostics.map(({ code }) => code)).toEqual(["callback-not-carried"]);
});

test("links have their operation, parameters and body", () => {
  const { operations } = buildModelFrom({
    paths: {
      "/a": {
        get: {
          operationId: "getA",
          responses: {
            200: {
              description: "",
              links: {
                next: {
                  operationId: "getA",
                  description: "The next one",
                  parameters: { id: "$response.body#/next" },
                  requestBody: null,
                },
                shared: { $ref: "#/components/links/Shared" },
              },
            },
          },
        },
      },
    },
    components: { links: { Shared: { operationRef: "#/paths/~1a/get" } } },
  });
  const links = operations[0]?.responses.get("200")?.value.links;
  expect(links?.get("next")).toMatchObject({
    operationId: "getA",
    description: "The next one",
    parameters: new Map([["id", "$response.body#/next"]]),
    requestBody: { value: null },
  });
  expect(links?.get("shared")?.operationRef).toBe("#/paths/~1a/get");
});

test("the terminator of an event stream is read, and one that cannot end a stream is reported", () => {
  const buildMediaType = (mediaType: string, terminator: unknown): ReturnType<typeof buildValue> =>
    buildValue({
      openapi: "3.2.0",
      paths: {
        "/a": {
          get: {
            responses: {
              200: {
                description: "",
                content: { [mediaType]: { "x-stream-terminator": terminator } },
              },
            },
          },
        },
      },
    });
  const { model, diagnostics } = buildMediaType("text/event-stream; charset=utf-8", "[DONE]");
  const [content] = model.operations[0]?.responses.get("200")?.value.content ?? [];
  expect(content?.streamTerminator).toBe("[DONE]");
  expect(diagnostics).toEqual([]);
  for (const built of [
    buildMediaType("text/event-stream", 1),
    buildMediaType("application/json", "x"),
  ]) {
    expect(built.diagnostics.map(({ code }) => code)).toEqual(["invalid-stream-terminator"]);
  }
});
