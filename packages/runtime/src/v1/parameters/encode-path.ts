import { getExplode, getStyle, type ParameterDefinition } from "./definition.ts";
import { ParameterError } from "./parameter-error.ts";
import { encodePercent } from "./percent.ts";
import {
  encodeContent,
  flatten,
  getOwnValue,
  type Piece,
  toPieces,
  toValueText,
} from "./pieces.ts";

/**
 * The path of a request. Each `{name}` of the template is replaced by the parameter's value in its style (`simple`,
 * `label`, `matrix`; RFC 6570, sections 3.2.2, 3.2.5 and 3.2.7).
 *
 * @throws ParameterError when a value is missing, or when a segment would be empty, `.` or `..`. URL parsers remove
 * such segments, so the request would reach another resource
 * @example
 * ```ts
 * import { encodePath } from "@specwright/runtime/v1/parameters";
 *
 * encodePath("/notes/{id}", [{ name: "id", in: "path" }], { id: "a/b" }); // => "/notes/a%2Fb"
 * ```
 */
export function encodePath(
  template: string,
  definitions: readonly ParameterDefinition[],
  values: Readonly<Record<string, unknown>>,
): string {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  return fillPath(template, (name) =>
    encodePathValue(byName.get(name) ?? { name, in: "path" }, getOwnValue(values, name)),
  );
}

/**
 * `encodePath` for parameters whose values are single texts, numbers or booleans in style `simple`, as nearly all
 * parameters are.
 *
 * @throws as `encodePath`; TypeError for an array or object
 */
export function encodePrimitivePath(
  template: string,
  _: readonly ParameterDefinition[],
  values: Readonly<Record<string, unknown>>,
): string {
  return fillPath(template, (name) => {
    const text = toValueText(name, getOwnValue(values, name));
    return text === undefined ? refuseMissing(name) : encodePercent(text);
  });
}

function fillPath(template: string, encode: (name: string) => string): string {
  if (!template.includes("{")) {
    return template;
  }
  return template
    .split("/")
    .map((segment) => {
      const names: string[] = [];
      const text = segment.replace(/\{([^{}]+)\}/g, (_, name: string) => {
        names.push(name);
        return encode(name);
      });
      const [first] = names;
      if (first !== undefined && /^\.{0,2}$/.test(text)) {
        throw new ParameterError(first, 'must not be empty, "." or ".."');
      }
      return text;
    })
    .join("/");
}

function encodePathValue(definition: ParameterDefinition, value: unknown): string {
  const { name, contentType } = definition;
  const style = getStyle(definition);
  const pieces =
    contentType === undefined || value === undefined
      ? toPieces(name, value)
      : encodeContent(contentType, value);
  if (pieces === undefined) {
    return refuseMissing(name);
  }
  const prefix =
    contentType !== undefined || style === "simple" ? "" : style === "label" ? "." : ";";
  if (typeof pieces === "string") {
    return prefix + (prefix === ";" ? writeNamed(name, pieces) : encodePercent(pieces));
  }
  if (getExplode(definition)) {
    return (
      prefix + pieces.map((piece) => encodeExplodedPiece(name, prefix, piece)).join(prefix || ",")
    );
  }
  const list = flatten(pieces)
    .map((text) => encodePercent(text))
    .join(",");
  return prefix + (prefix === ";" ? `${encodePercent(name)}=${list}` : list);
}

function refuseMissing(name: string): never {
  throw new ParameterError(name, "is missing");
}

function encodeExplodedPiece(name: string, prefix: string, [key, text]: Piece): string {
  if (prefix === ";") {
    return writeNamed(key ?? name, text);
  }
  const piece = `${key === undefined ? "" : `${encodePercent(key)}=`}${encodePercent(text)}`;
  // In style `label` a dot separates values, and percent-encoding leaves dots as they are. So encode the dots of a
  // value here.
  return prefix === "." ? piece.replaceAll(".", "%2E") : piece;
}

/** `;name=value`, and `;name` for an empty value (RFC 6570, section 3.2.7). */
function writeNamed(name: string, text: string): string {
  return encodePercent(name) + (text === "" ? "" : `=${encodePercent(text)}`);
}
