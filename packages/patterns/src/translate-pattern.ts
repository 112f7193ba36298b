import { type Cursor, scan } from "./cursor.ts";
import { rejectForeign } from "./foreign.ts";
import { translateClass } from "./translate-class.ts";
import { escapeLiteral, translateEscape } from "./translate-escape.ts";

/** A pattern of another engine, translated to ECMA-262. */
export interface Translation {
  readonly source: string;
  readonly flags: string;
  /** Descriptions of the texts that the expression allows and one possible reading of the pattern does not. */
  readonly widened: readonly string[];
}

/** A group that is not closed yet. */
interface Group {
  /** The index of its first part. */
  readonly start: number;
  readonly isAtomic: boolean;
  readonly isLookbehind: boolean;
  /** True for a group of flags that covers the whole pattern, except for a few characters after it. */
  readonly isWhole: boolean;
}

interface Walk extends Cursor {
  readonly parts: string[];
  readonly groups: Group[];
  readonly names: Set<string>;
  readonly widened: string[];
  flags: string;
  /** The index of the first part of the last atom. Undefined after parts that cannot be repeated. */
  atom: number | undefined;
  /** The number of groups that were added to represent possessive repetitions. */
  added: number;
}

/**
 * Translates a pattern of another engine to ECMA-262 with the flag `u`. The result may still be an invalid expression.
 *
 * @throws Foreign when it has a construct whose meaning differs between engines.
 */
export function translatePattern(pattern: string): Translation {
  const walk: Walk = {
    ...{ pattern, offset: 0, parts: [], groups: [], names: new Set(), widened: [] },
    ...{ flags: "u", atom: undefined, added: 0 },
  };
  const flags = scan(walk, /\(\?([isu]+)\)/y)?.[1] ?? "";
  addFlags(walk, flags);
  while (walk.offset < pattern.length) {
    translateStep(walk);
  }
  if (walk.added > 0 && /\\[1-9]/.test(pattern)) {
    rejectForeign("it has a possessive repetition and refers to groups by number");
  }
  return { source: walk.parts.join(""), flags: walk.flags, widened: [...new Set(walk.widened)] };
}

function addFlags(walk: Walk, flags: string): void {
  for (const flag of ["i", "s"]) {
    walk.flags += flags.includes(flag) && !walk.flags.includes(flag) ? flag : "";
  }
}

function translateStep(walk: Walk): void {
  if (scan(walk, /\(/y) !== undefined) {
    openGroup(walk);
  } else if (scan(walk, /\)/y) !== undefined) {
    closeGroup(walk);
  } else if (scan(walk, /\[/y) !== undefined) {
    addAtom(walk, translateClass(walk, walk.widened));
  } else if (scan(walk, /\\Q/y) !== undefined) {
    for (const character of scan(walk, /(.*?)(?:\\E|$)/sy)?.[1] ?? "") {
      addAtom(walk, escapeLiteral(character, false));
    }
  } else if (scan(walk, /\\/y) !== undefined) {
    const { text, widened } = translateEscape(walk, "pattern");
    walk.widened.push(...(widened === undefined ? [] : [widened]));
    addAtom(walk, text);
  } else if (!repeat(walk)) {
    const character = scan(walk, /./suy)?.[0] ?? "";
    if (/[|^$]/.test(character)) {
      walk.parts.push(character);
      walk.atom = undefined;
    } else {
      addAtom(walk, /[\]{}]/.test(character) ? `\\${character}` : character);
    }
  }
}

function addAtom(walk: Walk, text: string): void {
  walk.atom = walk.parts.length;
  walk.parts.push(text);
}

/**
 * Reads a quantifier. A possessive one never gives back text that it has matched. ECMA-262 can express that with a
 * lookahead.
 */
