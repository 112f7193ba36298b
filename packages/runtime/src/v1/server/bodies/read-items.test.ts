import { expect, test } from "vitest";
import { maximumNesting } from "../../schema/values/nesting.ts";
import type { StreamFormat } from "../../streams/encode.ts";
import { readItems } from "./read-items.ts";

const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

async function read(text: string, format: StreamFormat): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for await (const item of readItems(new Blob([text]).stream(), format, () => undefined)) {
    items.push(item);
  }
  return items;
}

test.each([
  ["json-lines", (items: readonly string[]) => items.join("\n")],
  ["json-sequence", (items: readonly string[]) => items.map((each) => `\x1e${each}\n`).join("")],
] as const)(
  "items of %s are refused for a repeated member or too deep nesting, with their number",
  async (format, write) => {
    expect(await read(write(['{"a":1}', '{"a":2}']), format)).toEqual([{ a: 1 }, { a: 2 }]);
    await expect(read(write(["{}", '{"b":[{"a":1,"a":2}]}']), format)).rejects.toMatchObject({
      errors: ["body[1].b[0].a: sent more than once"],
    });
    await expect(read(write([deep(maximumNesting + 1)]), format)).rejects.toMatchObject({
      errors: [expect.stringMatching(/^body\[0\]: nested more than/)],
    });
  },
);
