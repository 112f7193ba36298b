import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import { hasType } from "@specwright/runtime/v1/values";
import type { JsonType } from "specwright";
import { findValueAt, joinPointer } from "../../applications/toolkits/json-pointer.ts";
import type { Wrapping } from "../../applications/toolkits/types/tool-types.ts";

type OutputSchema = NonNullable<Tool["outputSchema"]>;

/** A schema as data, with the keywords that an open schema keeps. */
interface OpenSchema {
  readonly type?: JsonType;
  readonly properties?: Readonly<Record<string, OpenSchema>>;
  readonly items?: OpenSchema;
  readonly anyOf?: readonly OpenSchema[];
}

/** Schemas in one tool's output schema. Clients compile each of them, and models read them, when they list tools. */
const mostSchemas = 30;

/** The levels of members that are described: the most, or fewer if these would be too many schemas. */
const levels = { most: 4, fewest: 1 };

/** Places of misfits that are named. */
const mostNamed = 10;

/**
 * The output schema that MCP lists for a tool of an application. Applications answer more, or less, than their
 * documents describe, so the schema says only which types members have when they are there. It has no descriptions, which a
 * model would read with each task. Undefined when the document describes no members.
 *
 * @param described the tool's `output_parameters`
 */
export function openOutputSchema(
  described: Readonly<Record<string, unknown>>,
): OutputSchema | undefined {
  // `output_parameters` are JSON Schemas of the subset that toStrictSchema writes.
  const schema = described as OpenSchema;
  if (Object.keys(schema.properties ?? {}).length === 0) {
    return undefined;
  }
  for (let level = levels.most; ; level -= 1) {
    const count = { schemas: 0 };
    const opened = open(schema, level, count);
    if (count.schemas <= mostSchemas || level === levels.fewest) {
      return { ...opened, type: "object" } as OutputSchema;
    }
  }
}

/**
 * The listed schema of a result that is a list or a single value, for clients that take one as it is. A result for which there is no room is an
 * object (`CutResult` of the document).
 *
 * @param schema from `openOutputSchema`
 * @param wrapping the member of the object that older clients get
 */
export function unwrapOutputSchema(schema: OutputSchema, wrapping: Wrapping): OutputSchema {
  const { properties = {} } = schema as OpenSchema;
  const own = properties[wrapping] ?? (wrapping === "items" ? { type: "array" } : {});
  // The type is that of the first versions of the protocol, in which every schema was one of an object.
  return { anyOf: [own, { type: "object" }] } as unknown as OutputSchema;
}

function open(schema: OpenSchema, level: number, count: { schemas: number }): OpenSchema {
  const { type, properties, items, anyOf } = schema;
  count.schemas += 1;
  const openNext = (next: OpenSchema): OpenSchema => open(next, level - 1, count);
  const isLast = level <= 1;
  return {
    ...(type === undefined ? {} : { type }),
    ...(properties === undefined || isLast
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, openNext(member)]),
          ),
        }),
    ...(items === undefined || isLast ? {} : { items: openNext(items) }),
    // Alternatives are at the level of the value itself.
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((option) => open(option, level, count)) }),
  };
}

/**
 * Makes the structured content of a result fit the listed schema, because clients refuse the whole result of a call that
 * was already made if one member has another type. Members that do not fit are in a text instead.
 */
export function fitResult(result: CallToolResult, schema: OutputSchema): CallToolResult {
  const misfits: string[] = [];
  const all = result.structuredContent;
  const fitted = fit(all, schema as OpenSchema, "", misfits);
  if (fitted === undefined) {
    const text = `The application's answer differs from its description. All of it is here: ${JSON.stringify(all)}`;
    return {
      ...result,
      content: [{ type: "text", text }, ...result.content],
      structuredContent: {},
    };
  }
  if (misfits.length === 0) {
    return result;
  }
  const named = misfits.slice(0, mostNamed).join(", ");
  if (misfits.length > mostNamed) {
    const count = misfits.length - mostNamed;
    const text = `The application's answer differs from its description at ${named} and ${count} more. All of it is here: ${JSON.stringify(all)}`;
    return {
      ...result,
      content: [{ type: "text", text }, ...result.content],
      structuredContent: {},
    };
  }
  const places = misfits.filter((place) => !misfits.some((each) => place.startsWith(`${each}/`)));
  const left = Object.fromEntries(places.map((place) => [place, findValueAt(all, place)]));
  const text = `The application's answer differs from its description at ${named}. The structured content leaves these members out. They are: ${JSON.stringify(left)}`;
  return {
    ...result,
    content: [{ type: "text", text }, ...result.content],
    // The type of the first versions of the protocol, in which all results were objects.
    structuredContent: fitted as Record<string, unknown>,
  };
}

/** The value without members that do not fit; undefined when the value itself does not. */
function fit(value: unknown, schema: OpenSchema, place: string, misfits: string[]): unknown {
  const { type, properties, items, anyOf } = schema;
  if (anyOf !== undefined) {
    return fitOne(value, anyOf, place, misfits);
  }
  if (type !== undefined && !hasType(value, [type])) {
    return undefined;
  }
  if (Array.isArray(value)) {
    const fitted =
      items === undefined
        ? value
        : value.map((item, index) => fit(item, items, place + joinPointer([index]), misfits));
    return fitted.includes(undefined) ? undefined : fitted;
  }
  if (typeof value !== "object" || value === null || properties === undefined) {
    return value;
  }
  const members: (readonly [name: string, member: unknown])[] = [];
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const fitted =
      known === undefined ? member : fit(member, known, place + joinPointer([name]), misfits);
    if (fitted === undefined) {
      misfits.push(place + joinPointer([name]));
    } else {
      members.push([name, fitted]);
    }
  }
  // Applications may have a member with the name `__proto__`, which an assignment would lose.
  return Object.fromEntries(members);
}

/** Fits a value to the alternative that keeps the most of it. */
function fitOne(
  value: unknown,
  options: readonly OpenSchema[],
  place: string,
  misfits: string[],
): unknown {
  let best: { readonly fitted: unknown; readonly lost: readonly string[] } | undefined;
  for (const option of options) {
    const lost: string[] = [];
    const fitted = fit(value, option, place, lost);
    if (fitted !== undefined && (best === undefined || lost.length < best.lost.length)) {
      best = { fitted, lost };
    }
  }
  misfits.push(...(best?.lost ?? []));
  return best?.fitted;
}
