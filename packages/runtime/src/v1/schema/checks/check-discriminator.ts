import { isObject } from "../values/scalars.ts";
import type { Check, Part } from "./check.ts";
import { runPart } from "./check.ts";

/**
 * `discriminator` for alternatives that do not restrict their tag themselves. It does not change which values are valid
 * (OpenAPI 3.1, section 4.8.25). For an invalid value, it reports the problems of the alternative that the value's tag
 * names, instead of all alternatives.
 *
 * @param parts the alternatives by tag
 */
export function discriminator(name: string, parts: Readonly<Record<string, Part>>): Check {
  const check = ({ value, issues }: { value: unknown; issues: unknown[] }): undefined => {
    const index = issues.findIndex(isNoMatch);
    if (index < 0 || !isObject(value)) {
      return undefined;
    }
    const tag = Object.hasOwn(value, name) ? value[name] : undefined;
    const part = typeof tag === "string" && Object.hasOwn(parts, tag) ? parts[tag] : undefined;
    const reported =
      part === undefined
        ? [{ code: "invalid_value", values: Object.keys(parts), input: tag, path: [name] }]
        : runPart(part, value);
    // When the value fits the alternative that it names, and perhaps others too, the issue of the union stays.
    if (reported.length > 0) {
      issues.splice(index, 1, ...reported);
    }
    return undefined;
  };
  // Zod accepts any object of this shape as a check, and its own `check(fn)` makes such objects. Its type requires more
  // members.
  return {
    _zod: { check, def: { check: "json", when: () => true }, onattach: [] },
  } as unknown as Check;
}

/** Returns whether an issue says that a value fits none of the alternatives. */
function isNoMatch(issue: unknown): boolean {
  return (
    isObject(issue) &&
    issue.code === "invalid_union" &&
    issue.inclusive !== false &&
    (issue.path === undefined || (Array.isArray(issue.path) && issue.path.length === 0))
  );
}
