/**
 * The notation of the contract's fields: one member per line, with the members of an object indented below it.
 *
 * ```
 * id*        id(ca_)                 a required string, `ca_` and 12 characters
 * logo       string|null             an optional one that may be null
 * meta*      object                  an object with the members below
 *   version* toolkit-version
 * tools*     array<Tool>             an array of a shape that has a name
 * icons*     map<uri>                an object whose values are all of one type
 * limit      number max=1000         a number, `integer` too, with its limits
 * kind*      enum(webhook,poll)      one of these values
 * old        string deprecated
 * val*       object open             an object that may hold further members
 * ...Tool                            all members of another shape
 * + hint     string                  a member that neither text names: decided in the document
 * ```
 *
 * A shape that is not an object is a type after `=`, as in `= array<string>`.
 */
export interface Type {
  /** `object`, `array`, `map`, `enum`, `any`, a JSON type, or a kind of text (`kinds.ts`). */
  readonly name: string;
  readonly nullable: boolean;
  /** The items of an array or a map. */
  readonly items?: Type;
  /** The values of an `enum`. */
  readonly values?: readonly string[];
  /** The members of an object; undefined when the notation does not list them. */
  readonly members?: readonly Member[];
}

/** A member of an object, or a parameter. */
export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly type: Type;
  readonly deprecated: boolean;
  /** True when the document must allow further members. */
  readonly open: boolean;
  /** `max`, `min`, `default` and the like, as text. */
  readonly limits: Readonly<Record<string, string>>;
}

/** Shapes by their name, which begins with a capital. */
export type Shapes = Readonly<Record<string, string>>;

interface Line {
  readonly depth: number;
  readonly text: string;
}

/**
 * Reads a shape.
 *
 * @throws Error when a line cannot be read or a name is not among the shapes.
 */
export function parseShape(text: string, shapes: Shapes): Type {
  const lines = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => ({ depth: line.length - line.trimStart().length, text: line.trim() }));
  const [first] = lines;
  if (first?.text.startsWith("=")) {
    return parseType(first.text.slice(1).trim(), shapes, []);
  }
  return { name: "object", nullable: false, members: parseMembers(lines, shapes) };
}

function parseMembers(lines: readonly Line[], shapes: Shapes): Member[] {
  const depth = lines[0]?.depth ?? 0;
  const starts = lines.flatMap((line, index) => (line.depth <= depth ? [index] : []));
  return starts.flatMap((start, index) => {
    const line = lines[start];
    const below = lines.slice(start + 1, starts[index + 1] ?? lines.length);
    return line ? parseMember(line.text, below, shapes) : [];
  });
}

function parseMember(text: string, below: readonly Line[], shapes: Shapes): Member[] {
  if (text.startsWith("...")) {
    return [...(findNamedShape(text.slice(3), shapes).members ?? [])];
  }
  // "+ name* type flags": a plus for our own additions, a star for required members, flags separated by spaces.
  const match = /^(?:\+ )?([^\s*]+)(\*?)\s+(\S+)(.*)$/.exec(text);
  if (!match) {
    throw new Error(`this line cannot be read: ${text}`);
  }
  const [, name = "", star, type = "", rest = ""] = match;
  const flags = rest.split(" ").filter((flag) => flag !== "");
  return [
    {
      name,
      required: star === "*",
      type: parseType(type, shapes, below),
      deprecated: flags.includes("deprecated"),
      open: flags.includes("open"),
      limits: Object.fromEntries(
        flags
          .filter((flag) => flag.includes("="))
          .map((flag) => [flag.slice(0, flag.indexOf("=")), flag.slice(flag.indexOf("=") + 1)]),
      ),
    },
  ];
}

function parseType(text: string, shapes: Shapes, below: readonly Line[]): Type {
  if (text.endsWith("|null")) {
    return { ...parseType(text.slice(0, -5), shapes, below), nullable: true };
  }
  // array<…> and map<…>
  const list = /^(array|map)<(.+)>$/.exec(text);
  if (list?.[1] && list[2]) {
    return { name: list[1], nullable: false, items: parseType(list[2], shapes, below) };
  }
  // enum(a,b)
  const values = /^enum\((.+)\)$/.exec(text);
  if (values?.[1]) {
    return { name: "enum", nullable: false, values: values[1].split(",") };
  }
  if (/^[A-Z]/.test(text)) {
    return findNamedShape(text, shapes);
  }
  const members = below.length > 0 ? { members: parseMembers(below, shapes) } : {};
  return { name: text, nullable: false, ...members };
}

function findNamedShape(name: string, shapes: Shapes): Type {
  const text = shapes[name];
  if (text === undefined) {
    throw new Error(`no shape is called ${name}`);
  }
  return parseShape(text, shapes);
}
