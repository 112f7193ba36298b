import { generateSync } from "json-schema-faker";
import { isObject } from "../support/document.ts";

/** Values of a schema by json-schema-faker; fewer where it does not find any. */
export function fakeValues(
  schema: unknown,
  definitions: Readonly<Record<string, unknown>>,
  count: number,
): readonly unknown[] {
  const components = { schemas: reachable(schema, definitions) };
  const whole = { allOf: [schema], components };
  return Array.from({ length: count }, (_, seed) => {
    try {
      const options = {
        seed: seed + 1,
        optionalsProbability: seed % 3 === 0 ? 0 : 0.5,
        maxDepth: 6,
        maxItems: 2,
      };
      // It changes what it is given.
      return [generateSync(JSON.parse(JSON.stringify(whole), shorten), options) as unknown];
    } catch {
      // Circles without an end and patterns that it does not know.
      return [];
    }
  }).flat();
}

/** Where a schema allows megabytes, a short text is as good. */
function shorten(key: string, value: unknown): unknown {
  return key === "maxLength" && typeof value === "number" ? Math.min(value, 500) : value;
}

/** The definitions that a schema needs: all of them would be copied for each value. */
function reachable(
  schema: unknown,
  definitions: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const found = new Map<string, unknown>();
  const queue = [schema];
  for (const value of queue) {
    if (Array.isArray(value)) {
      queue.push(...value);
    } else if (isObject(value)) {
      const { $ref, ...rest } = value;
      const name = typeof $ref === "string" ? readComponentName($ref) : undefined;
      if (name !== undefined && !found.has(name)) {
        found.set(name, definitions[name]);
        queue.push(definitions[name]);
      }
      queue.push(...Object.values(rest));
    }
  }
  return Object.fromEntries(found);
}

function readComponentName(reference: string): string | undefined {
  const [, name] = /^#\/components\/schemas\/([^/]+)/.exec(reference) ?? [];
  return name && decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
}
