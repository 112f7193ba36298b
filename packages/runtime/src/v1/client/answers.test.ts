import { describe, expect, test } from "vitest";
import { type Answer, callWith, json } from "../../../test/answered-call.ts";
import type { ClientOperation } from "../client.ts";

describe("a documented success is returned", () => {
  test.each<[string, ClientOperation["answers"], Answer, unknown]>([
    ["JSON of another media type", json, { type: "application/vnd.x+json", body: "[1]" }, [1]],
    ["JSON that is sent as text", json, { type: "text/plain", body: "[1]" }, [1]],
    ["JSON that is sent as bytes", json, { type: "application/octet-stream", body: "[1]" }, [1]],
    ["JSON without a media type", json, { body: "[1]" }, [1]],
    [
      "JSON as text where text is documented",
      { 200: ["text/csv"] },
      { type: "application/json", body: "[1]" },
      "[1]",
    ],
    ["an empty text", { 200: ["text/plain"] }, { type: "text/plain" }, ""],
    [
      "whatever comes for a range, as its own media type says",
      { 200: ["*/*"] },
      { type: "application/json", body: "[1]" },
      [1],
    ],
    [
      "nothing, where no body is documented",
      { 200: [] },
      { type: "text/plain", body: "OK" },
      undefined,
    ],
    [
      "nothing for another documented status",
      { 200: ["application/json"], 204: [] },
      { status: 204 },
      undefined,
    ],
    [
      "a status that is not documented, like one that is",
      json,
      { status: 201, type: "application/json", body: "[1]" },
      [1],
    ],
    [
      "the answer for `default`",
      { default: ["application/json"] },
      { type: "application/json", body: "[1]" },
      [1],
    ],
  ])("%s", async (_, answers, answer, value) => {
    expect(await callWith(answers, answer)).toEqual(value);
  });

  test.each([
    ["JSON", ["application/octet-stream"], "application/json"],
    ["a picture of another kind", ["image/png"], "image/jpeg"],
    ["bytes without a media type", ["application/pdf"], ""],
  ])("%s as a Blob where one is documented", async (_, types, type) => {
    const value = await callWith({ 200: types }, { ...(type && { type }), body: "[1]" });
    expect(value).toBeInstanceOf(Blob);
    expect((value as Blob).type).toBe(type);
    expect(await (value as Blob).text()).toBe("[1]");
  });
});
