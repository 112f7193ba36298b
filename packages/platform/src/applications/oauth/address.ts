import { trimEnd } from "../../base/trim-end.ts";

/** Values by the names of their variables. */
type Values = Readonly<Record<string, unknown>>;

/** An address has a variable without a value. */
class AddressIncompleteError extends Error {
  override readonly name = "AddressIncompleteError";
}

/**
 * Fills the `{variables}` in an address of a toolkit. Values in the host were checked when they were stored
 * (docs/decisions.md §6); elsewhere they are percent-encoded. A value may be a whole address, which then also
 * replaces the scheme before it: `https://{domain}/oauth` with `https://git.example.com` becomes
 * `https://git.example.com/oauth`.
 *
 * @throws AddressIncompleteError naming the variable
 */
export function fillAddress(template: string, values: Values): string {
  const pathStart = /^(?:[a-z]+:\/\/)?[^/?#]*/.exec(template)?.[0].length ?? 0;
  const host = template
    .slice(0, pathStart)
    .replace(/^(https?:\/\/)?\{([^{}]+)\}$/, (whole, scheme: string | undefined, name: string) => {
      const value = readValue(values, name);
      return scheme === undefined || /^https?:\/\//.test(value) ? trimEnd(value, "/") : whole;
    })
    .replace(/\{([^{}]+)\}/g, (_, name: string) => readValue(values, name));
  const rest = template
    .slice(pathStart)
    .replace(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(readValue(values, name)));
  return host + rest;
}

function readValue(values: Values, name: string): string {
  const value = values[name];
  if (typeof value === "string" || typeof value === "number") {
    return String(value);
  }
  throw new AddressIncompleteError(`The address needs a value for ${name}.`);
}
