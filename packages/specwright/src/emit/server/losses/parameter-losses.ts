import type { Diagnostic } from "../../../diagnostic.ts";
import type {
  Operation,
  Parameter,
  ParameterLocation,
  ParameterStyle,
} from "../../../document/model/model.ts";
import { reportLoss } from "../../../loss.ts";
import { classifyMediaType } from "../../shared/bodies/media-kind.ts";
import { foldValueType } from "../../shared/parameters/value-type.ts";

/** Losses for descriptions of how parameters are encoded that neither the client nor the router follows. */
export function findParameterLosses({ parameters }: Operation): readonly Diagnostic[] {
  return parameters.flatMap(({ value }) =>
    [reportEmptyValue(value), reportWrongStyle(value), reportOtherContent(value)]
      .filter((reported) => reported !== undefined)
      .map((reported) => reportLoss(value.location, "parameter-not-carried", reported)),
  );
}

type Told = Pick<Diagnostic, "message" | "fix"> | undefined;

/** An empty string is only valid as a string. */
function reportEmptyValue({ name, in: location, allowEmptyValue, schema }: Parameter): Told {
  return allowEmptyValue && location === "query" && foldValueType(schema) !== undefined
    ? {
        message: `\`${name}\` without a value is refused by the router, although \`allowEmptyValue\` allows it.`,
        fix: "Let the schema allow an empty string (OpenAPI advises against `allowEmptyValue`).",
      }
    : undefined;
}

/** The styles of each location (OpenAPI 3.1, section 4.8.12.3). OpenAPI 3.2 added `cookie`. */
const styles: Readonly<Record<ParameterLocation, readonly ParameterStyle[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form", "cookie"],
  querystring: ["form"],
};

function reportWrongStyle({ name, in: location, style, contentType }: Parameter): Told {
  return contentType !== undefined || styles[location].includes(style)
    ? undefined
    : {
        message: `\`${location}\` parameters do not have the style \`${style}\`, so \`${name}\` is not written in it.`,
        fix: `Use one of ${styles[location].join(", ")}.`,
      };
}

/** Content in another format than JSON is read as text. A whole query string may also be a form. */
function reportOtherContent({ name, contentType, schema, in: location }: Parameter): Told {
  const kind = contentType === undefined ? "json" : classifyMediaType(contentType);
  const isCarried = kind === "json" || (kind === "form" && location === "querystring");
  return isCarried || foldValueType(schema) === undefined
    ? undefined
    : {
        message: `Parameters are read as text or JSON, so \`${name}\` is not read as \`${contentType}\`.`,
        fix: "Describe it as text, or as `application/json`.",
      };
}
