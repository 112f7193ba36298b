import type { Operation } from "../document/model/model.ts";
import type { Render } from "../text/render.ts";
import type { Contents } from "./contents.ts";
import type { Comparison } from "./same-content.ts";

/**
 * Everything from which a text is printed, as plain data: names, facts about the document, parts of the model. Units are
 * compared by content. A reference in a schema is compared by its name, so printing must not follow it, unless the unit
 * also has the target.
 */
export interface Unit {
  /** Operations together with every schema to which they lead, so that printing may follow their references. */
  readonly operations?: readonly Operation[];
}

/** Prints the text of a unit. It reads nothing else, except the templates. */
export type Print<Content extends Unit, Printed> = (unit: Content, render: Render) => Printed;

/** Printed text that a process keeps between runs, for example with `--watch`, by the content of its unit. */
export interface Kept {
  /** The text of a unit: from an earlier run whose unit had the same content, or printed now. */
  readonly of: <Content extends Unit, Printed>(
    kind: string,
    unit: Content,
    print: Print<Content, Printed>,
  ) => Printed;
  /** Something that only saves time, such as an index of facts by schema. It must not change any text. */
  readonly index: <Index>(name: string, create: () => Index) => Index;
  /** Compares parts of this run with parts of earlier ones: see `Contents`. */
  readonly isSame: Comparison;
  /** True when the document has references that only the whole document can explain: see `Contents`. */
  readonly hasUnnamed: boolean;
}

/** The memory from which runs take printed text. */
export interface KeptTexts {
  /** By the kind of text, which names the part of the document. */
  readonly entries: Map<string, Entry>;
  readonly indexes: Map<string, unknown>;
  run: number;
  render: Render | undefined;
}

interface Entry {
  readonly unit: Unit;
  /** The objects that represent the content of the unit's operations: see `Contents`. */
  readonly operations: readonly (object | undefined)[];
  readonly printed: unknown;
  /** The number of the last run that had the text. */
  readonly run: number;
}

/** Creates an empty memory. */
export function createKeptTexts(): KeptTexts {
  return { entries: new Map(), indexes: new Map(), run: 0, render: undefined };
}

/** Texts that this many runs did not have are forgotten. A wrong document makes a run without text. */
const mostRuns = 10;

/** Begins a run. With other templates than in the last run, everything is printed again. */
export function openKept(texts: KeptTexts, contents: Contents, render: Render): Kept {
  const { entries } = texts;
  if (texts.render !== render) {
    entries.clear();
    texts.render = render;
  }
  texts.run += 1;
  const { run } = texts;
  const isSameMember = compareOnce(contents.isSame);
  for (const [kind, entry] of entries) {
    if (entry.run < run - mostRuns) {
      entries.delete(kind);
    }
  }
  return {
    hasUnnamed: contents.hasUnnamed,
    isSame: contents.isSame,
    index: (name, create) => {
      // The same call created it, so it has the right type.
      const index = (texts.indexes.get(name) as ReturnType<typeof create> | undefined) ?? create();
      texts.indexes.set(name, index);
      return index;
    },
    of: (kind, unit, print) => {
      const known = entries.get(kind);
      const operations = (unit.operations ?? []).map(({ name }) => contents.operations.get(name));
      const isKnown =
        known !== undefined &&
        isSameList(known.operations, operations) &&
        isSameUnit(known.unit, unit, isSameMember);
      // The same call printed this text, so it has the right type.
      const printed = isKnown ? (known.printed as ReturnType<typeof print>) : print(unit, render);
      // The new unit replaces an equal one, so that the models of earlier runs can be forgotten.
      entries.set(kind, { unit, operations, printed, run });
      return printed;
    },
  };
}

/** The text of a unit: see `Kept`. Without a memory, it is printed. */
export function printUnit<Content extends Unit, Printed>(
  kind: string,
  unit: Content,
  print: Print<Content, Printed>,
  { kept, render }: { readonly kept?: Kept | undefined; readonly render: Render },
): Printed {
  return kept === undefined ? print(unit, render) : kept.of(kind, unit, print);
}

/** An operation that is not in the model, such as a callback, is never known to be the same. */
function isSameList(left: Entry["operations"], right: Entry["operations"]): boolean {
  return (
    left.length === right.length &&
    right.every((item, index) => item !== undefined && item === left[index])
  );
}

/** Compares everything except the operations. */
function isSameUnit(left: Unit, right: Unit, isSame: Comparison): boolean {
  const names = Object.keys(right) as (keyof Unit)[];
  return (
    names.length === Object.keys(left).length &&
    names.every((name) => name === "operations" || isSame(left[name], right[name]))
  );
}

/** The same comparison for members of units. A member that many units of a run share is compared once. */
function compareOnce(isSame: Comparison): Comparison {
  const compared = new Map<unknown, { readonly left: unknown; readonly result: boolean }>();
  return (left, right) => {
    if (typeof right !== "object" || right === null) {
      return left === right;
    }
    const known = compared.get(right);
    if (known !== undefined && known.left === left) {
      return known.result;
    }
    const result = isSame(left, right);
    compared.set(right, { left, result });
    return result;
  };
}
