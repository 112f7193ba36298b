import { maximumDepth } from "../../read/text/limits.ts";
import type { Info, Server, Tag } from "../model.ts";
import type { BuildContext } from "./context/build-context.ts";
import { report } from "./context/build-context.ts";
import { textOf } from "./context/build-reference.ts";
import type { Raw } from "./context/raw.ts";
import { assertNameLength, elements, entries, member, optional, stringOf } from "./context/raw.ts";

/** Makes `info`. */
export function buildInfo(raw: Raw | undefined, context: BuildContext): Info {
  if (raw === undefined) {
    return { title: "", version: "" };
  }
  return {
    title: stringOf(raw, "title") ?? "",
    version: stringOf(raw, "version") ?? "",
    ...optional("summary", stringOf(raw, "summary")),
    ...optional("description", textOf(raw, "description", context)),
  };
}

/** Makes the servers with their variables. */
export function buildServers(raw: Raw | undefined): Server[] {
  return elements(raw).map((server) => ({
    url: stringOf(server, "url") ?? "/",
    ...optional("name", stringOf(server, "name")),
    ...optional("description", stringOf(server, "description")),
    variables: new Map(
      entries(member(server, "variables")).map(([name, variable]) => [
        name,
        {
          default: stringOf(variable, "default") ?? "",
          ...optional("enum", stringsOf(member(variable, "enum"))),
        },
      ]),
    ),
  }));
}

/** Makes the tags that the document describes. A parent that is not there, or that is below its child, is reported. */
export function buildTags(raw: Raw | undefined, context: BuildContext): Tag[] {
  const parents = new Map(
    elements(raw).map((tag) => [stringOf(tag, "name"), stringOf(tag, "parent")]),
  );
  return elements(raw).flatMap((tag) => {
    const name = stringOf(tag, "name");
    assertNameLength(name ?? "", tag);
    const parent = stringOf(tag, "parent");
    const problem = parent === undefined ? undefined : parentProblem(name, parent, parents);
    if (problem !== undefined) {
      report(context, tag, { severity: "warning", code: "invalid-tag-parent", ...problem });
    }
    return name === undefined
      ? []
      : [
          {
            name,
            ...optional("summary", stringOf(tag, "summary")),
            ...optional("description", textOf(tag, "description", context)),
            ...optional("parent", problem === undefined ? parent : undefined),
            ...optional("kind", stringOf(tag, "kind")),
          },
        ];
  });
}

function parentProblem(
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

function stringsOf(raw: Raw | undefined): string[] | undefined {
  return raw === undefined
    ? undefined
    : elements(raw)
        .map(({ value }) => value)
        .filter((value) => typeof value === "string");
}
