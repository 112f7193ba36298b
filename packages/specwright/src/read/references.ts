import { realpathSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import type { Diagnostic } from "../diagnostic.ts";
import { escapeSegment } from "../text/pointer.ts";
import { loadFile } from "./load-file.ts";
import type { SourceFile } from "./source-file.ts";

/** What a reference points to. */
export interface Target {
  readonly file: SourceFile;
  /** JSON Pointer in that file. */
  readonly pointer: string;
  readonly value: unknown;
}

/** Why a reference points to nothing. */
export interface ReferenceProblem {
  readonly code: "unresolved-reference" | "reference-outside" | "reference-circle";
  readonly message: string;
  readonly fix: string;
}

export interface References {
  /**
   * What a `$ref` (RFC 3986 reference with a JSON Pointer or an anchor as its fragment) in a file points to. Files
   * outside the document's folder, links, the network and other schemes are refused. When the file is at fault and
   * already reported, there is neither target nor problem.
   */
  readonly resolve: (reference: string, from: SourceFile) => Target | ReferenceProblem | undefined;
}

/** What resolving stands on: the folders that may be read, and what was read and found so far. */
export interface ReferencesContext {
  readonly folder: string;
  readonly roots: readonly string[];
  readonly allowed: readonly string[];
  readonly files: Map<string, SourceFile>;
  readonly problems: Diagnostic[];
}

/** Resolves the references of one document. */
export function createReferences(context: ReferencesContext): References {
  const fileByReference = new Map<string, SourceFile | ReferenceProblem | undefined>();
  const targets = new Map<SourceFile, Map<string, Target | ReferenceProblem | undefined>>();

  const fileOf = (name: string, from: SourceFile): SourceFile | ReferenceProblem | undefined => {
    if (name === "") {
      return from;
    }
    const key = `${dirname(from.path)}\n${name}`;
    if (!fileByReference.has(key)) {
      fileByReference.set(key, openFile(name, from, context));
    }
    return fileByReference.get(key);
  };

  const resolveReference: References["resolve"] = (reference, from) => {
    const hash = reference.indexOf("#");
    const file = fileOf(hash < 0 ? reference : reference.slice(0, hash), from);
    if (file === undefined || "code" in file) {
      return file;
    }
    const fragment = hash < 0 ? "" : reference.slice(hash + 1);
    const known = targets.get(file) ?? new Map<string, Target | ReferenceProblem | undefined>();
    targets.set(file, known);
    if (known.has(fragment)) {
      return known.get(fragment);
    }
    known.set(fragment, circle(reference));
    const target = find(fragment, file, reference, resolveReference);
    known.set(fragment, target);
    return target;
  };
  return { resolve: resolveReference };
}

function openFile(
  name: string,
  from: SourceFile,
  context: ReferencesContext,
): SourceFile | ReferenceProblem | undefined {
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(name)) {
    return outside(
      name,
      "leads to the network or another scheme",
      "Copy the file into the folder.",
    );
  }
  const path = resolve(dirname(from.path), decode(name));
  let real: string;
  try {
    real = realpathSync(path);
  } catch {
    // Whatever the reason, there is nothing to read at that path.
    return {
      code: "unresolved-reference",
      message: `The reference \`${name}\` points to a file that does not exist.`,
      fix: "Correct the path, which is relative to the file that it stands in.",
    };
  }
  if (!isInside(real, context.allowed)) {
    if (!isInside(real, context.roots)) {
      return outside(name, "leads outside the folder of the root document", allowFix);
    }
    if (real !== path) {
      return outside(name, "leads through a symbolic link", allowFix);
    }
  }
  const known = context.files.get(real);
  if (known !== undefined) {
    return known;
  }
  const loaded = loadFile(real, context.folder);
  if ("problems" in loaded) {
    for (const problem of loaded.problems) {
      context.problems.push(problem);
    }
    return undefined;
  }
  context.files.set(real, loaded.file);
  return loaded.file;
}

const allowFix = "Move the file into the folder, or allow its folder by `--allow <folder>`.";

function outside(name: string, why: string, fix: string): ReferenceProblem {
  return { code: "reference-outside", message: `The reference \`${name}\` ${why}.`, fix };
}

function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep));
}

/** Names of files are percent-encoded in references; one that is not valid as such is taken as written. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function find(
  fragment: string,
  file: SourceFile,
  reference: string,
  resolveReference: References["resolve"],
): Target | ReferenceProblem | undefined {
  if (fragment !== "" && !fragment.startsWith("/")) {
    return nowhere(reference, `no anchor \`${fragment}\``);
  }
  let target: Target = { file, pointer: "", value: file.value };
  const segments = fragment === "" ? [] : fragment.slice(1).split("/");
  for (const segment of segments) {
    const name = decode(segment).replaceAll("~1", "/").replaceAll("~0", "~");
    let child = childOf(target, name);
    if (child === undefined) {
      // A reference may lead through another one: `#/components/schemas/A/properties/b` where A is a `$ref`.
      const through = referenceOf(target.value);
      const next = through === undefined ? undefined : resolveReference(through, target.file);
      child = next === undefined || "code" in next ? undefined : childOf(next, name);
    }
    if (child === undefined) {
      return nowhere(reference, `no \`${name}\` in \`${target.file.name}#${target.pointer}\``);
    }
    target = child;
  }
  return target;
}

function childOf({ file, pointer, value }: Target, name: string): Target | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) {
    return undefined;
  }
  if (Array.isArray(value) && !/^\d+$/.test(name)) {
    return undefined;
  }
  // The check above makes it a property of the object or an element of the array.
  const child = (value as Readonly<Record<string, unknown>>)[name];
  return { file, pointer: `${pointer}/${escapeSegment(name)}`, value: child };
}

function referenceOf(value: unknown): string | undefined {
  const isReference = typeof value === "object" && value !== null && "$ref" in value;
  return isReference && typeof value.$ref === "string" ? value.$ref : undefined;
}

function nowhere(reference: string, why: string): ReferenceProblem {
  return {
    code: "unresolved-reference",
    message: `The reference \`${reference}\` points to nothing: there is ${why}.`,
    fix: "Correct the reference, or add what it points to.",
  };
}

function circle(reference: string): ReferenceProblem {
  return {
    code: "reference-circle",
    message: `The reference \`${reference}\` leads back to itself.`,
    fix: "Write out what it should mean.",
  };
}
