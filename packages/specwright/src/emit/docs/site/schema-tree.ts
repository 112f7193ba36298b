import { followSchemaReferences } from "../../../document/model/behind-references.ts";
import type { Schema } from "../../../document/model/model.ts";
import type { Render } from "../../../text/render.ts";
import type { RenderMarkdown } from "./markdown-html.ts";
import { describeConstraints, listEnumValues, nameType } from "./schema-words.ts";

/** What a tree of schemas needs of its site. */
export interface TreeContext {
  readonly render: Render;
  readonly markdown: RenderMarkdown;
  /** The address of a component's page as seen from a page in a folder. */
  readonly linkSchema: (name: string) => string;
}

/** A tree of a schema's members as HTML. */
export interface SchemaTrees {
  /**
   * @param leaveOut Members of the other direction. Undefined to show all.
   * @param prefix The beginning of the ids of members, such as `response-200.`.
   * @param limit The number of bytes from which on named schemas inside are links instead of open parts.
   */
  readonly renderTree: (
    schema: Schema,
    leaveOut: Direction,
    prefix: string,
    limit: number,
  ) => string;
  /** The type of a schema in words, with links. */
  readonly renderType: (schema: Schema) => string;
  /** A list of values that stand beside each other, such as parameters. */
  readonly renderValues: (values: readonly ValueView[]) => string;
  /** The type, the marks, the constraints and the description of one value, such as a parameter. */
  readonly viewValue: (schema: Schema, description: string | undefined) => ValueView;
}

type Direction = "readOnly" | "writeOnly" | undefined;

/** A value on a page. */
export interface ValueView {
  readonly [key: string]: unknown;
  readonly type: string;
  readonly description: string;
  readonly facts: readonly {
    readonly words: string;
    readonly code: string;
    readonly hasCode: boolean;
  }[];
}

/** How deeply named and inline schemas are opened inside others: the first that has room on the page. */
const openings = [
  { named: 2, deepest: 8 },
  { named: 1, deepest: 8 },
  { named: 0, deepest: 8 },
  { named: 0, deepest: 2 },
  { named: 0, deepest: 0 },
] as const;

/** More alternatives than this are a list of parts that open, because tabs would take many lines. */
const maximumTabs = 8;

/** Members of one list that the page of an operation shows: a thousand pages can share one. A schema's own page shows all. */
export const maximumMembers = 400;

/** Values of an enumeration that are shown. */
const maximumValues = 60;

/**
 * The mark that stands for the prefix of ids in a tree. The tree of a component is made once, and each page that shows it
 * puts its own prefix there. Escaped texts have no quotation marks, so no text of a document can contain it.
 */
