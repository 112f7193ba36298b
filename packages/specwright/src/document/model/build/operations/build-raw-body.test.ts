import { expect, test } from "vitest";
import { buildValue } from "../../../../../test/build-model-from.ts";

const requestBody = { content: { "*/*": {} } };
const responses = { 204: { description: "" } };

test("an operation with a body asks for its bytes; elsewhere the extension is reported", () => {
  const { model, diagnostics } = buildValue({
    openapi: "3.1.0",
    paths: {
      "/a": {
        post: { "x-raw-body": true, requestBody, responses },
        put: { "x-raw-body": false, requestBody, responses },
        patch: { "x-raw-body": "yes", requestBody, responses },
        get: { "x-raw-body": true, responses },
      },
    },
    webhooks: { w: { post: { "x-raw-body": true, requestBody, responses } } },
  });
  const asking = model.operations.filter(({ isRawBodyKept }) => isRawBodyKept === true);
  expect(asking.map(({ method }) => method)).toEqual(["post"]);
  expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`).toSorted()).toEqual([
    "invalid-raw-body /paths/~1a/get/x-raw-body",
    "invalid-raw-body /paths/~1a/patch/x-raw-body",
    "invalid-raw-body /webhooks/w/post/x-raw-body",
  ]);
});
