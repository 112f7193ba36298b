import { expect, test } from "vitest";
import { constantBody, writeJson } from "./constant-body.ts";

/** A body that counts how often it is written. */
function createBody(text: string) {
  const body = {
    written: 0,
    toJSON: () => {
      body.written += 1;
      return { text };
    },
  };
  return body;
}

const decode = (json: string | Uint8Array): string =>
  typeof json === "string" ? json : new TextDecoder().decode(json);

test("the JSON of a constant body is kept from its second answer on, and that of others is written each time", () => {
  const constant = constantBody(createBody("é"));
  const other = createBody("é");
  for (const body of [constant, other]) {
    for (let answer = 0; answer < 5; answer += 1) {
      expect(decode(writeJson(body))).toBe('{"text":"é"}');
      constantBody(constant);
    }
  }
  expect([constant.written, other.written]).toEqual([2, 5]);
  expect(writeJson(null)).toBe("null");
  expect(writeJson("text")).toBe('"text"');
});

test("kept texts do not take more than 8 MiB", () => {
  const first = constantBody(createBody("first"));
  writeJson(first);
  writeJson(first);
  for (let count = 0; count < 9; count += 1) {
    const large = constantBody(createBody("x".repeat(1024 * 1024)));
    writeJson(large);
    writeJson(large);
  }
  writeJson(first);
  expect(first.written).toBe(3);
});
