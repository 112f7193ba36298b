import type { ValueType } from "@specwright/runtime/v1/parameters";
import type { Diagnostic } from "../../../diagnostic.ts";
import { canHaveBrackets } from "../../../document/model/array-formats.ts";
import type { MediaType, Model, Parameter } from "../../../document/model/model.ts";
import { reportLoss } from "../../../loss.ts";
import { readFieldStyle } from "../bodies/form-fields.ts";
import { classifyMediaType } from "../bodies/media-kind.ts";
import { changeParameters } from "./change-parameters.ts";
import { findDepth, foldParameterType, foldValueType, isCutOff } from "./value-type.ts";

/**
 * Losses for parameters and fields of forms whose values their style cannot represent, such as an array of objects in the
 * query. A call with such a value throws a TypeError.
 */
export function findNestedParameterLosses({ operations }: Model): readonly Diagnostic[] {
  const parameters = new Set(
    operations.flatMap((each) => each.parameters.map(({ value }) => value)),
  );
  const forms = operations
    .flatMap(({ requestBody }) => requestBody?.value.content ?? [])
    .filter(({ mediaType }) => classifyMediaType(mediaType) === "form");
  const ofForms = new Map(forms.map((form) => [form.schema, findFormLosses(form)]));
  return [...[...parameters].flatMap(findParameterLosses), ...[...ofForms.values()].flat()];
}

/** The model with JSON for parameters that no style can represent, as if the document described them with `content`. */
export function withJsonParameters(model: Model): Model {
  return changeParameters(model, (parameter) =>
    isNested(parameter) ? { ...parameter, contentType: "application/json" } : parameter,
  );
}

function findParameterLosses(parameter: Parameter): readonly Diagnostic[] {
  const { name, style, location, schema, contentType } = parameter;
  const depth = findDepth(parameter);
  if (depth === "brackets") {
    return isCutOff(schema, depth)
      ? [reportLoss(location, "parameter-not-carried", tellCutOff(`\`${name}\``))]
      : [];
  }
  const isForm = contentType !== undefined && canHaveBrackets(parameter) && isNestedForm(schema);
  const brackets = canHaveBrackets(parameter) ? [bracketsFix] : [];
  const json = isForm ? [] : [jsonFix];
  return isForm || isNested(parameter)
    ? [
        reportLoss(location, "parameter-not-carried", {
          message: tellNested(style, name),
          fix: [...brackets, ...json].join(" Or "),
        }),
      ]
    : [];
}

const bracketsFix =
  "Set `arrayFormat` (`--array-format`), or `x-array-format` beside it, to `brackets` or `indices`, as the service reads it.";
const jsonFix =
  "Describe the parameter by `content: { application/json: … }`, or set `jsonParameters: true` (`--json-parameters`) to send it as JSON.";

function tellNested(style: Parameter["style"], name: string): string {
  const what =
    style === "deepObject"
      ? "carries objects, and lists of texts and numbers, but not the lists of objects or of lists in"
      : "cannot carry the arrays or objects inside";
  return `The style \`${style}\` ${what} \`${name}\`: a call with them fails.`;
}

function tellCutOff(subject: string): Pick<Diagnostic, "message" | "fix"> {
  return {
    message: `${subject} can be deeper than the router reads: numbers and lists in deeper levels stay text.`,
    fix: "Describe it as JSON, or with fewer levels.",
  };
}

/** The fields of a form with a style that does not carry them. Without a style, they are JSON or in brackets. */
function findFormLosses(form: MediaType): readonly Diagnostic[] {
  const { schema } = form;
  if (schema === undefined) {
    return [];
  }
  const depth = findDepth(form);
  const isBracketed = depth === "brackets";
  const { properties = {} } = foldValueType(schema, depth) ?? {};
  const nested = Object.entries(properties).flatMap(([name, type]) => {
    const { style, arrayFormat } = readFieldStyle(form, name);
    return style !== undefined && arrayFormat === undefined && exceeds(type, style)
      ? [
          {
            message: tellNested(style, name),
            fix:
              name.includes("[") && isBracketed
                ? "Give its `encoding` the `contentType` `application/json`, or a name without brackets."
                : `${bracketsFix} Or remove its \`style\` to send it as JSON.`,
          },
        ]
      : [];
  });
  const deep = isBracketed && isCutOff(schema, depth) ? [tellCutOff("The form")] : [];
  return [...nested, ...deep].map((told) =>
    reportLoss(schema.location, "encoding-not-carried", told),
  );
}

function isNested(parameter: Parameter): boolean {
  const { style, contentType } = parameter;
  const type = contentType === undefined ? foldParameterType(parameter) : undefined;
  return type !== undefined && findDepth(parameter) === "styles" && exceeds(type, style);
}

/** Returns whether a whole query string, as a form without brackets, has fields that are nested. */
function isNestedForm(schema: Parameter["schema"]): boolean {
  return listMemberTypes(foldValueType(schema) ?? {}).some((type) => exceeds(type, "form"));
}

/**
 * Returns whether a value type has more structure than a style can represent. `deepObject` can also represent objects
 * in objects, and lists of values without structure.
 */
function exceeds(type: ValueType, style: Parameter["style"]): boolean {
  const { items, prefixItems = [] } = type;
  const isTooDeep = (member: ValueType): boolean =>
    style === "deepObject" ? exceeds(member, style) : isStructured(member);
  return [...prefixItems, items ?? {}].some(isStructured) || listMemberTypes(type).some(isTooDeep);
}

function listMemberTypes({
  properties = {},
  patternProperties = {},
  additionalProperties,
}: ValueType): readonly ValueType[] {
  const types = [...Object.values(properties), ...Object.values(patternProperties)];
  return additionalProperties === undefined ? types : [...types, additionalProperties];
}

function isStructured({ type = [] }: ValueType): boolean {
  return [type].flat().some((each) => each === "array" || each === "object");
}
