import { isObject } from "@specwright/runtime/v1/values";

/** Items of a list, and members of an object, that are looked at. */
const most = { items: 20, members: 40 };

/** Levels of members that are described at most. */
const mostLevels = 8;

/** Characters of a text that is only called `text`. */
const shortText = 100;

type Members = Readonly<Record<string, unknown>>;

/**
 * Describes a value that was read from JSON: its members with their types, and the lengths of lists and long texts, such as
 * `{ total: number, items: [1500 × { id: number, note?: text | null, body: text of 200–4000 characters }] }`. Items of a
 * list are described together, from the first twenty. Deep levels are left out until the text is short enough.
 *
 * @param longest the characters of the description
 */
export function describeShape(value: unknown, longest: number): string {
  for (let levels = mostLevels; levels > 1; levels -= 1) {
    const text = describeAll([value], levels);
    if (text.length <= longest) {
      return text;
    }
  }
  const text = describeAll([value], 1);
  return text.length <= longest ? text : `${text.slice(0, Math.max(0, longest - 1))}…`;
}

/** One description for values at the same place. */
function describeAll(values: readonly unknown[], levels: number): string {
  const texts = values.filter((value) => typeof value === "string");
  const lists = values.filter((value) => Array.isArray(value));
  const objects = values.filter(isObject);
  const others = new Set(
    values
      .filter((value) => value === null || (typeof value !== "string" && typeof value !== "object"))
      .map((value) => (value === null ? "null" : typeof value)),
  );
  return [
    ...(objects.length > 0 ? [describeObjects(objects, levels)] : []),
    ...(lists.length > 0 ? [describeLists(lists, levels)] : []),
    ...(texts.length > 0 ? [describeTexts(texts)] : []),
    ...others,
  ].join(" | ");
}

function describeObjects(objects: readonly Members[], levels: number): string {
  const names = [
    ...new Set(objects.flatMap((each) => Object.keys(each).slice(0, most.members + 1))),
  ];
  if (names.length === 0) {
    return "{}";
  }
  if (levels <= 1) {
    return `{ ${names.length > most.members ? `over ${most.members}` : names.length} members }`;
  }
  const members = names.slice(0, most.members).map((name) => {
    const having = objects.filter((each) => Object.hasOwn(each, name));
    const inner = describeAll(
      having.map((each) => each[name]),
      levels - 1,
    );
    const shown = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${shown}${having.length < objects.length ? "?" : ""}: ${inner}`;
  });
  const rest = names.length > most.members ? [`over ${most.members} members`] : [];
  return `{ ${[...members, ...rest].join(", ")} }`;
}

function describeLists(lists: readonly (readonly unknown[])[], levels: number): string {
  const items = lists.flatMap((list) => list.slice(0, most.items)).slice(0, most.items);
  const length = describeRange(lists.map((list) => list.length));
  const inner = items.length === 0 || levels <= 1 ? "" : ` × ${describeAll(items, levels - 1)}`;
  return `[${length}${inner}]`;
}

function describeTexts(texts: readonly string[]): string {
  const lengths = texts.map((text) => text.length);
  return Math.max(...lengths) <= shortText
    ? "text"
    : `text of ${describeRange(lengths)} characters`;
}

function describeRange(numbers: readonly number[]): string {
  const [least, largest] = [Math.min(...numbers), Math.max(...numbers)];
  return least === largest ? String(least) : `${least}–${largest}`;
}
