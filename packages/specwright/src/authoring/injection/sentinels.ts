import { listReservedValues } from "../../emit/client/reserved-names.ts";

const taken: ReadonlySet<string> = new Set(listReservedValues("createApi"));

/** A harmless text, which has no meaning in any language. */
export interface Sentinel {
  readonly text: string;
  /** Matches names that are made from the text. */
  readonly mark: RegExp;
}

/**
 * The harmless texts that a payload is compared with. The output for a string also depends on harmless properties, such
 * as whether it is a legal name, so several texts with different properties are tried.
 */
export function listSentinels(payload: string): readonly Sentinel[] {
  const roles = always.map((text) => ({ text, mark: /sentinel/i }));
  if (!/(?!\p{DI})[\p{L}\p{N}]/u.test(payload)) {
    // For a string without letters and digits, comments may be left out and names are invented, as for the empty string.
    roles.push({ text: "", mark: /(?:)/ });
  }
  if (payload === "__proto__") {
    // Only `__proto__` itself is handled like this. The syntax shows whether it would set a prototype.
    roles.push({ text: payload, mark: /(?:)/ });
  } else if (payload in {}) {
    // A long and a short member of every object, because long names are shortened.
    roles.push({ text: "propertyIsEnumerable", mark: /propertyIsEnumerable/i });
    roles.push({ text: "toString", mark: /toString/i });
  }
  if (taken.has(payload)) {
    // An operation with a reserved name is declared under another name and exported under its own.
    roles.push({ text: "sendCallback", mark: /sendCallback/i });
  }
  const slashes = payload.split("/").length - 1;
  if (slashes > 0) {
    // The same number of slashes, so that pointers and media types have as many parts. None of them begins or ends a
    // comment.
    roles.push({ text: `sentinel${"/sentinel".repeat(slashes)}`, mark: /sentinel/i });
  }
  const dots = payload.split(".").length - 1;
  if (dots > 0) {
    // The same number of dots: in a pattern, each stands for any character.
    roles.push({ text: `sentinel${".sentinel".repeat(dots)}`, mark: /sentinel/i });
  }
  if (/\$./.test(payload)) {
    // As a pattern, one that nothing matches.
    roles.push({ text: "sentinel$sentinel", mark: /sentinel/i });
  }
  const stars = payload.split("*").length - 1;
  if (stars > 1) {
    // The same number of stars, for ranges of media types.
    roles.push({ text: `sentinel${"*sentinel".repeat(stars)}`, mark: /sentinel|^$/i });
  }
  if (/\{[^{}]+\}/.test(payload)) {
    // Has the same number of parameters as the path, with the same kinds of names, and text between them at the same
    // places.
    roles.push({ text: findSentinelPath(payload), mark: /sentinel/i });
  }
  const [end] = /[?#]/.exec(payload) ?? [];
  if (end !== undefined) {
    // A path with a query or a fragment is joined by another function.
    roles.push(
      ...roles.map(({ text }) => ({ text: `${text}${end}sentinel`, mark: /sentinel|^$/i })),
    );
  }
  if (payload.startsWith("#")) {
    // A string that begins with `#` counts as a reference, others as a name.
    roles.push({ text: "#sentinel", mark: /sentinel/i });
  }
  return roles;
}

/** A path with the same structure: repeated names are repeated, and identifiers stay identifiers. */
function findSentinelPath(payload: string): string {
  const parts = payload.split(/(\{[^{}]+\})/);
  return parts
    .map((part, index) => {
      if (index % 2 === 0) {
        return part === "" ? "" : `${part.startsWith("/") ? "/" : ""}sentinel`;
      }
      const isIdentifier = /^\{[\p{ID_Start}$_][\p{ID_Continue}$]*\}$/u.test(part);
      return `{sentinel${isIdentifier ? "" : " "}${parts.indexOf(part)}}`;
    })
    .join("");
}

const always: readonly string[] = [
  "sentinel",
  "Sentinel words",
  // A string that is not a valid regular expression.
  "(sentinel",
  // A media type with a parameter.
  "sentinel;sentinel",
  // Ranges of media types.
  "sentinel*sentinel",
  "sentinel*sentinel;sentinel",
  "sentinel*sentinel;sentinel*sentinel",
  "sentinel;sentinel*sentinel",
  // A path with half of a parameter.
  "sentinel{",
  // Too long for a line.
  "Sentinel ".repeat(40),
  "sentinel".repeat(40),
];
