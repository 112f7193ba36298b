import { groupBy } from "../../../group-by.ts";
import { asMembers, type JsonObject } from "../../../json-object.ts";
import { askDidYouMean } from "../../../text/nearest.ts";
import { unescapeSegment } from "../../../text/pointer.ts";
import { listHeirs } from "../filter/drop-unreachable.ts";
import {
  listTexts,
  listWrittenOperations,
  nameOperationPlace,
  type WrittenOperation,
} from "../filter/list-operations.ts";
import { replaceOperations } from "../filter/replace-operations.ts";
import type { NameRules, NameSettings } from "../input-settings.ts";
import type { ShapeChange } from "../shape-report.ts";
import type { Shaping } from "../shaping.ts";
import { changeName } from "./change-name.ts";
import { rewriteNames } from "./rewrite-names.ts";
import { readStyledNames } from "./styles.ts";

/**
 * Gives operations and schemas the names that the settings ask for, and operations the groups. Names that collide, and
 * settings for names that the document does not have, are problems.
 *
 * @param whole the document before filters, which may have removed what the settings name
 */
export function renameDocument(
  root: JsonObject,
  settings: NameSettings,
  shaping: Shaping,
  whole: JsonObject = root,
): JsonObject {
  reportUnknown(settings, whole, shaping);
  const operations = listWrittenOperations(root);
  const named = nameOperations(operations, settings);
  const components = asMembers(root.components);
  const schemas = Object.keys(asMembers(components.schemas));
  const renamed = new Map(
    schemas.map((name) => [name, changeName(name, settings.schemas ?? {})] as const),
  );
  reportCollisions(
    operations.map((operation) => ({
      old: readName(operation),
      renamed: named.get(operation.value),
    })),
    "operation",
    shaping,
  );
  reportCollisions(
    [...renamed].map(([old, name]) => ({
      old,
      renamed: name,
    })),
    "schema",
    shaping,
  );
  const changes: ShapeChange[] = [
    ...operations.flatMap((operation) => describeOperation(operation, named)),
    ...operations.flatMap((operation) => describeGroup(operation, settings)),
    ...[...renamed].flatMap(([name, to]): ShapeChange[] =>
      name === to ? [] : [{ action: "renamed", kind: "schema", name, to }],
    ),
  ];
  shaping.steps.push({ step: "rename", changes });
  const heirs = [...listHeirs(components)].map(([place, names]) => {
    const name = unescapeSegment(place.slice("schemas/".length));
    return [asMembers(components.schemas)[name], names] as const;
  });
  const names = {
    schemas: new Map([...renamed].filter(([old, name]) => old !== name)),
    operations: new Map(
      operations.flatMap(({ value }) => {
        const name = named.get(value);
        return typeof value.operationId === "string" && name !== undefined
          ? [[value.operationId, name] as const]
          : [];
      }),
    ),
    heirs: new Map(heirs),
  };
  const replaced = nameInDocument(root, operations, named, settings, shaping);
  return renameKeys(rewriteNames(replaced, names, shaping.origins) as JsonObject, names, shaping);
}

/** The new operationIds, by the operations. Those that have the name already are included. */
function nameOperations(
  operations: readonly WrittenOperation[],
  { style, operations: rules = {} }: NameSettings,
): ReadonlyMap<JsonObject, string> {
  const styled = style === undefined ? new Map() : readStyledNames(operations, style);
  return new Map(
    operations.flatMap((operation) => {
      const { operationId: id } = operation.value;
      const place = nameOperationPlace(operation);
      const own = [id, place].find(
        (key) => typeof key === "string" && Object.hasOwn(rules.rename ?? {}, key),
      );
      if (typeof own === "string") {
        return [[operation.value, rules.rename?.[own] ?? own]];
      }
      // Without an operationId, a name follows from the method and the path wherever one is needed.
      return typeof id === "string"
        ? [[operation.value, changeName(styled.get(operation) ?? id, rules)]]
        : [];
    }),
  );
}

function describeOperation(
  operation: WrittenOperation,
  named: ReadonlyMap<JsonObject, string>,
): readonly ShapeChange[] {
  const to = named.get(operation.value);
  const name = readName(operation);
  return to === undefined || to === name
    ? []
    : [{ action: "renamed", kind: "operation", name, to }];
}

