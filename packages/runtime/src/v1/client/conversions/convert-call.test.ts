import { expect, test } from "vitest";
import { respondJson, startServer } from "../../../../test/http-server.ts";
import { type ClientOperation, call, createTransport } from "../../client.ts";
import type { Convert } from "../../conversions/single-values.ts";
import { convertCall } from "./convert-call.ts";

const encode: Convert = (value) => (value === undefined ? value : `encoded ${value}`);

test("parameters are converted that have a conversion and were passed, whatever their names are", async () => {
  const { baseUrl, received } = await startServer((_, response) =>
    respondJson(response, 200, null),
  );
  const names = ["__proto__", "constructor", "toString", "plain"];
  const operation: ClientOperation = {
    name: "names",
    method: "GET",
    path: "/x",
    parameters: names.map((name) => ({ name, in: "query" })),
  };
  const transport = createTransport({ baseUrl });
  const conversions = { parameters: { query: { ["__proto__"]: encode, toString: encode } } };
  const given = Object.fromEntries(names.map((name) => [name, `a ${name}`]));
  for (const input of [given, {}]) {
    await convertCall(operation, conversions, input, undefined, (encoded) =>
      call(transport, operation, encoded),
    );
  }
  expect(received.map(({ url }) => decodeURIComponent(url))).toEqual([
    "/x?__proto__=encoded a __proto__&constructor=a constructor&toString=encoded a toString&plain=a plain",
    "/x",
  ]);
});
