import { formatPath } from "../../schema/issues/field-lines.ts";
import { isContainer } from "../../schema/values/nesting.ts";
import { findClosingQuote, measureJson, nestingMessage } from "./nesting.ts";

/** The reason why valid JSON is refused. */
export class JsonProblem {
  /** The path of the problem, such as `.toolkit.slug`; empty for the whole text. */
  readonly place: string;
  readonly message: string;

  constructor(place: string, message: string) {
    this.place = place;
    this.message = message;
  }
}

/**
 * Parses JSON text that a client sent. Returns a JsonProblem when it is nested too deeply, has too many members, or an
 * object has two members of the same name, because another program may use the other one of the two (RFC 8259, section
 * 4).
 *
 * @param limit the total number of arrays, objects and members that it may have
 * @param parse parses JSON instead of `JSON.parse`
 * @throws SyntaxError when the text is not JSON
 */
export function parseJsonText(
  text: string,
  limit: number = Number.POSITIVE_INFINITY,
  parse: (text: string) => unknown = JSON.parse,
): unknown {
  const { isTooDeep, members, containers } = measureJson(text);
  if (isTooDeep) {
    return new JsonProblem("", nestingMessage);
  }
  if (members + containers > limit) {
    return new JsonProblem("", `more than ${limit} arrays, objects and members`);
  }
  // JSON.parse makes `__proto__` an ordinary member. This is harmless, because no code here assigns members by name.
  const value = parse(text);
  // Counting costs a tenth of the parsing. If the value has as many members as the text, no name was repeated.
  const repeated = countMembers(value) === members ? undefined : findRepeated(text);
  return repeated === undefined
    ? value
    : new JsonProblem(formatPath(repeated), "sent more than once");
}

function countMembers(value: unknown): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      count += isContainer(value[index]) ? countMembers(value[index]) : 0;
    }
  } else if (isContainer(value)) {
    // `for…in` takes half the time of Object.values. Parsed objects inherit nothing that is enumerable.
    for (const name in value) {
      // A name of the object itself.
      const member = value[name as keyof typeof value];
      count += isContainer(member) ? 1 + countMembers(member) : 1;
    }
  }
  return count;
}

interface Open {
  /** The names that were read in an object so far; undefined for an array. */
  readonly names: Set<string> | undefined;
  /** The current member or index. */
  key: string | number;
  isBeforeName: boolean;
}

/** The path of the first repeated member in valid JSON text; undefined when no name is repeated. */
function findRepeated(text: string): readonly (string | number)[] | undefined {
  const open: Open[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    const inner = open.at(-1);
    if (character === '"') {
      const end = findClosingQuote(text, index);
      if (inner?.names !== undefined && inner.isBeforeName) {
        // A JSON string; parsing it decodes its escapes.
        inner.key = JSON.parse(text.slice(index, end + 1)) as string;
        inner.isBeforeName = false;
        if (inner.names.has(inner.key)) {
          return open.map(({ key }) => key);
        }
        inner.names.add(inner.key);
      }
      index = end;
    } else if (character === "{") {
      open.push({ names: new Set(), key: "", isBeforeName: true });
    } else if (character === "[") {
      open.push({ names: undefined, key: 0, isBeforeName: false });
    } else if (character === "}" || character === "]") {
      open.pop();
    } else if (character === "," && inner !== undefined) {
      inner.isBeforeName = true;
      if (typeof inner.key === "number") {
        inner.key += 1;
      }
    }
  }
  return undefined;
}
