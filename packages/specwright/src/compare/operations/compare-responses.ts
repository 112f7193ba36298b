import type { Header, Response, Use } from "../../document/model/model.ts";
import { quoteName } from "../../text/code-span.ts";
import {
  type Comparison,
  comparePair,
  isSameValue,
  matchMaps,
  type Part,
} from "../compare/comparison.ts";
import { compareSchemas } from "../schemas/compare-schema.ts";
import { compareContent } from "./compare-content.ts";
import { normalizeHeader } from "./normal-form/normalize-parameter.ts";

type Responses = ReadonlyMap<string, Use<Response>>;

/** Compares the responses of two operations. Their direction is opposite to that of the request. */
export function compareResponses(
  before: Responses,
  after: Responses,
  above: Part,
  comparison: Comparison,
): void {
  const { both, removed, added } = matchMaps(before, after);
  for (const [status, { value }] of removed) {
    const isEmpty = value.content.length === 0 && value.headers.size === 0;
    const success = isEmpty ? "empty-success" : "success";
    const kind = `response-${status.startsWith("2") ? `${success}-` : ""}removed`;
    above.found.push({ kind, values: { name: status }, before: value.location });
  }
  for (const [status, { value }] of added) {
    above.found.push({ kind: "response-added", values: { name: status }, after: value.location });
  }
  const direction = above.direction === "request" ? "response" : "request";
  for (const [status, from, to] of both) {
    const place = to.name ?? `response ${status}`;
    const pair = { before: from.value, after: to.value };
    comparePair(pair, above, { place, direction }, comparison, (old, changed, part) => {
      compareBoth(old, changed, part, comparison);
    });
  }
}

function compareBoth(before: Response, after: Response, part: Part, comparison: Comparison): void {
  const places = { before: before.location, after: after.location };
  if (before.description !== after.description || before.summary !== after.summary) {
    part.found.push({ kind: "response-description-changed", ...places });
  }
  const kinds = { added: "response-media-type-added", removed: "response-media-type-removed" };
  compareContent(before.content, after.content, kinds, part, comparison);
  compareHeaders(before, after, part, comparison);
  const links = matchMaps(before.links, after.links);
  for (const [name, link] of links.removed) {
    part.found.push({ kind: "link-removed", values: { name: quote(name) }, before: link.location });
  }
  for (const [name, link] of links.added) {
    part.found.push({ kind: "link-added", values: { name: quote(name) }, after: link.location });
  }
  for (const [name, from, to] of links.both) {
    if (!isSameValue(from, to)) {
      const at = { before: from.location, after: to.location };
      part.found.push({ kind: "link-changed", values: { name: quote(name) }, ...at });
    }
  }
}

/** Names of headers are not case-sensitive. */
function compareHeaders(
  before: Response,
  after: Response,
  part: Part,
  comparison: Comparison,
): void {
  const indexHeadersByName = ({ headers }: Response): ReadonlyMap<string, Header> =>
    new Map([...headers].map(([name, { value }]) => [name.toLowerCase(), value]));
  const { both, removed, added } = matchMaps(indexHeadersByName(before), indexHeadersByName(after));
  for (const [name, header] of removed) {
    const values = { name: quote(name) };
    part.found.push({ kind: "response-header-removed", values, before: header.location });
  }
  for (const [name, header] of added) {
    const suffix = header.required ? "-required" : "";
    const values = { name: quote(name) };
    part.found.push({ kind: `response-header-added${suffix}`, values, after: header.location });
  }
  for (const [name, from, to] of both) {
    compareHeader(name, from, to, part, comparison);
  }
}

function compareHeader(
  name: string,
  before: Header,
  after: Header,
  part: Part,
  comparison: Comparison,
): void {
  const note = (change: string, values: Readonly<Record<string, string>> = {}): void => {
    part.found.push({
      kind: `response-header-${change}`,
      values: { name: quote(name), ...values },
      before: before.location,
      after: after.location,
    });
  };
  if (before.required !== after.required) {
    note(after.required ? "became-required" : "became-optional");
  }
  if (before.deprecated !== after.deprecated) {
    note(after.deprecated ? "deprecated" : "no-longer-deprecated");
  }
  const [from, to] = [normalizeHeader(before), normalizeHeader(after)];
  if (from.contentType !== to.contentType) {
    note("content-changed", {
      before: quoteName(before.contentType ?? "style: simple"),
      after: quoteName(after.contentType ?? "style: simple"),
    });
  } else if (from.explode !== to.explode) {
    note("explode-changed", { before: String(from.explode), after: String(to.explode) });
  }
  if (before.description !== after.description) {
    note("description-changed");
  }
  const place = `header ${name}`;
  compareSchemas(before.schema, after.schema, { above: part, place, comparison });
}

function quote(name: string): string {
  return quoteName(name);
}
