import { reservedValues } from "../../packages/specwright/src/emit/client/reserved-names.ts";

const taken: ReadonlySet<string> = new Set(reservedValues("createApi"));

/** A text without any meaning to a language. */
export interface Sentinel {
  readonly text: string;
  /** The part of it that is found in names made from it. */
  readonly mark: RegExp;
}

/**
 * The harmless texts that a payload may be compared with. They differ in aspects that change the output without changing its
 * syntax, such as whether a text is a legal name, so several roles have to be tried.
 */
export function sentinelsFor(payload: string): readonly Sentinel[] {
  const roles = always.map((text) => ({ text, mark: /sentinel/i }));
  if (!/(?!\p{DI})[\p{L}\p{N}]/u.test(payload)) {
    // Comments of nothing are left out, and names have to be made up.
    roles.push({ text: "", mark: /(?:)/ });
  }
  if (payload === "__proto__") {
    // No other name is like it. That it never sets a prototype is seen in the syntax itself.
    roles.push({ text: payload, mark: /(?:)/ });
  } else if (payload in {}) {
    // A long one and a short one, because long names that are made of them are cut.
    roles.push({ text: "propertyIsEnumerable", mark: /propertyIsEnumerable/i });
    roles.push({ text: "toString", mark: /toString/i });
  }
  if (taken.has(payload)) {
    // An operation of such a name is declared under another one and exported under its own.
    roles.push({ text: "sendCallback", mark: /sendCallback/i });
  }
  const slashes = payload.split("/").length - 1;
  if (slashes > 0) {
    // A pointer or a media type has as many parts as there are slashes; none of these opens or ends a comment.
    roles.push({ text: `sentinel${"/sentinel".repeat(slashes)}`, mark: /sentinel/i });
  }
  const stars = payload.split("*").length - 1;
  if (stars > 1) {
    // A range of media types has as many stars.
    roles.push({ text: `sentinel${"*sentinel".repeat(stars)}`, mark: /sentinel|^$/i });
  }
  if (/\{[^{}]+\}/.test(payload)) {
    // A path has as many parameters, with names of the same kind and with text between them or none.
    roles.push({ text: sentinelPath(payload), mark: /sentinel/i });
  }
  const [end] = /[?#]/.exec(payload) ?? [];
  if (end !== undefined) {
    // A path that goes on behind its end has another function put it together.
    roles.push(
      ...roles.map(({ text }) => ({ text: `${text}${end}sentinel`, mark: /sentinel|^$/i })),
    );
  }
  if (payload.startsWith("#")) {
    // A reference, where names and references are distinguished by that.
    roles.push({ text: "#sentinel", mark: /sentinel/i });
  }
  return roles;
}

/** A path with the same parts: names are the same where they are, and identifiers where they are. */
function sentinelPath(payload: string): string {
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
  // No regular expression.
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
