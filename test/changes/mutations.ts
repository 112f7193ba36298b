/** A copy of a document in which one node differs, with a sentence that says how. */
export interface Mutation {
  readonly document: Readonly<Record<string, unknown>>;
  /** The way to the node, such as `paths//pets/get`. */
  readonly place: readonly string[];
  readonly edit: string;
}

type Json = Record<string, unknown>;
type Draw = (count: number) => number;

/**
 * Changes one node of a document: removes it, replaces it by another value of the same kind, changes the order of its parts,
 * repeats one, or gives its value to another keyword.
 *
 * @param random numbers from 0 up to 1, of which all choices are made
 */
export function mutateDocument(document: object, random: () => number): Mutation {
  const draw: Draw = (count) => Math.floor(random() * count);
  const copy = structuredClone(document) as Json;
  const nodes = listNodes(copy);
  const [parent, key, place] = nodes[draw(nodes.length)] ?? [copy, "info", ["info"]];
  const choices = edits.filter(([, applies]) => applies(read(parent, key)));
  const [edit, , apply] = choices[draw(choices.length)] ?? edits[0];
  return { document: copy, place, edit: `${edit}${apply({ parent, key, nodes, draw }) ?? ""}` };
}

type Node = readonly [parent: Json | unknown[], key: string, place: readonly string[]];

interface Chosen {
  readonly parent: Json | unknown[];
  readonly key: string;
  readonly nodes: readonly Node[];
  readonly draw: Draw;
}

type Edit = readonly [
  name: string,
  applies: (value: unknown) => boolean,
  apply: (chosen: Chosen) => string | undefined,
];

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !isList(value);

const edits: readonly [Edit, ...Edit[]] = [
  ["removed", () => true, ({ parent, key }) => remove(parent, key)],
  [
    "replaced by ",
    () => true,
    (chosen) => {
      const next = findOther(chosen);
      write(chosen.parent, chosen.key, structuredClone(next));
      return JSON.stringify(next)?.slice(0, 80);
    },
  ],
  [
    "in another order",
    (value) => (isList(value) || isObject(value)) && Object.keys(value).length > 1,
    ({ parent, key }) => {
      const value = read(parent, key);
      write(
        parent,
        key,
        isList(value)
          ? value.toReversed()
          : Object.fromEntries(Object.entries(value as Json).toReversed()),
      );
      return undefined;
    },
  ],
  [
    "with an element more",
    (value) => isList(value) && value.length > 0,
    ({ parent, key, draw }) => {
      const list = read(parent, key) as unknown[];
      list.push(structuredClone(list[draw(list.length)]));
      return undefined;
    },
  ],
  [
    "under the name ",
    () => true,
    ({ parent, key, draw }) => {
      const others = likes.find((group) => group.includes(key))?.filter((each) => each !== key) ?? [
        `${key}x`,
      ];
      const name = others[draw(others.length)] ?? key;
      if (isObject(parent)) {
        const value = parent[key];
        remove(parent, key);
        parent[name] = value;
      }
      return name;
    },
  ],
];

/** Keywords that can have each other's values. */
const likes: readonly (readonly string[])[] = [
  "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains",
  "anyOf oneOf allOf prefixItems",
  "items contains not additionalProperties unevaluatedItems unevaluatedProperties propertyNames if then else contentSchema",
  "properties patternProperties dependentSchemas $defs",
  "schema itemSchema",
  "get put post delete patch",
  "title description summary format contentMediaType contentEncoding pattern",
  "required tags",
  "deprecated uniqueItems readOnly writeOnly explode allowReserved allowEmptyValue x-raw-body",
  "authorizationCode clientCredentials implicit password",
  "200 201 204 4XX default",
  "example default const",
].map((words) => words.split(" "));

/** Every member and element of a document. */
function listNodes(root: Json): readonly Node[] {
  const found: Node[] = [];
  const visit = (value: unknown, place: readonly string[]): void => {
    if (isObject(value) || isList(value)) {
      for (const key of Object.keys(value)) {
        found.push([value, key, [...place, key]]);
        visit(read(value, key), [...place, key]);
      }
    }
  };
  visit(root, []);
  return found;
}

/** A value of the same kind: one that the same key has elsewhere, else a small change of the value itself. */
function findOther({ parent, key, nodes, draw }: Chosen): unknown {
  const own = read(parent, key);
  const kind = isList(own) ? "list" : typeof own;
  const text = JSON.stringify(own);
  const others = nodes
    .filter(([, name]) => name === key || isList(parent))
    .map(([above, name]) => read(above, name))
    .filter(
      (value) => (isList(value) ? "list" : typeof value) === kind && JSON.stringify(value) !== text,
    );
  if (others.length > 0 && draw(3) > 0) {
    return others[draw(others.length)];
  }
  switch (typeof own) {
    case "string":
      return `${own}x`;
    case "number":
      return own + 1;
    case "boolean":
      return !own;
    default:
      return isList(own) ? own.slice(1) : {};
  }
}

function read(parent: Json | unknown[], key: string): unknown {
  return (parent as Json)[key];
}

function write(parent: Json | unknown[], key: string, value: unknown): void {
  (parent as Json)[key] = value;
}

function remove(parent: Json | unknown[], key: string): undefined {
  if (isList(parent)) {
    parent.splice(Number(key), 1);
  } else {
    delete parent[key];
  }
}
