import { readFileSync, statSync } from "node:fs";
import { isObject } from "@specwright/runtime/v1/values";
import { DiagnosticError, readDocument } from "specwright";
import { parse } from "yaml";
import { slugPattern } from "../../applications/toolkits/slug-pattern.ts";
import { readErrorCode } from "../../base/system-errors.ts";
import { StartError } from "../start-error.ts";

/** An OpenAPI document that a command was given. */
export interface Source {
  /** Its text, in JSON or YAML. */
  readonly text: string;
  /** A name for messages that ends in `.json` or `.yaml`. */
  readonly path: string;
}

/** The largest document that is read, in bytes. The API takes 32 MiB; GitHub's document has 13. */
const longest = 64 * 1024 * 1024;

/**
 * Reads a document from a file, from a URL, or from standard input (`-`). Servers of a document from a URL are relative to
 * it (OpenAPI 3.1, section 4.8.5): `servers: [{url: /v1}]` of `https://crm.example.com/openapi.json` becomes
 * `https://crm.example.com/v1`.
 *
 * @throws StartError when it cannot be read
 */
export async function readSource(name: string): Promise<Source> {
  const remote = await readRemote(name);
  // Some editors put a byte order mark at the beginning, which JSON.parse refuses.
  const text = (remote ?? readLocal(name)).replace(/^\uFEFF/, "");
  if (text.length > longest) {
    throw new StartError(
      `${name} is larger than ${longest / 1024 / 1024} MiB.\nImport a part of it.`,
    );
  }
  const source = { text, path: /^\s*\{/.test(text) ? "document.json" : "document.yaml" };
  return remote === undefined || name === "-" ? source : withServer(source, name);
}

async function readRemote(name: string): Promise<string | undefined> {
  try {
    const given = await readDocument(name);
    const bytes = given?.files.get(given.path);
    return bytes && new TextDecoder().decode(bytes);
  } catch (error) {
    if (error instanceof DiagnosticError) {
      const [{ message, fix } = { message: "It cannot be read.", fix: "Try again." }] =
        error.diagnostics;
      throw new StartError(`${message}\n${fix}`, { cause: error });
    }
    throw error;
  }
}

/** Writes the full address of the first server when the document has only a part of it, or nothing. */
function withServer(source: Source, location: string): Source {
  const root = parseRoot(source);
  const servers: readonly unknown[] = Array.isArray(root?.servers) ? root.servers : [];
  const first = isObject(servers[0]) ? servers[0] : {};
  // An empty address would be the address of the document, but applications that write it mean their root.
  const url = typeof first.url === "string" && first.url !== "" ? first.url : "/";
  if (root === undefined || /^[a-z]+:/i.test(url) || url.includes("{")) {
    return source;
  }
  const whole = new URL(url, location).href.replace(/\/$/, "");
  const text = JSON.stringify({
    ...root,
    servers: [{ ...first, url: whole }, ...servers.slice(1)],
  });
  return { text, path: "document.json" };
}

function readLocal(path: string): string {
  try {
    if (statSync(path).size > longest) {
      throw new StartError(
        `${path} is larger than ${longest / 1024 / 1024} MiB.\nImport a part of it.`,
      );
    }
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof StartError) {
      throw error;
    }
    const code = readErrorCode(error);
    throw new StartError(
      code === "ENOENT"
        ? `The file ${path} does not exist.\nName an OpenAPI document, as a file or a URL.`
        : `${path} cannot be read (${code}).\nName an OpenAPI document, as a file or a URL.`,
      { cause: error },
    );
  }
}

/**
 * The slug of a toolkit: that of `x-platform-toolkit` if the document has one, as toolkit documents do, and otherwise one
 * that is derived from its title: `Acme CRM (v2)` gives `acme-crm-v2`.
 *
 * @throws StartError when the document has no title from which a slug can be made
 */
export function deriveSlug(source: Source): string {
  const root = parseRoot(source);
  if (root === undefined) {
    // Any slug will do, because reading the document fails and reports the reason.
    return "document";
  }
  const { info, "x-platform-toolkit": toolkit } = root;
  if (isObject(toolkit) && typeof toolkit.slug === "string" && slugPattern.test(toolkit.slug)) {
    return toolkit.slug;
  }
  const title = isObject(info) && typeof info.title === "string" ? info.title : "";
  const slug = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, 64)
    .replace(/-$/, "");
  if (slug === "") {
    throw new StartError(
      "The document has no title to make a slug from.\nPass a slug with --slug, such as --slug acme-crm.",
    );
  }
  return slug;
}

/** Undefined for text that does not parse. Importing it reports every problem with its line. */
function parseRoot({ text, path }: Source): Readonly<Record<string, unknown>> | undefined {
  try {
    const root: unknown = path.endsWith(".json") ? JSON.parse(text) : parse(text);
    return isObject(root) ? root : undefined;
  } catch {
    return undefined;
  }
}
