import { isObject } from "../../../../json-object.ts";
import type { Discriminator } from "../../model.ts";
import { type BuildContext, reportProblem, withLooseReferences } from "../context/build-context.ts";
import { resolveReference } from "../context/build-reference.ts";
import type { Raw } from "../context/raw.ts";
import { findMember, listMemberEntries, readString } from "../context/raw.ts";

/**
 * Makes a discriminator (OpenAPI 3.1, section 4.8.25). Returns undefined when it names no property. A value of the
 * mapping is the name of a component (`Cat`) or a reference: any value that contains a slash or begins with `#` or `.`.
 * A reference that leads nowhere is reported and left out, because the mapping only names the schemas: `oneOf` decides
 * which values are allowed.
 */
export function buildDiscriminator(raw: Raw, context: BuildContext): Discriminator | undefined {
  const propertyName = isObject(raw.value) ? readString(raw, "propertyName") : undefined;
  if (propertyName === undefined) {
    return undefined;
  }
  const fallback = findMember(raw, "defaultMapping");
  if (fallback !== undefined) {
    reportProblem(context, fallback, {
      severity: "loss",
      code: "discriminator-not-enforced",
      message: `Values without \`${propertyName}\` are validated against every alternative, not only that of \`defaultMapping\`.`,
      fix: "Require the property in the other alternatives.",
    });
  }
  const mapping = new Map<string, string>();
  const loose = withLooseReferences(context);
  for (const [value, target] of listMemberEntries(findMember(raw, "mapping"))) {
    const name =
      typeof target.value === "string" ? resolveMappedName(target.value, target, loose) : undefined;
    if (name !== undefined) {
      mapping.set(value, name);
    }
  }
  return { propertyName, mapping };
}

function resolveMappedName(text: string, raw: Raw, context: BuildContext): string | undefined {
  const isReference = /^[#.]|\//.test(text);
  if (!isReference) {
    const stem = text.replace(/\.(?:json|ya?ml)$/, "");
    return stem === text || context.names.all("schemas").has(text)
      ? text
      : resolveMappedName(`./${text}`, raw, context);
  }
  const target = resolveReference(text, raw, context);
  return target === undefined ? undefined : context.names.nameComponent("schemas", target);
}
