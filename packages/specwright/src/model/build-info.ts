import type { BuildContext } from "./build-context.ts";
import { followReferences } from "./build-reference.ts";
import type { Info, Server, Tag } from "./model.ts";
import type { Raw } from "./raw.ts";
import { elements, entries, member, optional, stringOf } from "./raw.ts";

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

/** Makes the tags that the document describes. */
export function buildTags(raw: Raw | undefined, context: BuildContext): Tag[] {
  return elements(raw).flatMap((tag) => {
    const name = stringOf(tag, "name");
    return name === undefined
      ? []
      : [{ name, ...optional("description", textOf(tag, "description", context)) }];
  });
}

/** A text, or a reference to a file with it, which bundling puts in place. */
function textOf(raw: Raw, key: string, context: BuildContext): string | undefined {
  const child = member(raw, key);
  const value = child === undefined ? undefined : followReferences(child, context)?.value;
  return typeof value === "string" ? value : undefined;
}

function stringsOf(raw: Raw | undefined): string[] | undefined {
  return raw === undefined
    ? undefined
    : elements(raw)
        .map(({ value }) => value)
        .filter((value) => typeof value === "string");
}
