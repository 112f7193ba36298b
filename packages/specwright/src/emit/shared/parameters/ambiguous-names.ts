import type { ValueType } from "@specwright/runtime/v1/parameters";
import type { Diagnostic } from "../../../diagnostic.ts";
import { canHaveBrackets } from "../../../document/model/array-formats.ts";
import { followSchemaReferences } from "../../../document/model/behind-references.ts";
import type { MediaType, Model, Operation, Parameter } from "../../../document/model/model.ts";
import { findBrackets, readFieldStyle } from "../bodies/form-fields.ts";
import { classifyMediaType } from "../bodies/media-kind.ts";
import { findDepth, foldParameterType, foldValueType } from "./value-type.ts";

/** A name in the query, or in a form. */
interface Field {
  readonly name: string;
  readonly place: Parameter["location"];
  /** The type of a value whose members are written in brackets. Undefined for other fields. */
  readonly readBracketed: () => ValueType | undefined;
}

/**
 * Warnings of names such as `a[b]` beside an object `a` whose members are written in brackets, in the query or in a form: both are
 * the same text, so a reader gives it to both. Parts of `multipart` have no brackets.
 */
export function findAmbiguousNames({ operations }: Model): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const operation of operations) {
    for (const fields of listFields(operation)) {
      for (const warning of compareFields(fields)) {
        found.set(`${warning.file}#${warning.pointer} ${warning.message}`, warning);
      }
    }
  }
  return [...found.values()];
}

/** The names that a request has side by side: in the query, in a query that is a form, and in forms. */
function listFields({ parameters, requestBody }: Operation): readonly (readonly Field[])[] {
  const all = parameters.map(({ value }) => value);
  const query = all.filter((each) => each.in === "query").map(toField);
  const strings = all.flatMap(({ in: place, content: [form] = [], arrayFormat = "repeat" }) =>
    place === "querystring" && form !== undefined ? [{ ...form, arrayFormat }] : [],
  );
  const forms = [...strings, ...(requestBody?.value.content ?? [])];
  return [
    query,
    ...forms.filter(({ mediaType }) => classifyMediaType(mediaType) === "form").map(listFormFields),
  ];
}

function toField(parameter: Parameter): Field {
  const { name, location, style, arrayFormat = "repeat" } = parameter;
  const isBracketed =
    canHaveBrackets(parameter) && (style === "deepObject" || arrayFormat !== "repeat");
  const readBracketed = (): ValueType | undefined =>
    isBracketed ? foldParameterType(parameter) : undefined;
  return { name, place: location, readBracketed };
}

function listFormFields(form: MediaType): readonly Field[] {
  const { schema } = form;
  if (schema === undefined || (form.encoding.size === 0 && findBrackets(form) === undefined)) {
    return [];
  }
  const { properties = {} } = foldValueType(schema, findDepth(form)) ?? {};
  const own = followSchemaReferences(schema)?.properties;
  return Object.entries(properties).map(([name, type]) => {
    const { style, arrayFormat } = readFieldStyle(form, name);
    const isBracketed = style === "deepObject" || arrayFormat !== undefined;
    return {
      ...{ name, place: own?.get(name)?.location ?? schema.location },
      readBracketed: () => (isBracketed ? type : undefined),
    };
  });
}

function compareFields(fields: readonly Field[]): readonly Diagnostic[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  return fields.flatMap(({ name, place }): readonly Diagnostic[] => {
    const [, base = "", key = ""] = /^([^[]+)\[([^\]]*)\]/.exec(name) ?? [];
    const whole = byName.get(base);
    const type = whole?.readBracketed();
    return whole === undefined || type === undefined || !hasMember(type, key)
      ? []
      : [
          {
            ...{ severity: "warning", code: "ambiguous-name", file: place.file },
            message: `\`${name}\` is also how the member \`${key}\` of \`${base}\` is written, so a reader cannot tell them apart.`,
            fix: "Remove one of the two, or rename it.",
            pointer: place.pointer,
            related: { file: whole.place.file, pointer: whole.place.pointer },
          },
        ];
  });
}

/** Returns whether a value of this type may have the member. An object without described members may have any. */
function hasMember(
  { type, properties, patternProperties, additionalProperties }: ValueType,
  key: string,
): boolean {
  const types = [type].flat();
  const rest = patternProperties ?? additionalProperties;
  const isOpen = rest !== undefined || properties === undefined;
  return (
    (types.includes("object") && (isOpen || Object.hasOwn(properties, key))) ||
    (types.includes("array") && /^\d*$/.test(key))
  );
}