function repeat(walk: Walk): boolean {
  const found = scan(walk, /([*+?]|\{\d+(?:,\d*)?\})([?+]?)/y);
  if (found === undefined) {
    if (scan(walk, /\{,\d+\}/y) !== undefined) {
      rejectForeign("`{,n}` is a repetition in Python and Ruby, and text elsewhere");
    }
    return false;
  }
  const [, quantifier = "", mode] = found;
  if (walk.atom === undefined) {
    return rejectForeign(`nothing in front of \`${quantifier}\` can be repeated`);
  }
  walk.parts.push(mode === "?" ? `${quantifier}?` : quantifier);
  if (mode === "+") {
    if (quantifier.startsWith("{")) {
      rejectForeign("`{n}+` never gives back what it has taken in Java, and is repeated in Ruby");
    }
    makeAtomic(walk, walk.atom);
  } else {
    walk.atom = undefined;
  }
  return true;
}

/** Replaces the parts from `start` on by a group that does not backtrack. */
function makeAtomic(walk: Walk, start: number): void {
  if (walk.groups.some(({ isLookbehind }) => isLookbehind)) {
    rejectForeign("a possessive repetition is in a lookbehind");
  }
  walk.added += 1;
  const name = `once${walk.added}`;
  const text = walk.parts.splice(start).join("");
  addAtom(walk, `(?:(?=(?<${name}>${text}))\\k<${name}>)`);
}

function openGroup(walk: Walk): void {
  const start = walk.parts.length;
  // The constructs that begin with `(?`, including the spellings of Python and Perl.
  const found = scan(
    walk,
    /\?(?:(#)[^)]*\)|(>)|P?<([A-Za-z_]\w*)>|P=(\w+)\)|(:|=|!|<=|<!)|([is]+):)/y,
  );
  if (found === undefined) {
    if (scan(walk, /[?*]/y) !== undefined) {
      rejectForeign(
        `engines differ about \`${walk.pattern.slice(walk.offset - 2, walk.offset + 2)}\``,
      );
    }
    open(walk, start, "(");
    return;
  }
  const [, comment, atomic, name, reference, opening, flags] = found;
  if (comment !== undefined) {
    return;
  }
  if (reference !== undefined) {
    addAtom(walk, `\\k<${reference}>`);
  } else if (name !== undefined) {
    open(walk, start, nameGroup(walk, name));
  } else {
    const isWhole = flags !== undefined;
    if (isWhole && walk.parts.some((part) => part !== "^")) {
      rejectForeign(
        `flags of a group (\`(?${flags}:\`) are not read by every engine of JavaScript`,
      );
    }
    addFlags(walk, flags ?? "");
    const isLookbehind = opening?.startsWith("<") === true;
    const isAtomic = atomic !== undefined;
    open(walk, start, isAtomic ? "" : `(?${opening ?? ":"}`, { isAtomic, isLookbehind, isWhole });
  }
}

function open(walk: Walk, start: number, text: string, group: Partial<Group> = {}): void {
  walk.parts.push(text);
  walk.atom = undefined;
  walk.groups.push({ start, isAtomic: false, isLookbehind: false, isWhole: false, ...group });
}

/** Two groups with the same name are new in ECMA-262. When nothing refers to the name, it can be removed. */
function nameGroup({ names, pattern }: Walk, name: string): string {
  if (!names.has(name)) {
    names.add(name);
    return `(?<${name}>`;
  }
  return pattern.includes(`\\k<${name}>`) || pattern.includes(`(?P=${name})`)
    ? rejectForeign(`two groups have the name \`${name}\``)
    : "(";
}

function closeGroup(walk: Walk): void {
  const group = walk.groups.pop();
  if (group === undefined) {
    rejectForeign("a closing parenthesis has no opening one");
  }
  walk.parts.push(group.isAtomic ? "" : ")");
  if (group.isWhole && scan({ ...walk }, /(?:\$|\\[zZ])?$/y) === undefined) {
    rejectForeign("flags of a group are not read by every engine of JavaScript");
  }
  if (group.isAtomic) {
    makeAtomic(walk, group.start);
  } else {
    const text = walk.parts.splice(group.start).join("");
    addAtom(walk, text);
  }
}
