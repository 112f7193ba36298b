// Runs as a child process, on the built runtime. It prints the microseconds per validation of a page of 100 tools.
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { Bench } from "tinybench";
import * as z from "zod";
import { ToolList } from "../../generated/validators/index.js";

const document = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const [example] = document.components.examples.ToolList.value.items;
const page = {
  items: Array.from({ length: 100 }, () => structuredClone(example)),
  next_cursor: null,
  total_pages: 1,
  current_page: 1,
  total_items: 100,
};

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: "doc" });
const validate = ajv.getSchema("doc#/components/schemas/ToolList");

/** The schema with its references replaced by their targets, so that Zod's own importer can read it. */
function inline(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    return schema.map(inline);
  }
  if (typeof schema !== "object" || schema === null) {
    return schema;
  }
  const { $ref, ...rest } = schema as Record<string, unknown>;
  if (typeof $ref === "string") {
    return inline({ ...document.components.schemas[$ref.split("/").at(-1) ?? ""], ...rest });
  }
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(value)]));
}
// Cast: what Zod takes for a schema is JSON, and this is.
const plain = z.fromJSONSchema(
  inline(document.components.schemas.ToolList) as Parameters<typeof z.fromJSONSchema>[0],
);
const text = JSON.stringify(page);

if (!validate?.(page) || !ToolList.safeParse(page).success || !plain.safeParse(page).success) {
  throw new Error("the page is not valid");
}

const bench = new Bench({ time: 1000, warmupTime: 300 })
  .add("Ajv 8, compiled", () => void validate(page))
  .add("specwright", () => void ToolList.safeParse(page))
  .add("Zod 4, fromJSONSchema", () => void plain.safeParse(page))
  .add("JSON.parse of the page", () => void JSON.parse(text));
await bench.run();
console.log(
  JSON.stringify(
    bench.tasks.map(({ name, result }) => ({
      name,
      microseconds: "latency" in result ? result.latency.mean * 1000 : Number.NaN,
    })),
  ),
);
