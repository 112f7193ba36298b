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
import { listWebhookOperations } from "./match-operations.ts";
import { extendsScheme, normalizeScheme } from "./normalize-scheme.ts";

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
  compareServers(normalizeServers(before.servers), normalizeServers(after.servers), note);
  compareTags(before.tags, after.tags, note);
  compareSchemes(before, after, note);
}

type Notes = (
  kind: string,
  values: Readonly<Record<string, string>>,
  pointer: string,
  place?: string,
) => void;

/** A document without servers has one, whose address is that of the document. Variables that are not in the address mean nothing. */
function normalizeServers(servers: readonly Server[]): readonly Server[] {
  const [only, ...others] = servers;
  const isImplied = only?.url === "/" && only.description === undefined && others.length === 0;
  return isImplied
    ? []
    : servers.map((server) => ({
        ...server,
        variables: new Map(
          [...server.variables].filter(([name]) => server.url.includes(`{${name}}`)),
        ),
      }));
}

function compareServers(before: readonly Server[], after: readonly Server[], note: Notes): void {
  const [first, leads] = [before[0]?.url, after[0]?.url];
  if (first !== leads && leads !== undefined && after.some(({ url }) => url === first)) {
    note("server-default-changed", { before: first ?? "", after: leads }, "/servers");
  }
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
  const [used, stillUsed] = [before, after].map(listUsedSchemes);
  const isUsed = (name: string): boolean =>
    used?.has(name) === true || stillUsed?.has(name) === true;
  const pointer = "/components/securitySchemes";
  for (const [name] of removed) {
    const suffix = isUsed(name) ? "removed" : "unused-removed";
    note(`security-scheme-${suffix}`, { name: quoteName(name) }, pointer);
  }
  for (const [name] of added) {
    note("security-scheme-added", { name: quoteName(name) }, pointer);
  }
  for (const [name, from, to] of both) {
    const [old, changed] = [normalizeScheme(from), normalizeScheme(to)];
    if (!isSameValue(old, changed)) {
      const suffix = !isUsed(name)
        ? "unused-changed"
        : extendsScheme(changed, old)
          ? "extended"
          : "changed";
      const values = showPair(withoutDescription(from), withoutDescription(to));
      note(`security-scheme-${suffix}`, { name: quoteName(name), ...values }, pointer);
    } else if (!isSameValue(from, to)) {
      note("security-scheme-description-changed", { name: quoteName(name) }, pointer);
    }
  }
}

/** The schemes that an operation or callback names, and those that callers use where the document says nothing. */
function listUsedSchemes({ operations, webhooks, assumedSecurity }: Model): ReadonlySet<string> {
  const all = [...operations, ...listWebhookOperations(webhooks)];
  const called = all.flatMap(({ callbacks }) =>
    callbacks.flatMap(({ pathItems }) => listWebhookOperations(pathItems)),
  );
  const needed = [...all, ...called].flatMap(({ security }) => security);
  return new Set(
    [...needed, ...(assumedSecurity?.security ?? [])].flatMap((each) => [...each.keys()]),
  );
}

function withoutDescription({ description: _, ...scheme }: SecurityScheme): object {
  return scheme;
}
