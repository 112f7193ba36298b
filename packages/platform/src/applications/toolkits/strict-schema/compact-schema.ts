import { cutText } from "../../../base/sharing/cut-text.ts";
import { countJsonBytes } from "../../../base/sharing/fit-answer.ts";
import { joinPointer } from "../json-pointer.ts";

/** The keywords of the strict subset that hold schemas (`toStrictSchema`). */
interface Schema {
  readonly type?: unknown;
  readonly description?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** A tool's schema that is written for an agent. */
export interface CompactedSchema {
  /** The tool, and the member of its record that the schema is, for the notes. */
  readonly slug: string;
  readonly member: "input_parameters" | "output_parameters";
  /** Bytes of JSON. */
  readonly room: number;
}

/** The levels that stay, the characters of each description, and whether each place has a note or only the whole. */
interface Attempt {
  readonly levels: number;
  readonly longest: number;
  readonly hasOneNote?: boolean;
}

/** The attempts, in their order. */
const attempts: readonly Attempt[] = [
  { levels: 20, longest: 1_000 },
  ...[20, 6, 4, 3, 2].map((levels) => ({ levels, longest: 200 })),
  { levels: 2, longest: 60 },
  { levels: 1, longest: 60 },
  { levels: 1, longest: 0, hasOneNote: true },
];

/**
 * A schema that fits into the room: as it is, or with shorter descriptions, or without the deepest levels. Each place at which
 * something is left out has a note with the arguments with which `PLATFORM_READ_RESULT` reads it.
 */
export function compactSchema(
  schema: Record<string, unknown>,
  about: CompactedSchema,
): Record<string, unknown> {
  if (countJsonBytes(schema) <= about.room) {
    return schema;
  }
  for (const attempt of attempts) {
    // A schema of the strict subset stays one, without some of its parts.
    const shorter = cut(schema, [], attempt, about) as Record<string, unknown>;
    const note = attempt.hasOneNote === true && { description: describeOmission([], about) };
    const compact = { ...shorter, ...note };
    if (countJsonBytes(compact) <= about.room) {
      return compact;
    }
  }
  return { type: "object", description: describeOmission([], about) };
}

function cut(
  schema: Schema,
  place: readonly string[],
  attempt: Attempt,
  about: CompactedSchema,
): Schema {
  const { levels, longest, hasOneNote } = attempt;
  const { description, properties, items, anyOf, ...rest } = schema;
  const hasParts = properties !== undefined || items !== undefined || anyOf !== undefined;
  if (hasParts && levels <= 0) {
    const { type } = schema;
    const note = hasOneNote === true ? {} : { description: describeOmission(place, about) };
    return { ...(type !== undefined && { type }), ...note };
  }
  const cutNext = (inner: Schema, ...segments: string[]): Schema =>
    cut(inner, [...place, ...segments], { ...attempt, levels: levels - 1 }, about);
  return {
    ...rest,
    ...(typeof description === "string" &&
      longest > 0 && { description: cutText(description, longest) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [
          name,
          cutNext(inner, "properties", name),
        ]),
      ),
    }),
    ...(items !== undefined && { items: cutNext(items, "items") }),
    ...(anyOf !== undefined && {
      anyOf: anyOf.map((inner, index) => cutNext(inner, "anyOf", String(index))),
    }),
  };
}

function describeOmission(place: readonly string[], { slug, member }: CompactedSchema): string {
  const pointer = joinPointer([member, ...place]);
  return `Left out. PLATFORM_READ_RESULT reads it: ${JSON.stringify({ handle: slug, pointer })}`;
}
