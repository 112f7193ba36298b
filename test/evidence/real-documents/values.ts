import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Comparison } from "../../../scripts/evidence/real-documents.ts";
import { isObject } from "../../../scripts/support/document.ts";
import { mutate } from "../../agreement/mutations.ts";
import { createRandom } from "../../support/samples.ts";
import { readSchemas } from "./json-schemas.ts";
import { fakeValues } from "./samples.ts";

const valuesOfASchema = 200;
const fakesOfASchema = 8;

/** The part of a Zod schema that this file uses. */
interface AnySchema {
  safeParse(value: unknown): { readonly success: boolean };
}

/** Compares the verdicts of the generated validators and of Ajv on valid and on changed values of each component. */
export async function compareValues(document: string, folder: string): Promise<Comparison> {
  const schemas = readSchemas(document);
  const { schemas: validators } = await import(`${folder}/out/validators/index.js`);
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: true });
  addFormats.default(ajv);
  // docs/losses.md has the reasons: `byte` is not asserted, and `int64` is a range.
  ajv.addFormat("byte", true);
  ajv.addFormat("int64", { type: "number", validate: isInt64 });
  ajv.addSchema({ $id: "doc", components: { schemas } });
  const differences: string[] = [];
  let all = 0;
  for (const [index, [name, schema]] of Object.entries(schemas).entries()) {
    const judge = createJudge(ajv, name, differences);
    const validator: AnySchema | undefined = validators[name];
    if (judge === undefined || validator === undefined) {
      continue;
    }
    const values = completeValues(fakeValues(schema, schemas, fakesOfASchema), index + 1);
    all += values.length;
    for (const value of values) {
      const [ours, theirs] = [validator.safeParse(value).success, judge(value)];
      if (ours !== theirs) {
        const shown = JSON.stringify(value)?.slice(0, 300);
        differences.push(`${name}: ours ${ours}, Ajv ${theirs}: ${shown}`);
      }
    }
  }
  return {
    same: all - differences.filter((each) => each.includes(": ours ")).length,
    all,
    differences,
  };
}

function isInt64(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}

function createJudge(
  ajv: Ajv2020,
  name: string,
  differences: string[],
): ((value: unknown) => boolean) | undefined {
  const segment = encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
  try {
    const validate = ajv.getSchema(`doc#/components/schemas/${segment}`);
    return validate && ((value) => validate(value) === true);
  } catch (error) {
    // Ajv refuses patterns of other engines, and references without a target.
    differences.push(`${name}: not compared, Ajv: ${String(error).slice(0, 200)}`);
    return undefined;
  }
}

/** The generated values, and changed copies of them until there are enough. */
function completeValues(fakes: readonly unknown[], seed: number): readonly unknown[] {
  const random = createRandom(seed);
  const values = [...fakes];
  while (values.length < valuesOfASchema) {
    const fake = fakes.length === 0 ? {} : fakes[values.length % fakes.length];
    const once = mutate(fake, random);
    values.push(isObject(once) && random() < 0.3 ? mutate(once, random) : once);
  }
  return values;
}
