import { isObject } from "../../json-object.ts";
import { readConfigurationFile, readObject } from "../settings/configuration.ts";

/**
 * The headers that Redocly's configuration sends to a URL (`resolve.http.headers`). A rule applies when its `matches`
 * fits the URL. The header's value is the rule's `value`, or the value of the environment variable `envVariable`.
 *
 * @param file The configuration, when it is not in the folder.
 * @throws DiagnosticError when it cannot be read.
 */
export function readHttpHeaders(
  folder: string,
  file?: string,
): (url: URL) => Readonly<Record<string, string>> {
  const root = readConfigurationFile(folder, file);
  const { headers: rules } = readObject(readObject(root, "resolve"), "http");
  const headers = Array.isArray(rules) ? rules.flatMap(readRule) : [];
  return ({ href }) =>
    Object.fromEntries(
      headers.filter(({ matches }) => matches.test(href)).map(({ name, value }) => [name, value]),
    );
}

interface Rule {
  readonly matches: RegExp;
  readonly name: string;
  readonly value: string;
}

function readRule(rule: unknown): Rule[] {
  const { matches, name, envVariable, value: written } = isObject(rule) ? rule : {};
  const value = typeof envVariable === "string" ? process.env[envVariable] : written;
  return typeof matches === "string" && typeof name === "string" && typeof value === "string"
    ? [{ matches: compileGlob(matches), name, value }]
    : [];
}

/** `*` matches anything but a slash, `**` matches anything. */
function compileGlob(pattern: string): RegExp {
  const parts = pattern.split(/(\*+)/).map((part) => {
    if (part.startsWith("*")) {
      return part.length > 1 ? ".*" : "[^/]*";
    }
    return part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`);
}
