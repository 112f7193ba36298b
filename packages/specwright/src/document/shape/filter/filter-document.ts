import type { Diagnostic } from "../../../diagnostic.ts";
import { asMembers, type JsonObject } from "../../../json-object.ts";
import { askDidYouMean } from "../../../text/nearest.ts";
import { methods } from "../../model/methods.ts";
import type { InputSettings, Selection } from "../input-settings.ts";
import type { ShapeChange } from "../shape-report.ts";
import type { Shaping } from "../shaping.ts";
import { dropLinks } from "./drop-links.ts";
import { dropUnreachable } from "./drop-unreachable.ts";
import {
  listItemOperations,
  listWrittenOperations,
  nameOperationPlace,
  type OperationGroup,
  operationGroups,
  resolvePathItem,
  type WrittenOperation,
} from "./list-operations.ts";
import {
  comparedTexts,
  compileSelection,
  compileWanted,
  type ListMember,
} from "./match-operation.ts";

/**
 * Keeps the operations that the filters choose, and removes the links to others, and the components and tags that no
 * kept operation leads to. Filters that leave no operation are a problem, and then the document is returned as it is.
 */
export function filterDocument(
  root: JsonObject,
  { include = {}, exclude = {} }: Pick<InputSettings, "include" | "exclude">,
  shaping: Shaping,
): JsonObject {
  const operations = listWrittenOperations(root);
  const included = compileSelection(include);
  const excluded = compileSelection(exclude);
  const kept = operations.filter(
    (operation) =>
      included.every((fits) => fits(operation)) && !excluded.some((fits) => fits(operation)),
  );
  const unknown = [
    ...findUnknown("include", include, operations),
    ...findUnknown("exclude", exclude, operations),
  ];
  if (kept.length === 0) {
    shaping.problems.push(describeEmpty(operations, unknown, shaping));
    return root;
  }
  shaping.problems.push(
    ...unknown.map(
      ({ message, fix }): Diagnostic => ({
        ...{ severity: "warning", code: "filter-without-match", message, fix },
        file: shaping.file.name,
      }),
    ),
  );
  const values = new Set(kept.map(({ group, path, method }) => `${group} ${path} ${method}`));
  const left = new Set(kept);
  const removed = operations.filter((operation) => !left.has(operation));
  const changes: ShapeChange[] = removed.map((operation) => ({
    action: "removed",
    kind: "operation",
    name: nameOperationPlace(operation),
  }));
  const filtered = operationGroups.reduce(
    (document, group) => keepItems(document, group, values, shaping),
    root,
  );
  const linked = dropLinks(filtered, removed, kept, shaping, changes);
  const shaped = dropUnreachable(linked, shaping, changes);
  shaping.steps.push({ step: "filter", changes });
  return shaping.origins.copy(shaped, root);
}

/** The path items of a group with their kept operations. Those without one are removed. */
function keepItems(
  root: JsonObject,
  group: OperationGroup,
  kept: ReadonlySet<string>,
  { origins }: Shaping,
): JsonObject {
  if (root[group] === undefined) {
    return root;
  }
  const items = asMembers(root[group]);
  const entries = Object.entries(items).flatMap(([path, written]): [string, unknown][] => {
    const item = resolvePathItem(root, written);
    const operations = listItemOperations(item);
    const isKept = (method: string): boolean => kept.has(`${group} ${path} ${method}`);
    if (path.startsWith("x-") || operations.every(([method]) => isKept(method))) {
      // A path item without operations may hold what other tools read.
      return operations.length === 0 && !path.startsWith("x-") ? [] : [[path, written]];
    }
    if (!operations.some(([method]) => isKept(method))) {
      return [];
    }
    const members = Object.entries(item).flatMap(([key, value]): [string, unknown][] => {
      if (key === "additionalOperations") {
        const more = Object.entries(asMembers(value)).filter(([method]) => isKept(method));
        return more.length === 0 ? [] : [[key, Object.fromEntries(more)]];
      }
      return methods.some((method) => method === key) && !isKept(key) ? [] : [[key, value]];
    });
    return [[path, origins.copy(Object.fromEntries(members), asMembers(written))]];
  });
  const { [group]: _, ...rest } = root;
  return entries.length === 0
    ? rest
    : { ...root, [group]: origins.copy(Object.fromEntries(entries), items) };
}

interface UnknownText {
  readonly message: string;
  readonly fix: string;
}

const subjects: Readonly<Record<ListMember, string>> = {
  tags: "the tag",
  paths: "a path like",
  methods: "the method",
  operations: "an operationId like",
  audiences: "the `x-audience`",
};

/** The texts of a selection that no operation has. They are often misspelt. */
function findUnknown(
  name: "include" | "exclude",
  selection: Selection,
  operations: readonly WrittenOperation[],
): readonly UnknownText[] {
  return Object.entries(selection).flatMap(([key, wanted]) => {
    if (typeof wanted === "boolean") {
      return [];
    }
    const member = key as ListMember; // The members that are not booleans have lists.
    const known = new Set(operations.flatMap(comparedTexts[member]));
    return (wanted as readonly string[])
      .filter((text) => ![...known].some(compileWanted(member, text)))
      .map((text) => ({
        message: `No operation has ${subjects[member]} \`${text}\`, which \`input.${name}.${member}\` names.`,
        fix: `${askDidYouMean(text, known)}Correct it, or remove it from \`input.${name}.${member}\`.`,
      }));
  });
}

function describeEmpty(
  operations: readonly WrittenOperation[],
  unknown: readonly UnknownText[],
  { file }: Shaping,
): Diagnostic {
  const [first] = unknown;
  return {
    severity: "error",
    code: "filters-leave-nothing",
    message: `The filters of \`input\` leave none of the ${operations.length} operations of ${file.name}.${first === undefined ? "" : ` ${first.message}`}`,
    fix: first?.fix ?? "Choose more in `input.include`, or less in `input.exclude`.",
    file: file.name,
  };
}
