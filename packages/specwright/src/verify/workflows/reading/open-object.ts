import type { Diagnostic } from "../../../diagnostic.ts";
import { isObject, type JsonObject } from "../../../json-object.ts";
import { askDidYouMean } from "../../../text/nearest.ts";
import { escapeSegment } from "../../../text/pointer.ts";

/** Adds a problem at a place of the document that is read. */
export type ReportProblem = (
  pointer: string,
  problem: Pick<Diagnostic, "code" | "message" | "fix"> &
    Partial<Pick<Diagnostic, "severity" | "suggest">>,
) => void;

/** Reads the members of one object. What is missing or has another type is reported, and read as absent. */
export interface ObjectReader {
  readonly value: JsonObject;
  readonly pointer: string;
  /** The JSON Pointer of a member. */
  readonly at: (name: string) => string;
  readonly text: (name: string) => string | undefined;
  /** Reports an absent member. */
  readonly requireText: (name: string) => string | undefined;
  /** A number that is not negative. */
  readonly amount: (name: string) => number | undefined;
  readonly choice: <Word extends string>(name: string, words: readonly Word[]) => Word | undefined;
  readonly list: <Item>(
    name: string,
    read: (value: unknown, pointer: string) => Item | undefined,
  ) => readonly Item[];
  readonly map: <Item>(
    name: string,
    read: (value: unknown, pointer: string) => Item | undefined,
  ) => ReadonlyMap<string, Item>;
}

/**
 * Starts to read an object. Undefined, and reported, when the value is not one. Members that the specification does not have get a
 * warning.
 *
 * @param kind what it is, as in "A step"
 */
export function openObject(
  value: unknown,
  pointer: string,
  kind: string,
  members: readonly string[],
  report: ReportProblem,
): ObjectReader | undefined {
  const refuse = (at: string, message: string, fix: string): undefined => {
    report(at, { code: "invalid-workflow", message, fix });
  };
  if (!isObject(value)) {
    return refuse(
      pointer,
      `${kind} must be an object.`,
      `Write its members: ${members.join(", ")}.`,
    );
  }
  const at = (name: string): string => `${pointer}/${escapeSegment(name)}`;
  for (const name of Object.keys(value)) {
    if (!members.includes(name) && !name.startsWith("x-")) {
      report(at(name), {
        code: "misspelt-workflow-member",
        severity: "warning",
        message: `${kind} has no member \`${name}\` in Arazzo 1.1, so it is ignored.`,
        suggest: () => askDidYouMean(name, members),
        fix: `The members are ${members.join(", ")}.`,
      });
    }
  }
  const text = (name: string): string | undefined => {
    const { [name]: member } = value;
    return member === undefined || typeof member === "string"
      ? member
      : refuse(
          at(name),
          `\`${name}\` of ${lowerFirst(kind)} must be a text.`,
          "Write a text, in quotes.",
        );
  };
  const openMembers = (name: string, isWanted: boolean, shape: string): JsonObject => {
    const { [name]: member } = value;
    if (member !== undefined && !isWanted) {
      refuse(at(name), `\`${name}\` of ${lowerFirst(kind)} must be ${shape}.`, `Write ${shape}.`);
    }
    return member !== undefined && isWanted ? Object(member) : {};
  };
  return {
    ...{ value, pointer, at, text },
    requireText: (name) =>
      value[name] === undefined
        ? refuse(pointer, `${kind} has no \`${name}\`.`, `Write its \`${name}\`.`)
        : text(name),
    amount: (name) => {
      const { [name]: member } = value;
      return member === undefined || (typeof member === "number" && member >= 0)
        ? member
        : refuse(
            at(name),
            `\`${name}\` of ${lowerFirst(kind)} must be a number that is not negative.`,
            "Write a number, such as 1.",
          );
    },
    choice: (name, words) => {
      const { [name]: member } = value;
      const word = words.find((each) => each === member);
      return member === undefined || word !== undefined
        ? word
        : refuse(
            at(name),
            `\`${name}\` of ${lowerFirst(kind)} is \`${String(member)}\`.`,
            `${askDidYouMean(String(member), words)}Write ${words.join(" or ")}.`,
          );
    },
    list: (name, read) =>
      Object.values(openMembers(name, Array.isArray(value[name]), "a list")).flatMap(
        (item, index) => read(item, `${at(name)}/${index}`) ?? [],
      ),
    map: (name, read) =>
      new Map(
        Object.entries(openMembers(name, isObject(value[name]), "an object")).flatMap(
          ([key, item]) => {
            const made = read(item, `${at(name)}/${escapeSegment(key)}`);
            return made === undefined ? [] : [[key, made] as const];
          },
        ),
      ),
  };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
