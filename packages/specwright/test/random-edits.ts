/** A JSON object to edit. */
export interface JsonObject {
  [key: string]: unknown;
}

/** A file as it is after an edit. */
export interface Edit {
  readonly file: string;
  readonly text: string;
  /** A description for the message of a failing test. */
  readonly what: string;
  /** True when the text is replaced at once, so that nothing is generated from it. */
  readonly isOvertaken?: boolean;
}

/** A copy of a document with one edit, of the kinds that people make. Some edits make it invalid. */
export function makeRandomEdit(
  document: JsonObject,
  random: () => number,
): { readonly next: JsonObject; readonly what: string } {
  const next = structuredClone(document);
  const places = listPlaces(next, "");
  for (;;) {
    const place = pick(places, random);
    const other = pick(places, random);
    const edit = pick(editors, random);
    const what = edit(place, other, random);
    if (what !== undefined) {
      return { next, what: `${what} at ${place.pointer}/${place.key}` };
    }
  }
}

interface Place {
  readonly pointer: string;
  readonly parent: JsonObject;
  readonly key: string;
}

/** Every member of every object. */
function listPlaces(value: unknown, pointer: string): Place[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => listPlaces(item, `${pointer}/${index}`));
  }
  if (typeof value !== "object" || value === null) {
    return [];
  }
  const parent = value as JsonObject;
  return Object.keys(parent).flatMap((key) => [
    { pointer, parent, key },
    ...listPlaces(parent[key], `${pointer}/${key}`),
  ]);
}

/** Edits a document in place and describes the edit; undefined when the edit does not fit the place. */
type Editor = (place: Place, other: Place, random: () => number) => string | undefined;

const changeText: Editor = ({ parent, key }, _other, random) => {
  if (key !== "description" && key !== "summary" && key !== "title") {
    return undefined;
  }
  parent[key] = `Text ${Math.floor(random() * 1000)}`;
  return "another text";
};

const rename: Editor = ({ parent, key, pointer }, _other, random) => {
  if (!/\/(?:properties|schemas|paths|responses|content)$/.test(pointer)) {
    return undefined;
  }
  const entries = Object.entries(parent);
  for (const name of Object.keys(parent)) {
    delete parent[name];
  }
  for (const [name, value] of entries) {
    parent[name === key ? `${key}${Math.floor(random() * 10)}` : name] = value;
  }
  return "renamed";
};

const remove: Editor = ({ parent, key }) => {
  delete parent[key];
  return "removed";
};

const add: Editor = ({ parent, key, pointer }, other, random) => {
  if (!/\/(?:properties|schemas|paths|parameters|responses)$|^\/paths\/[^/]+$/.test(pointer)) {
    return undefined;
  }
  const copy = structuredClone(parent[key]);
  if (typeof copy === "object" && copy !== null && "operationId" in copy) {
    copy.operationId = `added${Math.floor(random() * 1000)}`;
    parent[pick(["put", "patch", "head", "options"], random)] = copy;
  } else {
    // Copied, because the other place may contain this one.
    const added = random() < 0.5 ? copy : structuredClone(other.parent[other.key]);
    parent[`${key}_${Math.floor(random() * 10)}`] = added;
  }
  return "added";
};

const refer: Editor = ({ parent, key }, { parent: otherParent }, random) => {
  if (key !== "$ref" && random() < 0.8) {
    return undefined;
  }
  const target = typeof otherParent.$ref === "string" ? otherParent.$ref : undefined;
  if (target === undefined || (key !== "$ref" && typeof parent[key] !== "object")) {
    return undefined;
  }
  if (key === "$ref") {
    // Some references do not have a target, and some point inside a component.
    const end = random() < 0.1 ? "x" : random() < 0.1 ? "/properties/id" : "";
    parent.$ref = target + end;
  } else {
    parent[key] = { $ref: target };
  }
  return `a reference to ${target}`;
};

const copy: Editor = ({ parent, key }, other) => {
  const source = other.parent[other.key];
  if (typeof source !== "object" || typeof parent[key] !== "object") {
    return undefined;
  }
  parent[key] = structuredClone(source);
  return `a copy of ${other.pointer}/${other.key}`;
};

const changeSchema: Editor = ({ parent, key }, _other, random) => {
  if (key !== "type" || parent.in !== undefined) {
    return undefined;
  }
  const facts: readonly JsonObject[] = [
    { type: "string" },
    { type: "string", pattern: `^a{${Math.floor(random() * 9)}}` },
    { type: "integer", enum: Array.from({ length: 20 }, (_, index) => index) },
    { type: ["object", "null"], additionalProperties: false },
    { type: "array", items: { type: "string", format: "uuid" }, uniqueItems: true },
    { type: "object", required: ["name"], properties: { name: { type: "string", default: "a" } } },
    { type: "object", unevaluatedProperties: false },
    { type: "nothing" },
  ];
  delete parent.type;
  Object.assign(parent, pick(facts, random));
  return "another type";
};

const changeOrder: Editor = ({ parent, key }) => {
  const value = parent[key];
  delete parent[key];
  parent[key] = value;
  return Object.keys(parent).length > 1 ? "another order" : undefined;
};

const editors: readonly Editor[] = [
  changeText,
  rename,
  remove,
  add,
  refer,
  copy,
  changeSchema,
  changeOrder,
];

function pick<Item>(items: readonly Item[], random: () => number): Item {
  // The lists are never empty.
  return items[Math.floor(random() * items.length)] as Item;
}
