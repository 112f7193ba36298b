import { spreads } from "./decode-query.ts";
import { decodeOne, decodeTexts, isTextPresent } from "./decode-text.ts";
import { decodeForm } from "./percent.ts";
import type { Plan } from "./plan.ts";
import { setMember } from "./typed-text.ts";

/** The texts of one name, still encoded. A single text, which is the usual case, is not put into an array. */
type Texts = string | string[] | undefined;

const ampersand = 38;
const equalsSign = 61;

/**
 * Prepares the decoding of a query in which every name belongs to one parameter, as in most operations. The query is
 * read once, and unknown names are never decoded. Undefined when a parameter accepts any name, or two accept the same
 * one. Such queries need all their pairs (`parsePairs`).
 */
export function createFlatDecoder(
  plans: readonly Plan[],
): ((query: string) => Record<string, unknown>) | undefined {
  const slots = assignSlots(plans);
  if (slots === undefined) {
    return undefined;
  }
  const count = plans.length;
  return (query) => {
    const values: Record<string, unknown> = {};
    if (query === "" || count === 0) {
      return values;
    }
    const found = findTexts(query, slots);
    // In the order of the definitions, whatever the order of the query is.
    for (let index = 0; index < count; index++) {
      const plan = plans[index] as Plan; // The index is in range.
      const value = decodeFound(plan, found[index], found[count + index]);
      if (value !== undefined) {
        setMember(values, plan.name, value);
      }
    }
    return values;
  };
}

/**
 * Assigns an index to each name, at which its texts are kept: to `name` the index of its plan, to `name[]` the same
 * index after the end of the plans.
 */
function assignSlots(plans: readonly Plan[]): ReadonlyMap<string, number> | undefined {
  const slots = new Map<string, number>();
  for (const [index, plan] of plans.entries()) {
    const names = plan.array ? [plan.name, `${plan.name}[]`] : [plan.name];
    // A name such as `a%20b` could equal the encoded text of another name.
    const taken = names.some((name) => slots.has(name) || /[%+]/.test(name));
    if (taken || spreads(plan) || plan.brackets) {
      return undefined;
    }
    for (const [at, name] of names.entries()) {
      slots.set(name, index + at * plans.length);
    }
  }
  return slots;
}

/**
 * Finds the texts of all names. It reads each character once: searching for the next `=` of every pair would take
 * quadratic time for a query without `=`.
 */
function findTexts(query: string, slots: ReadonlyMap<string, number>): Texts[] {
  const found: Texts[] = [];
  let start = 0;
  let equals = -1;
  for (let index = 0; index <= query.length; index++) {
    const code = index < query.length ? query.charCodeAt(index) : ampersand;
    if (code === ampersand) {
      const slot = findSlot(slots, query.slice(start, equals < 0 ? index : equals));
      if (slot !== undefined && index > start) {
        add(found, slot, equals < 0 ? "" : query.slice(equals + 1, index));
      }
      start = index + 1;
      equals = -1;
    } else if (code === equalsSign && equals < 0) {
      equals = index;
    }
  }
  return found;
}

function findSlot(slots: ReadonlyMap<string, number>, name: string): number | undefined {
  const slot = slots.get(name);
  return slot === undefined && (name.includes("%") || name.includes("+"))
    ? slots.get(decodeForm(name))
    : slot;
}

function add(found: Texts[], slot: number, text: string): void {
  const known = found[slot];
  if (known === undefined) {
    found[slot] = text;
  } else if (typeof known === "string") {
    found[slot] = [known, text];
  } else {
    known.push(text);
  }
}

function decodeFound(plan: Plan, plain: Texts, bracketed: Texts): unknown {
  if (bracketed === undefined) {
    if (typeof plain === "string") {
      return isTextPresent(plan, plain) ? decodeOne(plan, plain) : undefined;
    }
    return plain === undefined ? undefined : decodeTexts(plan, plain);
  }
  return decodeTexts(plan, [plain ?? [], bracketed].flat(), true);
}
