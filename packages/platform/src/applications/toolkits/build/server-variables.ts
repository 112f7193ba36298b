import type { Model, Server } from "specwright";
import { cutText } from "../../../base/sharing/cut-text.ts";
import { trimEnd } from "../../../base/trim-end.ts";
import type { FieldFormat } from "../documents/document-format.ts";
import type { ToolkitVariable } from "../types/tool-types.ts";

/** The address of a toolkit, and what its variables mean for connections. */
export interface ToolkitAddress {
  /** The first server without a slash at the end. A variable with a single possible value is filled. */
  readonly url: string;
  readonly variables: ReadonlyMap<string, ToolkitVariable>;
  /** The fields of a connection that its variables become (docs/decisions.md §7). */
  readonly fields: readonly FieldFormat[];
}

/** Reads the first server of a document. A name in braces is a variable, also if `variables` does not describe it. */
export function readToolkitAddress({ servers }: Pick<Model, "servers">): ToolkitAddress {
  const [server] = servers;
  const url = trimEnd(server === undefined ? "" : fillFixedVariables(server), "/");
  const variables = new Map<string, ToolkitVariable>();
  const fields: FieldFormat[] = [];
  const names = new Set([...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name));
  for (const name of names) {
    const {
      default: fallback = "",
      enum: values = [],
      description = "",
    } = server?.variables.get(name) ?? {};
    const choices = values.length === 0 ? {} : { enum: values };
    variables.set(name, { ...(fallback !== "" && { default: fallback }), ...choices });
    fields.push({
      name,
      display_name: toLabel(name),
      type: "string",
      description: description.trim() || `A part of the address ${showAddress(url)}.`,
      default: fallback === "" ? null : fallback,
      ...choices,
      secret: false,
      required: true,
      own_host: values.length === 0 && isWholeHost(url, name),
    });
  }
  return { url, variables, fields };
}

/** Characters of an address that a form or a report shows. */
const longestShown = 200;

/** An address in a text for people: its beginning, without a user name and a password. */
export function showAddress(url: string): string {
  return cutText(url.replace(/\/\/[^/?#]*@/, "//"), longestShown);
}

/** A name as a label: `accountRegion` becomes `Account region`. */
function toLabel(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

function fillFixedVariables({ url, variables }: Server): string {
  return url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const [value, ...others] = variables.get(name)?.enum ?? [];
    return value === undefined || others.length > 0 ? whole : value;
  });
}

/** True for `https://{host}` and `https://{host}:{port}`: the value of `host` is a host, not one part of its name. */
function isWholeHost(url: string, name: string): boolean {
  const host = /^https?:\/\/([^/?#]*)/.exec(url)?.[1] ?? "";
  return host.replace(/:(?:\d+|\{[^{}]+\})$/, "") === `{${name}}`;
}
