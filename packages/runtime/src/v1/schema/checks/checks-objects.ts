import { isObject } from "../values/scalars.ts";
import type { Check, Keywords, Part, Problem } from "./check.ts";
import { createCheck, findInEach, runPart, toProblemText } from "./check.ts";

type Names<T> = Readonly<Record<string, T>>;
type Members = Names<unknown>;

/** A pattern of property names, and the schema of the properties that match it. */
export type PatternProperty = readonly [pattern: RegExp, part: Part];

/** `properties`, for values of any type, and for names that `z.object` cannot have, such as `__proto__`. */
export function properties(parts: Names<Part>): Check {
  return checkObjects(
    (read) => ({ properties: readAll(parts, read) }),
    (value) =>
      Object.entries(parts).flatMap(([name, part]) =>
        Object.hasOwn(value, name) ? runPart(part, value[name], [name]) : [],
      ),
  );
}

/** `patternProperties`. */
export function patternProperties(...patterns: readonly PatternProperty[]): Check {
  return checkObjects(
    (read) => ({
      patternProperties: Object.fromEntries(
        patterns.map(([pattern, part]) => [pattern.source, read(part)]),
      ),
    }),
    (value) =>
      findInEach(Object.keys(value), (name) =>
        patterns.flatMap(([pattern, part]) =>
          pattern.test(name) ? runPart(part, value[name], [name]) : [],
        ),
      ),
  );
}

/** `additionalProperties`: the schema of all properties except those with these names and patterns. */
export function additionalProperties(
  part: Part,
  names: readonly string[] = [],
  ...patterns: readonly RegExp[]
): Check {
  const known = new Set(names);
  return checkObjects(
    (read) => ({ additionalProperties: read(part) }),
    (value) =>
      findInEach(Object.keys(value), (name) =>
        known.has(name) || (patterns.length > 0 && patterns.some((pattern) => pattern.test(name)))
          ? []
          : runPart(part, value[name], [name]),
      ),
  );
}

/** `propertyNames`. */
export function propertyNames(part: Part): Check {
  return checkObjects(
    (read) => ({ propertyNames: read(part) }),
    (value) =>
      findInEach(Object.keys(value), (name) => {
        const [problem] = runPart(part, name);
        return problem === undefined ? [] : [reportName(name, problem)];
      }),
  );
}

function reportName(name: string, problem: Problem): Problem {
  return {
    code: "custom",
    path: [name],
    message: `not an allowed name: ${toProblemText(problem)}`,
  };
}

/** `required`, for values of any type, and for names that are not in `properties`. */
export function required(...names: readonly string[]): Check {
  return checkObjects(
    () => ({ required: names }),
    (value) => names.flatMap((name) => reportMissingProperty(value, name)),
  );
}

/** `dependentRequired`: properties that are required when another property is present. */
export function dependentRequired(dependencies: Names<readonly string[]>): Check {
  return checkObjects(
    () => ({ dependentRequired: dependencies }),
    (value) =>
      Object.entries(dependencies).flatMap(([name, names]) =>
        Object.hasOwn(value, name)
          ? names.flatMap((other) => reportMissingProperty(value, other, name))
          : [],
      ),
  );
}

function reportMissingProperty(value: Members, name: string, because?: string): Problem[] {
  if (Object.hasOwn(value, name)) {
    return [];
  }
  const reason = because === undefined ? "" : ` with ${because}`;
  const message = `required${reason}`;
  return [{ code: "invalid_type", expected: "nonoptional", path: [name], message }];
}

/** `dependentSchemas`: the whole object must match a schema when a certain property is present. */
export function dependentSchemas(parts: Names<Part>): Check {
  return checkObjects(
    (read) => ({ dependentSchemas: readAll(parts, read) }),
    (value) =>
      Object.entries(parts).flatMap(([name, part]) =>
        Object.hasOwn(value, name) ? runPart(part, value) : [],
      ),
  );
}

/** `minProperties`. */
export function minProperties(bound: number): Check {
  return checkObjects(
    () => ({ minProperties: bound }),
    (value) =>
      Object.keys(value).length >= bound
        ? []
        : [{ code: "too_small", origin: "object", minimum: bound }],
  );
}

/** `maxProperties`. */
export function maxProperties(bound: number): Check {
  return checkObjects(
    () => ({ maxProperties: bound }),
    (value) =>
      Object.keys(value).length <= bound
        ? []
        : [{ code: "too_big", origin: "object", maximum: bound }],
  );
}

/**
 * `unevaluatedProperties`: the schema of the properties that other keywords do not evaluate, according to
 * `isEvaluated`.
 */
export function unevaluatedProperties(
  part: Part,
  isEvaluated: (value: Members, name: string) => boolean,
): Check {
  return checkObjects(
    (read) => ({ unevaluatedProperties: read(part) }),
    (value) =>
      findInEach(Object.keys(value), (name) =>
        isEvaluated(value, name) ? [] : runPart(part, value[name], [name]),
      ),
  );
}

function readAll(parts: Names<Part>, read: (part: Part) => object): Names<object> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, read(part)]));
}

function checkObjects(keywords: Keywords, find: (value: Members) => readonly Problem[]): Check {
  return createCheck(keywords, (value) => (isObject(value) ? find(value) : []));
}
