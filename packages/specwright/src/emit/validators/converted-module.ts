import type { Schema } from "../../document/model/model.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { escapeString } from "../shared/escape/string.ts";
import { printComponentReference } from "../shared/typescript/schema/type-reference.ts";
import { createConversions } from "../shared/values/conversions.ts";
import type { ValuePlan } from "../shared/values/plan-values.ts";
import type { ValidatorContext } from "./definitions/context.ts";

type View = Readonly<Record<string, unknown>>;

/** The data for the templates of `values.js` and its declarations, and the exports that it replaces. */
export interface ConvertedView {
  readonly code: View;
  readonly declarations: View;
  /** The exports of components whose values are converted. */
  readonly exports: ReadonlySet<string>;
}

/**
 * The schemas of components whose values programs see converted. Each converts a value to what is sent, and asks the
 * schema of that. Undefined without such components.
 */
export function viewConverted(
  { definitions, names }: ValidatorContext,
  plan: ValuePlan,
): ConvertedView | undefined {
  const all = [...definitions.components];
  const reserved = [...all.map(([name]) => names.findExport(name)), "json", "z", "wire", "schemas"];
  const components = new Map<Schema, string>(
    all.map(([name, { schema }]) => [schema, names.findExport(name)]),
  );
  const conversions = createConversions(plan, components, reserved);
  const converted = all.flatMap(([name, { schema }]) => {
    const check = conversions.convert(schema, "check", names.findExport(name));
    const key = escapePropertyKey(name);
    const own = names.findExport(name);
    const member = own === key ? own : `${key}: ${own}`;
    const type = printComponentReference("schemas", name);
    return check === undefined
      ? []
      : [{ name: own, key, member, quoted: escapeString(name), check, type }];
  });
  const view = { converted, functions: conversions.list() };
  return converted.length === 0
    ? undefined
    : {
        code: view,
        declarations: { ...view, omitted: converted.map(({ quoted }) => quoted).join(" | ") },
        exports: new Set(converted.map(({ name }) => name)),
      };
}