function describeGroup(
  operation: WrittenOperation,
  { groups }: NameSettings,
): readonly ShapeChange[] {
  const to = groups === undefined ? undefined : findGroup(groups, operation);
  const tags = listTexts(operation.value.tags);
  return to === undefined || (tags.length === 1 && tags[0] === to)
    ? []
    : [{ action: "grouped", kind: "operation", name: readName(operation), to }];
}

function readName(operation: WrittenOperation): string {
  return String(operation.value.operationId ?? nameOperationPlace(operation));
}

interface Renamed {
  readonly old: string;
  /** Undefined without a name. */
  readonly renamed: string | undefined;
}

/** Two things may have the same name only when the document itself gives it to them. */
function reportCollisions(
  things: readonly Renamed[],
  kind: string,
  { problems, file }: Shaping,
): void {
  const named = things.filter(({ renamed }) => renamed !== undefined);
  const byName = groupBy(named, ({ renamed }) => renamed);
  for (const [name, same] of byName) {
    const olds = [...new Set(same.map(({ old }) => old))];
    if (olds.length > 1) {
      problems.push({
        severity: "error",
        code: "names-collide",
        message: `\`input.names\` gives ${olds.length} ${kind === "schema" ? "schemas" : "operations"} the name \`${name}\`: ${olds.join(", ")}.`,
        fix: `Give one of them another name in \`input.names.${kind}s.rename\`.`,
        file: file.name,
      });
    }
  }
}

/** Reports names in `rename` that nothing has. They are often misspelt. */
function reportUnknown(
  { operations = {}, schemas = {} }: NameSettings,
  whole: JsonObject,
  { problems, file }: Shaping,
): void {
  const written = listWrittenOperations(whole);
  const ids = written.flatMap(({ value }) => listTexts([value.operationId]));
  const members: readonly (readonly [string, NameRules, readonly string[]])[] = [
    ["operation", operations, [...ids, ...written.map(nameOperationPlace)]],
    ["schema", schemas, Object.keys(asMembers(asMembers(whole.components).schemas))],
  ];
  for (const [kind, { rename = {} }, names] of members) {
    const known = new Set(names);
    for (const name of Object.keys(rename).filter((each) => !known.has(each))) {
      problems.push({
        severity: "warning",
        code: "rename-without-match",
        message: `No ${kind} is called \`${name}\`, which \`input.names.${kind}s.rename\` names.`,
        fix: `${askDidYouMean(name, known)}Correct it, or remove it from \`input.names.${kind}s.rename\`.`,
        file: file.name,
      });
    }
  }
}

/** The document with new operationIds and groups. */
function nameInDocument(
  root: JsonObject,
  operations: readonly WrittenOperation[],
  named: ReadonlyMap<JsonObject, string>,
  { groups }: NameSettings,
  { origins }: Shaping,
): JsonObject {
  const made = new Map<unknown, JsonObject>();
  for (const operation of operations) {
    const { value } = operation;
    const operationId = named.get(value);
    const group = groups === undefined ? undefined : findGroup(groups, operation);
    const next = {
      ...value,
      ...(operationId !== undefined && { operationId }),
      ...(group !== undefined && { tags: [group] }),
    };
    if (operationId !== value.operationId || group !== undefined) {
      made.set(value, origins.copy(next, value));
    }
  }
  return replaceOperations(root, made, origins);
}

/** The first segment of the path that is not a parameter, or the value of an extension. */
function findGroup(groups: string, { path, value, item }: WrittenOperation): string | undefined {
  if (groups === "path") {
    return path.split("/").find((segment) => segment !== "" && !/^\{|^v\d+$|^api$/.test(segment));
  }
  const group = value[groups] ?? item[groups];
  return typeof group === "string" ? group : undefined;
}

function renameKeys(
  root: JsonObject,
  { schemas }: { readonly schemas: ReadonlyMap<string, string> },
  { origins }: Shaping,
): JsonObject {
  const components = asMembers(root.components);
  const written = asMembers(components.schemas);
  if (schemas.size === 0) {
    return root;
  }
  const members = Object.entries(written).map(([name, schema]) => [
    schemas.get(name) ?? name,
    schema,
  ]);
  const renamed = origins.copy(Object.fromEntries(members) as JsonObject, written);
  const next = origins.copy({ ...components, schemas: renamed }, components);
  return origins.copy({ ...root, components: next }, root);
}
