import { asMembers, type JsonObject } from "../../../../json-object.ts";
import { escapeSegment } from "../../../../text/pointer.ts";
import { convertParameter, type DiscoveryContext } from "./convert-parameter.ts";

/**
 * The path of a method, and its parameters. A parameter such as `{+name}` stands for several segments (`projects/a/topics/b`),
 * which OpenAPI does not have, and every method of a resource would have the path `/v1/{name}`. `flatPath` has a parameter
 * for each of its segments.
 */
export function convertPath(
  method: JsonObject,
  pointer: string,
  context: DiscoveryContext,
): { readonly path: string; readonly parameters: readonly JsonObject[] } {
  const written = String(method.path ?? "");
  const flat = String(method.flatPath ?? written).replaceAll(/\{[+/#.;]?([^{}*]*)\*?\}/g, "{$1}");
  const declared = asMembers(method.parameters);
  const names = readNames(flat, /\{([^{}]*)\}/g);
  const place = (name: string): string => `${pointer}/parameters/${escapeSegment(name)}`;
  const reserved = [...readNames(written, /\{\+([^{}*]*)\*?\}/g)];
  for (const name of reserved) {
    const { pattern } = asMembers(declared[name]);
    // A part of a pattern that also fits a slash stands for any number of segments.
    if (names.has(name) || (typeof pattern === "string" && /\.[*+]/.test(pattern))) {
      context.losses.push({
        ...{ kind: "parameter of several segments", name, pointer: place(name) },
        fix: "A slash in its value is sent as `%2F`. Check that the API accepts that, or split the path with an overlay.",
      });
    }
  }
  const split = reserved.filter((name) => !names.has(name));
  // Nothing says to which of several a part belongs.
  const whole = split.length === 1 ? String(split[0]) : "";
  const parameters = Array.from(names, (name) => {
    const own = asMembers(declared[name]);
    if (own.location === "path") {
      return convertParameter(name, own, place(name), context);
    }
    const original = asMembers(declared[whole]);
    const { description = "" } = original;
    const part = {
      ...{ type: "string", location: "path" },
      ...(whole !== "" && { description: `A part of \`${whole}\`. ${description}`.trim() }),
    };
    return convertParameter(name, context.origins.copy(part, original), place(whole), context);
  });
  return { path: `/${flat.replace(/^\//, "")}`, parameters };
}

/** The names of a path's parameters, each once. */
function readNames(path: string, pattern: RegExp): ReadonlySet<string> {
  return new Set(Array.from(path.matchAll(pattern), ([, name = ""]) => name));
}
