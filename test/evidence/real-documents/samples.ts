import { generateSync } from "json-schema-faker";
import { isObject } from "../../../scripts/support/document.ts";

/** Generates values of a schema with json-schema-faker. There are fewer when it does not find enough. */
export function fakeValues(
  schema: unknown,
  definitions: Readonly<Record<string, unknown>>,
  count: number,
): readonly unknown[] {
  const components = { schemas: selectReachable(schema, definitions) };
  const whole = { allOf: [schema], components };
  return Array.from({ length: count }, (_, seed) => {
    try {
      const options = {
        seed: seed + 1,
        optionalsProbability: seed % 3 === 0 ? 0 : 0.5,
        maxDepth: 6,
        maxItems: 2,
      };
      // The library changes its input.
      return [generateSync(JSON.parse(JSON.stringify(whole), shorten), options) as unknown];
    } catch {
      // json-schema-faker fails for endless circles, and for patterns that it does not support.
      return [];
    }
  }).flat();
}

/** A schema may allow megabytes; a short text is enough. */
function shorten(key: string, value: unknown): unknown {
  return key === "maxLength" && typeof value === "number" ? Math.min(value, 500) : value;
}

/** Only the definitions that a schema needs, because they are copied for each value. */
function selectReachable(
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