const idMark = /((?:id|for|name)="|href="#)@@/g;

/** Creates the trees of a site. The tree of a component is rendered once for each direction and depth. */
export function createSchemaTrees(context: TreeContext): SchemaTrees {
  const { render, markdown, linkSchema } = context;
  const known = new Map<string, string>();

  const renderType = (schema: Schema): string =>
    nameType(schema)
      .map(({ text, schema: name }) =>
        name === undefined
          ? escapeText(text)
          : `<a href="${escapeText(linkSchema(name))}">${escapeText(text)}</a>`,
      )
      .join("");

  const viewValue = (schema: Schema, description: string | undefined): ValueView => {
    const resolved = followSchemaReferences(schema) ?? schema;
    const items = resolved.items && followSchemaReferences(resolved.items);
    const [own = resolved] = [schema, resolved].filter((each) => each.enum !== undefined);
    const values = listEnumValues(own.enum === undefined && items !== undefined ? items : own);
    const facts = [
      ...describeConstraints(resolved),
      ...(schema === resolved ? [] : describeConstraints(schema)),
    ];
    return {
      type: renderType(schema),
      description: markdown(description ?? schema.description ?? resolved.description),
      facts: facts.map(({ words, code }) => ({
        words,
        code: code ?? "",
        hasCode: code !== undefined,
      })),
      values: values.slice(0, maximumValues).map(({ value, description: text }) => ({
        value,
        description: markdown(text),
      })),
      areDescribed: values.some(({ description: text }) => text !== ""),
      moreValues: Math.max(0, values.length - maximumValues),
      deprecated: schema.deprecated === true || resolved.deprecated === true,
      readOnly: schema.readOnly === true || resolved.readOnly === true,
      writeOnly: schema.writeOnly === true || resolved.writeOnly === true,
    };
  };

  /** The members of a schema; empty for values without members. */
  const renderMembers = (schema: Schema, at: Place): string => {
    const opened = openSchema(schema, at);
    if (opened === undefined) {
      return "";
    }
    if (!opened.isComponent) {
      return printMembers(opened.schema, opened.place);
    }
    // Inside a component, its own circles stop where its own tree does, so its tree is the same everywhere.
    const key = `${at.named} ${at.deepest} ${at.leaveOut ?? ""} ${schema.ref?.name}`;
    const found = known.get(key) ?? printMembers(opened.schema, opened.place);
    known.set(key, found);
    return withPrefix(found, at.path);
  };

  const printMembers = (schema: Schema, at: Place): string => {
    const listed = listMembers(schema, at.leaveOut);
    const members = listed
      .slice(0, limitMembers(at.leaveOut))
      .map(({ label, member, required, key }) => {
        const path = `${at.path}${key}`;
        return {
          label,
          id: `@@${path}`,
          required,
          ...viewValue(member, undefined),
          nested: renderMembers(stepIntoItems(member), {
            ...at,
            inline: at.inline + 1,
            path: `${path}.`,
          }),
        };
      });
    const variants = listVariants(schema).map(({ title, choice, key }, index) => ({
      title,
      // No id of a member has a colon.
      group: `@@${at.path}choice:`,
      id: `@@${at.path}choice:${index + 1}`,
      isFirst: index === 0,
      type: renderType(choice),
      description: markdown(choice.description ?? ""),
      nested: renderMembers(stepIntoItems(choice), {
        ...at,
        inline: at.inline + 1,
        path: `${at.path}${key}.`,
      }),
    }));
    const shown = variants.some(({ nested }) => nested !== "") ? variants : [];
    const areTabs = shown.length > 1 && shown.length <= maximumTabs;
    return members.length === 0 && shown.length === 0
      ? ""
      : render("docs/pages/members.html", {
          members,
          isCut: listed.length > limitMembers(at.leaveOut),
          tabs: areTabs ? shown : [],
          variants: areTabs ? [] : shown,
          every: schema.oneOf === undefined ? "Any of these" : "One of these",
        });
  };

  return {
    renderType,
    viewValue,
    renderValues: (members) =>
      members.length === 0
        ? ""
        : render("docs/pages/members.html", {
            members,
            isCut: false,
            tabs: [],
            variants: [],
            every: "",
          }),
    renderTree(schema, leaveOut, prefix, limit) {
      const start = { inline: 0, leaveOut, path: "", seen: new Set<Schema>(), isRoot: true };
      const opened = stepIntoItems(schema);
      let tree = "";
      for (const opening of openings) {
        const { named, deepest } = opening;
        const isLast = opening === openings.at(-1);
        if (!isLast && !fits(opened, { ...start, ...opening }, { left: limit / leastBytes })) {
          continue;
        }
        const name = opened.ref?.name;
        // The tree of both directions is only on the component's own page.
        const key = leaveOut && name && `root ${named} ${deepest} ${leaveOut} ${name}`;
        tree =
          (key === undefined ? undefined : known.get(key)) ??
          renderMembers(opened, { ...start, ...opening });
        if (key !== undefined) {
          known.set(key, tree);
        }
        if (tree.length <= limit) {
          break;
        }
      }
      return tree.length > limit * 2 && opened.ref?.name !== undefined
        ? ""
        : withPrefix(tree, prefix).replace(idMark, "$1");
    },
  };
}

interface Place {
  /** How many named schemas may be opened below each other. */
  readonly named: number;
  /** How deep the place is among inline schemas. */
  readonly inline: number;
  /** How deep it may be. */
  readonly deepest: number;
  readonly leaveOut: Direction;
  /** The beginning of ids here: `owner.`. */
  readonly path: string;
  /** The schemas around. One that comes again is a circle, and only its type links to it. */
  readonly seen: ReadonlySet<Schema>;
  /** True for the schema whose tree it is: its members are shown although it has a page. */
  readonly isRoot: boolean;
}

/** A member takes at least this many characters of a tree. */
const leastBytes = 150;

/**
 * Opens a schema at a place: its members, and the place in which they stand. Undefined where a tree ends.
 */
function openSchema(
  schema: Schema,
  at: Place,
): { readonly schema: Schema; readonly place: Place; readonly isComponent: boolean } | undefined {
  const { named, inline, seen } = at;
  const resolved = followSchemaReferences(schema);
  if (resolved === undefined || inline > at.deepest || seen.has(resolved)) {
    return undefined;
  }
  if (schema.ref?.name === undefined || at.isRoot) {
    const place = { ...at, isRoot: false, seen: new Set(seen).add(resolved) };
    return { schema: resolved, place, isComponent: false };
  }
  if (named === 0) {
    return undefined;
  }
  const place = { ...at, named: named - 1, inline: 0, path: "", seen: new Set([resolved]) };
  return { schema: resolved, place, isComponent: true };
}

/** Returns whether a tree has room for its members. Counting stops at the first that is too many. */
function fits(schema: Schema, at: Place, room: { left: number }): boolean {
  const opened = openSchema(schema, at);
  if (opened === undefined) {
    return true;
  }
  const inside = { ...opened.place, inline: opened.place.inline + 1 };
  return [
    ...listMembers(opened.schema, at.leaveOut).map(({ member }) => member),
    ...listVariants(opened.schema).map(({ choice }) => choice),
  ].every((each) => {
    room.left -= 1;
    return room.left >= 0 && fits(stepIntoItems(each), inside, room);
  });
}

function withPrefix(tree: string, prefix: string): string {
  return prefix === "" ? tree : tree.replace(idMark, `$1@@${prefix.replaceAll("$", "$$$$")}`);
}

interface Member {
  readonly label: string;
  readonly key: string;
  readonly member: Schema;
  readonly required: boolean;
}

/** Only a schema's own page has the members of both directions. */
function limitMembers(leaveOut: Direction): number {
  return leaveOut === undefined ? Number.POSITIVE_INFINITY : maximumMembers;
}

/** The members of an object, those of its `allOf` first, and of a tuple: at most one more than are shown. */
function listMembers(schema: Schema, leaveOut: Direction): readonly Member[] {
  const found = new Map<string, Member>();
  const required = new Set<string>();
  const seen = new Set<Schema>();
  const visit = (part: Schema): void => {
    const resolved = followSchemaReferences(part);
    // A part that comes again has no further members, and parts that each have two others would double.
    if (resolved === undefined || seen.has(resolved)) {
      return;
    }
    seen.add(resolved);
    for (const each of resolved.allOf ?? []) {
      visit(each);
    }
    for (const name of resolved.required ?? []) {
      required.add(name);
    }
    for (const [label, key, member] of eachMember(resolved)) {
      if (found.size > limitMembers(leaveOut)) {
        break;
      }
      if (leaveOut === undefined || !isOf(member, leaveOut)) {
        found.set(key, { label, key, member, required: false });
      }
    }
  };
  visit(schema);
  return [...found.values()].map((each) => ({ ...each, required: required.has(each.label) }));
}

/** The members that a schema names itself: label, key and schema. */
function* eachMember({
  properties,
  patternProperties,
  additionalProperties: others,
  prefixItems,
}: Schema): Generator<readonly [string, string, Schema]> {
  for (const [name, member] of properties ?? []) {
    yield [name, nameId(name), member];
  }
  for (const [pattern, member] of patternProperties ?? []) {
    yield [`Names like ${pattern}`, `pattern-${nameId(pattern)}`, member];
  }
  if (others !== undefined && others.boolean === undefined) {
    yield ["Any other name", "any-name", others];
  }
  for (const [index, member] of (prefixItems ?? []).entries()) {
    yield [`Item ${index + 1}`, `item-${index + 1}`, member];
  }
}

function isOf(schema: Schema, mark: "readOnly" | "writeOnly"): boolean {
  return schema[mark] === true || followSchemaReferences(schema)?.[mark] === true;
}

/** The alternatives of a schema with their names: the value of the discriminator, their title, or the name of the component. */
function listVariants(
  schema: Schema,
): readonly { readonly title: string; readonly key: string; readonly choice: Schema }[] {
  const holder = [schema, ...(schema.allOf ?? [])].find(
    (each) => each.oneOf !== undefined || each.anyOf !== undefined,
  );
  const choices = holder?.oneOf ?? holder?.anyOf ?? [];
  const property = holder?.discriminator?.propertyName;
  return choices.map((choice, index) => {
    const resolved = followSchemaReferences(choice);
    const name = choice.ref?.name;
    const mapped = [...(holder?.discriminator?.mapping ?? [])].find(([, to]) => to === name)?.[0];
    const tag = property === undefined ? undefined : resolved?.properties?.get(property);
    const value = mapped ?? (tag?.const?.value as unknown) ?? tag?.enum?.[0];
    const title =
      typeof value === "string"
        ? value
        : (choice.title ?? resolved?.title ?? name ?? `Choice ${index + 1}`);
    return { title, key: `choice-${index + 1}`, choice };
  });
}

/** Lists show the members of their items. */
function stepIntoItems(schema: Schema): Schema {
  let inner = schema;
  for (let depth = 0; depth < 4; depth += 1) {
    const resolved = followSchemaReferences(inner);
    if (resolved?.items === undefined || resolved.properties !== undefined) {
      break;
    }
    inner = resolved.items;
  }
  return inner;
}

/** The id of a name: no white space, no dots, and different for different names. */
export function nameId(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/[%.]/g, (mark) =>
    mark === "%" ? "~" : "~2E",
  );
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
