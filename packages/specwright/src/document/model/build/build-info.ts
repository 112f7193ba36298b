import { maximumDepth } from "../../read/text/limits.ts";
import type { Info, Server, Tag } from "../model.ts";
import type { BuildContext } from "./context/build-context.ts";
import { reportProblem } from "./context/build-context.ts";
import { readText } from "./context/build-reference.ts";
import type { Raw } from "./context/raw.ts";
import {
  assertNameLength,
  findMember,
  includeIfDefined,
  listElements,
  listMemberEntries,
  readString,
} from "./context/raw.ts";

/** Makes `info`. */
export function buildInfo(raw: Raw | undefined, context: BuildContext): Info {
  if (raw === undefined) {
    return { title: "", version: "" };
  }
  return {
    title: readString(raw, "title") ?? "",
    version: readString(raw, "version") ?? "",
    ...includeIfDefined("summary", readString(raw, "summary")),
    ...includeIfDefined("description", readText(raw, "description", context)),
  };
}

/** Makes the servers with their variables. */
export function buildServers(raw: Raw | undefined): Server[] {
  return listElements(raw).map((server) => ({
    url: readString(server, "url") ?? "/",
    ...includeIfDefined("name", readString(server, "name")),
    ...includeIfDefined("description", readString(server, "description")),
    variables: new Map(
      listMemberEntries(findMember(server, "variables")).map(([name, variable]) => [
        name,
        {
          default: readString(variable, "default") ?? "",
          ...includeIfDefined("enum", readStrings(findMember(variable, "enum"))),
          ...includeIfDefined("description", readString(variable, "description")),
        },
      ]),
    ),
  }));
}

/**
 * Makes the tags that the document describes. Reports a parent that does not exist, and a parent that is its own
 * descendant.
 */
export function buildTags(raw: Raw | undefined, context: BuildContext): Tag[] {
  const parents = new Map(
    listElements(raw).map((tag) => [readString(tag, "name"), readString(tag, "parent")]),
  );
  return listElements(raw).flatMap((tag) => {
    const name = readString(tag, "name");
    assertNameLength(name ?? "", tag);
    const parent = readString(tag, "parent");
    const problem = parent === undefined ? undefined : describeParentProblem(name, parent, parents);
    if (problem !== undefined) {
      reportProblem(context, tag, { severity: "warning", code: "invalid-tag-parent", ...problem });
    }
    return name === undefined
      ? []
      : [
          {
            name,
            ...includeIfDefined("summary", readString(tag, "summary")),
            ...includeIfDefined("description", readText(tag, "description", context)),
            ...includeIfDefined("parent", problem === undefined ? parent : undefined),
            ...includeIfDefined("kind", readString(tag, "kind")),
          },
        ];
  });
}

function describeParentProblem(
  name: string | undefined,
  parent: string,
  parents: ReadonlyMap<string | undefined, string | undefined>,
): { readonly message: string; readonly fix: string } | undefined {
  if (!parents.has(parent)) {
    return {
      message: `The parent \`${parent}\` of the tag \`${name}\` is not a tag of the document.`,
      fix: "Describe it under `tags`, or correct the name.",
    };
  }
  const seen = new Set([name]);
  for (let at: string | undefined = parent; at !== undefined; at = parents.get(at)) {
    if (seen.has(at)) {
      return {
        message: `The tag \`${name}\` is its own ancestor.`,
        fix: "Remove one of the parents in the circle.",
      };
    }
    seen.add(at);
    if (seen.size > maximumDepth) {
      return {
        message: `The tag \`${name}\` is below more than ${maximumDepth - 1} others.`,
        fix: "Remove its parent.",
      };
    }
  }
  return undefined;
}

function readStrings(raw: Raw | undefined): string[] | undefined {
  return raw === undefined
    ? undefined
    : listElements(raw)
        .map(({ value }) => value)
        .filter((value) => typeof value === "string");
}
