import { hash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { splitBody } from "./split-body.ts";

describe("the JSON of a request", () => {
  const folder = mkdtempSync(join(tmpdir(), "split-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  let count = 0;
  const split = (bytes: string | Uint8Array) => {
    count += 1;
    const [file, documentFile] = [join(folder, `${count}`), join(folder, `${count}.document`)];
    writeFileSync(file, bytes);
    const { head } = splitBody({ kind: "split", file, documentFile });
    return {
      head: Buffer.from(head).toString("latin1"),
      document: existsSync(documentFile) ? readFileSync(documentFile, "utf8") : undefined,
    };
  };
  const sum = (text: string) => `sha256:${hash("sha256", text, "hex")}`;

  test("is split into the text of its document and the rest", () => {
    expect(split(`{"slug":"a","document":"openapi: 3.1.0"}`)).toEqual({
      head: `{"slug":"a","document":"${sum("openapi: 3.1.0")}"}`,
      document: "openapi: 3.1.0",
    });
    expect(split(`{ "document": { "openapi": "3.1.0" } , "b": [1] }`)).toEqual({
      head: `{"document":"${sum('{"openapi":"3.1.0"}')}","b":[1]}`,
      document: '{"openapi":"3.1.0"}',
    });
  });

  test.each([
    ["", ""],
    ["{nothing", "{"],
    ["[1]", "[1]"],
    ["7", "7"],
    ['{"slug":"a"}', '{"slug":"a"}'],
    ['{"document":""}', '{"document":""}'],
    ['{"document":{}}', '{"document":{}}'],
    ['{"document":[1,2]}', '{"document":[]}'],
    ['{"document":false}', '{"document":false}'],
    ['{"document":null}', '{"document":null}'],
    [Uint8Array.of(0x22, 0xff, 0x22), "\xff"],
  ])("without a document (%s) has the same mistake afterwards", (bytes, head) => {
    expect(split(bytes)).toEqual({ head, document: undefined });
  });
});
