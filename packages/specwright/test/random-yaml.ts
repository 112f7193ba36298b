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

/** A string of arbitrary fragments, most of which mean nothing. */
export function writeRandomFragments(random: () => number): string {
  return makeTimes(1 + random() * 12, () => pick(fragments, random)).join("");
}

/** A string into which a fragment is inserted, and from which some characters are removed. */
export function withFragment(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length);
  return text.slice(0, at) + pick(fragments, random) + text.slice(at + Math.floor(random() * 3));
}

/**
 * A document of maps, sequences and scalars in all styles. Some continuation lines have a slightly wrong indentation.
 */
export function writeRandomDocument(random: () => number): string {
  const chooseSome = <Value>(...values: readonly Value[]): Value => pick(values, random);
  const writeSpaces = (count: number): string => " ".repeat(Math.max(0, count));
  const indentFurther = (indent: number): string => writeSpaces(indent + chooseSome(0, 1, 1, 2, 3));
  const finishLine = (indent: number): string =>
    chooseSome("", "  ", writeSpaces(indent + 2), "") +
    writeSpaces(indent + chooseSome(1, 1, 1, 1, 2, 0, 3, 4)) +
    chooseSome("x", "x y ", "", "  z", "- a", "# b", "k: v");
  const writeScalar = (indent: number): string => {
    const kind = Math.floor(random() * 5);
    if (kind === 0) {
      const end = chooseSome("more", "# c", "- d", "e: f", "g", "'q'");
      return `x y${chooseSome("", " ", " #c")}\n${indentFurther(indent)}${end}`;
    }
    if (kind === 1) {
      const blank = chooseSome("", "\n", "  \n");
      return `${chooseSome("'", '"')}x \n${blank}${indentFurther(indent)}y${chooseSome("'", '"', " '", ' "')}`;
    }
    if (kind === 2) {
      const header =
        chooseSome("|", ">", "|-", ">-", "|+", ">+", "|2", ">1-", "|+1") +
        chooseSome("", " #c", "  ");
      return `${header}\n${makeTimes(random() * 5, () => finishLine(indent)).join("\n")}`;
    }
    const flow =
      chooseSome("[a,\n", "{ a: 1,\n", "[a, # c\n") +
      indentFurther(indent) +
      chooseSome("b]", "b: 2 }", "]", "}");
    return chooseSome("a", "x y", "1", "1.5", "true", "null", "~", "a:b", "0x10", "''", "'it''s'")
      .replace(/^x y$/, () => flow)
      .replace(/^a:b$/, () =>
        chooseSome("[a, 'b', 1]", "{a: b, c: [d]}", '"a\\n\\u00e9"', "[]", "{}"),
      );
  };
  const writeComment = (): string => chooseSome("", "", "", "#c\n", "\n", "  # d\n");
  const writeNode = (indent: number, depth: number): string => {
    const kind = random();
    if (depth <= 0 || kind < 0.3) {
      return ` ${writeScalar(indent)}${chooseSome("", " #c", "")}\n`;
    }
    const step = chooseSome(0, 1, 2, 2, 4);
    if (kind < 0.65) {
      const start = writeSpaces(indent + Math.max(step, 1));
      const members = makeTimes(1 + random() * 3, (index) => {
        const key = chooseSome("k", "k", "'k'", '"k"', `? k`, "1", "k ", "$").replace(
          /\w/,
          `$&${index}`,
        );
        const colon = key.startsWith("?") ? `\n${start}:` : ":";
        return `${start}${key}${colon}${writeNode(start.length, depth - 1)}`;
      });
      return `${chooseSome("", " #c", "")}\n${writeComment()}${members.join(writeComment())}`;
    }
    const column = indent + step;
    const items = makeTimes(1 + random() * 3, () => {
      const inner = column + 2;
      const item = chooseSome(
        () => writeNode(column, depth - 1),
        () =>
          ` k:${writeNode(inner, depth - 1)}${writeSpaces(inner)}l:${writeNode(inner, depth - 1)}`,
        () => ` - ${writeScalar(inner)}\n`,
      );
      return `${writeSpaces(column)}-${item()}`;
    });
    return `\n${writeComment()}${items.join("")}`;
  };
  return makeTimes(1 + random() * 3, (index) => `r${index}:${writeNode(0, 3)}`).join("");
}

function makeTimes<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: Math.floor(count) }, (_, index) => make(index));
}

function pick<Value>(values: readonly Value[], random: () => number): Value {
  // The lists above are not empty.
  return values[Math.floor(random() * values.length)] as Value;
}
