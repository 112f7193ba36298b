import { expect, test } from "vitest";
import { countJsonBytes } from "../../../base/sharing/fit-answer.ts";
import { findValueAt } from "../json-pointer.ts";
import { compactSchema } from "./compact-schema.ts";

function nest(levels: number, width: number): Record<string, unknown> {
  const inner = levels === 0 ? { type: "string" } : nest(levels - 1, width);
  const members = Array.from({ length: width }, (_, at) => [`m${at}`, inner]);
  return {
    type: "object",
    description: `Level ${levels}. ${"It is described at length. ".repeat(30)}`,
    properties: Object.fromEntries(members),
    required: ["m0"],
  };
}

const about = { slug: "ACME_DO", member: "input_parameters" } as const;

test("a schema that fits stays as it is", () => {
  const schema = nest(1, 2);
  expect(compactSchema(schema, { ...about, room: 100_000 })).toBe(schema);
});

test("descriptions are cut first, then the deepest levels, each with a note that names its place", () => {
  const schema = nest(4, 5);
  const record = { input_parameters: schema };
  const whole = countJsonBytes(schema);
  for (const room of [whole / 2, whole / 4, 20_000, 8_000, 2_000, 300]) {
    const compact = compactSchema(schema, { ...about, room });
    expect(countJsonBytes(compact)).toBeLessThanOrEqual(room);
    for (const [, note = ""] of JSON.stringify(compact).matchAll(/reads it: (\{.+?\})"/g)) {
      const { handle, pointer } = JSON.parse(JSON.parse(`"${note}"`));
      expect(handle).toBe("ACME_DO");
      expect(findValueAt(record, pointer)).toHaveProperty("properties");
    }
  }
  const compact = compactSchema(schema, { ...about, room: 2_000 });
  expect(Object.keys((compact as typeof schema & { properties: object }).properties)).toHaveLength(
    5,
  );
  expect(compact).toMatchObject({ required: ["m0"] });
});
