// Runs as a child process, on the built runtime. It prints the microseconds per validation for each of the ten largest
// schemas of a document, by the generated schema and by Ajv's compiled function. The values are valid.
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { generateSync } from "json-schema-faker";
import { Bench } from "tinybench";
import { loadModel } from "../../packages/specwright/src/commands/load/load-model.ts";
import { componentsToJsonSchema } from "../../test/conformance/support/json-schema.ts";

const [, , document = "", validators = ""] = process.argv;
const { schemas } = await import(validators);
// A document is JSON with components.
const written: { components: { schemas: Record<string, unknown> } } = JSON.parse(
  readFileSync(document, "utf8"),
);
const largest = Object.entries(written.components.schemas)
  .map(([name, schema]) => ({ name, size: JSON.stringify(schema).length }))
  .sort((a, b) => b.size - a.size)
  .slice(0, 10)
  .map(({ name }) => name);

const { $defs } = componentsToJsonSchema(loadModel(document).model);
const ajv = new Ajv2020({ strict: false, logger: false });
addFormats.default(ajv);
ajv.addSchema({ $id: "document", $defs });

/** A value with every property, as in webhooks. It uses the first seed that makes a valid value. */
function findValidValue(name: string, validate: (value: unknown) => unknown): unknown {
  for (let seed = 1; seed <= 50; seed += 1) {
    // A copy, because json-schema-faker changes the schema.
    const schema = JSON.parse(JSON.stringify({ $ref: `#/$defs/${name}`, $defs }));
    const options = { seed, optionalsProbability: 1, maxDepth: 12, minItems: 1, maxItems: 3 };
    const value: unknown = JSON.parse(JSON.stringify(generateSync(schema, options)));
    if (validate(value) === true) {
      return value;
    }
  }
  throw new Error(`no valid value of ${name} was found`);
}

const figures = [];
for (const name of largest) {
  const validate = ajv.getSchema(`document#/$defs/${encodeURIComponent(name)}`);
  if (validate === undefined) {
    throw new Error(`Ajv has no schema ${name}`);
  }
  const value = findValidValue(name, validate);
  if (!schemas[name].safeParse(value).success) {
    throw new Error(`${name}: the value is not valid`);
  }
  const bench = new Bench({ time: 300, warmupTime: 150 })
    .add("ajv", () => void validate(value))
    .add("specwright", () => void schemas[name].safeParse(value));
  await bench.run();
  const [theirs, ours] = bench.tasks.map(({ result }) =>
    "latency" in result ? result.latency.p50 * 1000 : Number.NaN,
  );
  figures.push({ name, bytes: JSON.stringify(value).length, ajv: theirs, specwright: ours });
}
console.log(JSON.stringify(figures));
