import type { Location } from "../../document/model/location.ts";
import type {
  Model,
  SecurityScheme,
  Server,
  ServerVariable,
  Tag,
} from "../../document/model/model.ts";
import { quoteName } from "../../text/code-span.ts";
import { isSameValue, matchMaps, type Part, showPair, showValue } from "../compare/comparison.ts";

/** Compares the parts of a document other than its operations: information, servers, tags and security schemes. */
export function compareDocuments(before: Model, after: Model, part: Part): void {
  const locateRoot = (
    pointer: string,
  ): { readonly before: Location; readonly after: Location } => ({
    before: { file: before.source, pointer },
    after: { file: after.source, pointer },
  });
  const note = (
    kind: string,
    values: Readonly<Record<string, string>>,
    pointer: string,
    place?: string,
  ): void => {
    part.found.push({
      kind,
      values,
      place,
      ...locateRoot(pointer),
    });
  };
  for (const member of ["title", "version", "summary", "description"] as const) {
    const [from, to] = [before.info[member], after.info[member]];
    if (from !== to) {
      const values = showPair(from, to);
      note(`${member}-changed`, values, `/info/${member}`);
    }
  }
  if (before.openapi !== after.openapi) {
    note("openapi-version-changed", { before: before.openapi, after: after.openapi }, "/openapi");
  }
  compareServers(before.servers, after.servers, note);
  compareTags(before.tags, after.tags, note);
  compareSchemes(before, after, note);
}

type Notes = (
  kind: string,
  values: Readonly<Record<string, string>>,
  pointer: string,
  place?: string,
) => void;

function compareServers(before: readonly Server[], after: readonly Server[], note: Notes): void {
  const indexServersByUrl = (servers: readonly Server[]): ReadonlyMap<string, Server> =>
    new Map(servers.map((server) => [server.url, server]));
  const { both, removed, added } = matchMaps(indexServersByUrl(before), indexServersByUrl(after));
  for (const [url] of removed) {
    note("server-removed", { name: url }, "/servers");
  }
  for (const [url] of added) {
    note("server-added", { name: url }, "/servers");
  }
  for (const [url, from, to] of both) {
    if (from.description !== to.description || from.name !== to.name) {
      note("server-description-changed", { name: url }, "/servers");
    }
    const variables = matchMaps(from.variables, to.variables);
    for (const [name] of variables.removed) {
      note("server-variable-removed", { name: quoteName(name) }, "/servers", url);
    }
    for (const [name] of variables.added) {
      note("server-variable-added", { name: quoteName(name) }, "/servers", url);
    }
    for (const [name, old, changed] of variables.both) {
      compareVariables(name, url, old, changed, note);
    }
  }
}

function compareVariables(
  name: string,
  url: string,
  before: ServerVariable,
  after: ServerVariable,
  note: Notes,
): void {
  if (before.default !== after.default) {
    const values = { before: before.default, after: after.default };
    note("server-variable-default-changed", { name: quoteName(name), ...values }, "/servers", url);
  }
  const [from, to] = [before.enum ?? [], after.enum ?? []];
  for (const value of to.filter((each) => !from.includes(each))) {
    note("server-variable-value-added", { name: showValue(value) }, "/servers", name);
  }
  for (const value of from.filter((each) => !to.includes(each))) {
    note("server-variable-value-removed", { name: showValue(value) }, "/servers", name);
  }
}

function compareTags(before: readonly Tag[], after: readonly Tag[], note: Notes): void {
  const indexTagsByName = (tags: readonly Tag[]): ReadonlyMap<string, Tag> =>
    new Map(tags.map((tag) => [tag.name, tag]));
  const { both, removed, added } = matchMaps(indexTagsByName(before), indexTagsByName(after));
  for (const [name] of removed) {
    note("tag-removed", { name: quoteName(name) }, "/tags");
  }
  for (const [name] of added) {
    note("tag-added", { name: quoteName(name) }, "/tags");
  }
  for (const [name, from, to] of both) {
    if (!isSameValue(from, to)) {
      note("tag-description-changed", { name: quoteName(name) }, "/tags");
    }
  }
}

function compareSchemes(before: Model, after: Model, note: Notes): void {
  const { both, removed, added } = matchMaps(
    before.components.securitySchemes,
    after.components.securitySchemes,
  );
  const pointer = "/components/securitySchemes";
  for (const [name] of removed) {
    note("security-scheme-removed", { name: quoteName(name) }, pointer);
  }
  for (const [name] of added) {
    note("security-scheme-added", { name: quoteName(name) }, pointer);
  }
  for (const [name, from, to] of both) {
    const [old, changed] = [from, to].map(withoutDescription);
    if (!isSameValue(old, changed)) {
      const values = showPair(old, changed);
      note("security-scheme-changed", { name: quoteName(name), ...values }, pointer);
    } else if (from.description !== to.description) {
      note("security-scheme-description-changed", { name: quoteName(name) }, pointer);
    }
  }
}

function withoutDescription({ description: _, ...scheme }: SecurityScheme): object {
  return scheme;
}
