/** Pieces of YAML texts, including rare and invalid ones. */
const fragments = [
  ...[
    "a",
    "x y",
    "a#b",
    "a:b",
    "http://a/b",
    "-a",
    "?a",
    ":a",
    "é",
    "\u2028",
    "\u0085",
    "\ufeff",
    "\0",
  ],
  ...[
    "a: ",
    "b: ",
    "c:",
    "'d': ",
    '"e": ',
    "<<: ",
    "__proto__: ",
    "constructor: ",
    "? ",
    "? f\n: ",
  ],
  ...[
    "- ",
    "-",
    "\n",
    "\n",
    "\n  ",
    "\n  ",
    "\n    ",
    "\n- ",
    "\n  - ",
    "\nb: ",
    "\n  c: ",
    "\n\n",
    "\n \n",
  ],
  ...[": ", ":", "::", " #c", "#", "\t", "\r\n", "\r", " ", "  ", ",", ", ", "@", "`", "%", "*"],
  ...["'", '"', "''", "\\", "\\n", "\\x41", "\\ud83d", "\\q", "\\\n  ", "'a'", '"a"'],
  ...["|", "> ", "|-", ">-", "|+", ">+", "|2", "|\n  x\n"],
  ...["[", "]", "{", "}", "[a, b]", "{a: b}", "&x ", "*x", "!!str ", "---", "---\n", "..."],
  ...[
    "1",
    "-1",
    "0x1F",
    "0o7",
    "1e3",
    ".5",
    "+1",
    ".inf",
    "1_000",
    "2020-01-01",
    "~",
    "null",
    "true",
    "no",
  ],
];

/** A text of arbitrary fragments, most of which mean nothing. */
export function randomFragments(random: () => number): string {
  return times(1 + random() * 12, () => pick(fragments, random)).join("");
}

/** A text into which a fragment is inserted, and from which some characters are removed. */
export function withFragment(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length);
  return text.slice(0, at) + pick(fragments, random) + text.slice(at + Math.floor(random() * 3));
}

/**
 * A document of maps, sequences and scalars in all styles. Some continuation lines have a slightly wrong indentation.
 */
export function randomDocument(random: () => number): string {
  const some = <Value>(...values: readonly Value[]): Value => pick(values, random);
  const spaces = (count: number): string => " ".repeat(Math.max(0, count));
  const further = (indent: number): string => spaces(indent + some(0, 1, 1, 2, 3));
  const line = (indent: number): string =>
    some("", "  ", spaces(indent + 2), "") +
    spaces(indent + some(1, 1, 1, 1, 2, 0, 3, 4)) +
    some("x", "x y ", "", "  z", "- a", "# b", "k: v");
  const scalar = (indent: number): string => {
    const kind = Math.floor(random() * 5);
    if (kind === 0) {
      const end = some("more", "# c", "- d", "e: f", "g", "'q'");
      return `x y${some("", " ", " #c")}\n${further(indent)}${end}`;
    }
    if (kind === 1) {
      const blank = some("", "\n", "  \n");
      return `${some("'", '"')}x \n${blank}${further(indent)}y${some("'", '"', " '", ' "')}`;
    }
    if (kind === 2) {
      const header =
        some("|", ">", "|-", ">-", "|+", ">+", "|2", ">1-", "|+1") + some("", " #c", "  ");
      return `${header}\n${times(random() * 5, () => line(indent)).join("\n")}`;
    }
    const flow =
      some("[a,\n", "{ a: 1,\n", "[a, # c\n") + further(indent) + some("b]", "b: 2 }", "]", "}");
    return some("a", "x y", "1", "1.5", "true", "null", "~", "a:b", "0x10", "''", "'it''s'")
      .replace(/^x y$/, () => flow)
      .replace(/^a:b$/, () => some("[a, 'b', 1]", "{a: b, c: [d]}", '"a\\n\\u00e9"', "[]", "{}"));
  };
  const comment = (): string => some("", "", "", "#c\n", "\n", "  # d\n");
  const node = (indent: number, depth: number): string => {
    const kind = random();
    if (depth <= 0 || kind < 0.3) {
      return ` ${scalar(indent)}${some("", " #c", "")}\n`;
    }
    const step = some(0, 1, 2, 2, 4);
    if (kind < 0.65) {
      const start = spaces(indent + Math.max(step, 1));
      const members = times(1 + random() * 3, (index) => {
        const key = some("k", "k", "'k'", '"k"', `? k`, "1", "k ", "$").replace(/\w/, `$&${index}`);
        const colon = key.startsWith("?") ? `\n${start}:` : ":";
        return `${start}${key}${colon}${node(start.length, depth - 1)}`;
      });
      return `${some("", " #c", "")}\n${comment()}${members.join(comment())}`;
    }
    const column = indent + step;
    const items = times(1 + random() * 3, () => {
      const inner = column + 2;
      const item = some(
        () => node(column, depth - 1),
        () => ` k:${node(inner, depth - 1)}${spaces(inner)}l:${node(inner, depth - 1)}`,
        () => ` - ${scalar(inner)}\n`,
      );
      return `${spaces(column)}-${item()}`;
    });
    return `\n${comment()}${items.join("")}`;
  };
  return times(1 + random() * 3, (index) => `r${index}:${node(0, 3)}`).join("");
}

function times<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: Math.floor(count) }, (_, index) => make(index));
}

function pick<Value>(values: readonly Value[], random: () => number): Value {
  // The lists above are not empty.
  return values[Math.floor(random() * values.length)] as Value;
}
