import { isObject } from "@specwright/runtime/v1/values";
import { type Diagnostic, type Model, methods } from "specwright";
import { readToolkitAddress, showAddress } from "../build/server-variables.ts";
import { describeProblem } from "../documents/read-document.ts";
import { joinPointer } from "../json-pointer.ts";
import type { EditedDocument } from "./document-edits.ts";
import type { ImportLoss } from "./import-types.ts";

/** A document without an address can be imported when the import names one. */
export function findServerProblem(path: string, { servers }: Model): Diagnostic | undefined {
  const [first] = servers;
  if (first !== undefined && /^https?:\/\//.test(first.url)) {
    return undefined;
  }
  const message =
    first === undefined
      ? "The document does not say where its server is."
      : "The address of the first server is only a part of an address.";
  const fix =
    "Give the address of the application's API: `base_url` in a request, `--server` on the command line.";
  return describeProblem(path, "/servers", message, fix);
}

/** The variables of the address, which somebody has to choose before the tools can be called. */
export function listVariables(model: Model): readonly ImportLoss[] {
  return [...readToolkitAddress(model).variables].map(([name, { default: fallback }]) => ({
    place: joinPointer(["servers", 0, "variables", name]),
    reason: `Each connection has to give a value for \`${name}\`, which is a part of the address. ${
      fallback === undefined
        ? "The document has no default."
        : `The default \`${fallback}\` is only suggested.`
    }`,
  }));
}

/** Servers that no call reaches: those after the first, and those of paths and operations that get no credentials. */
export function listLossesOfServers(
  document: EditedDocument,
  { servers: [used] }: Model,
): readonly ImportLoss[] {
  const losses: ImportLoss[] = [];
  const target = used && showAddress(used.url);
  const written = Array.isArray(document.servers) ? document.servers : [];
  for (const [index, server] of written.entries()) {
    const url = readUrl(server);
    if (target !== undefined && url !== target) {
      const reason = `The server ${url} is not used. Calls go to ${target}; \`base_url\` of the import chooses another.`;
      losses.push({ place: joinPointer(["servers", index]), reason });
    }
  }
  for (const [place, value] of listPlaces(document)) {
    const own = Array.isArray(value.servers) ? readUrl(value.servers[0]) : target;
    if (own !== target) {
      const reason = `The server ${own} is used only by calls without credentials. Others go to ${target}.`;
      losses.push({ place: joinPointer([...place, "servers", 0]), reason });
    }
  }
  return losses;
}

/** Webhooks, callbacks, and bodies that cannot be sent as they are described. */
export function listUnusedParts(document: EditedDocument, model: Model): readonly ImportLoss[] {
  const losses: ImportLoss[] = [];
  const { webhooks } = document;
  for (const [name, item] of isObject(webhooks) ? Object.entries(webhooks) : []) {
    const operations = isObject(item) ? Object.values(item) : [];
    if (!operations.some((each) => isObject(each) && "x-platform-trigger" in each)) {
      const reason =
        "The webhook does not become a trigger type. `x-platform-trigger` says how it is verified and read.";
      losses.push({ place: joinPointer(["webhooks", name]), reason });
    }
  }
  for (const [place, value] of listPlaces(document)) {
    if (isObject(value.callbacks) && Object.keys(value.callbacks).length > 0) {
      const reason = "Callbacks of the operation are not received.";
      losses.push({ place: joinPointer([...place, "callbacks"]), reason });
    }
  }
  for (const { path, method, requestBody } of model.operations) {
    const types = requestBody?.value.content.map(({ mediaType }) => mediaType) ?? [];
    if (types.length > 0 && types.every((type) => /[/+]xml\b/i.test(type))) {
      const reason =
        "The body is XML, which is not built from arguments: pass it as one text, ready to be sent.";
      losses.push({ place: `${method.toUpperCase()} ${path}`, reason });
    }
  }
  return losses;
}

/** The path items and operations of a document, each with its place. */
export function* listPlaces({
  paths,
}: EditedDocument): Generator<readonly [readonly string[], EditedDocument]> {
  for (const [path, item] of isObject(paths) ? Object.entries(paths) : []) {
    if (!isObject(item)) {
      continue;
    }
    yield [["paths", path], item];
    for (const method of methods) {
      const operation = Object.hasOwn(item, method) ? item[method] : undefined;
      if (isObject(operation)) {
        yield [["paths", path, method], operation];
      }
    }
  }
}

function readUrl(server: unknown): string {
  return showAddress(isObject(server) && typeof server.url === "string" ? server.url : "/");
}
