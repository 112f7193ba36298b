import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isObject } from "../../packages/runtime/src/v1/values.ts";
import { Failure } from "./failure.ts";
import { specFile } from "./paths.ts";
import { runRedocly } from "./redocly.ts";

export { isObject };

/** The document as one file, in YAML, in JSON and parsed. */
export interface Bundle {
  readonly yaml: string;
  readonly json: string;
  readonly document: OpenApiDocument;
}

/** The part of a bundled document that the scripts read. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary?: string;
    description?: string;
  };
  readonly servers?: readonly {
    readonly url: string;
    readonly variables?: Record<string, { default: string }>;
  }[];
  readonly tags?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly "x-displayName"?: string;
  }[];
  readonly security?: readonly Record<string, readonly string[]>[];
  readonly paths: Record<string, PathItemObject>;
  readonly webhooks?: Record<string, PathItemObject>;
  readonly components: {
    readonly schemas?: Record<string, unknown>;
    readonly examples?: Record<string, ExampleObject>;
    readonly securitySchemes?: Record<
      string,
      { readonly type: string; readonly in?: string; readonly name?: string }
    >;
    readonly [section: string]: Record<string, unknown> | undefined;
  };
}

/** A path item of the bundled document: path parameters and operations by method. */
export type PathItemObject = { readonly parameters?: readonly unknown[] } & {
  readonly [method: string]: OperationObject;
};

/** An operation of the bundled document. */
export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security?: readonly Record<string, readonly string[]>[];
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses: Record<string, unknown>;
  readonly [extension: `x-${string}`]: unknown;
}

/** An Example Object. */
export interface ExampleObject {
  readonly summary?: string;
  readonly value: unknown;
}

/**
 * Lints the document with the rules of `redocly.yaml`.
 *
 * @throws Failure with every problem, each with its file, line, column and a frame of the source, when there is one.
 */
export async function lintDocument(file: string = specFile): Promise<string> {
  const run = await runRedocly(["lint", file, "--max-problems=200", "--format=codeframe"]);
  const warnings = /You have (\d+) warning/.exec(run.stderr + run.stdout);
  if (run.code === 0 && !warnings) {
    return "no errors, no warnings";
  }
  throw new Failure(
    `${run.stdout}${run.stderr}\nThe document does not pass its rules. Correct the places shown above (file:line:column);
the rules are in redocly.yaml and are explained in spec/README.md. Nothing was written.`,
  );
}

/**
 * Bundles the document into one file.
 *
 * @throws Failure when the document cannot be parsed or a `$ref` leads nowhere.
 */
export async function bundleDocument(file: string = specFile): Promise<Bundle> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-bundle-"));
  try {
    const [yaml, json] = await Promise.all([
      bundleAs(file, folder, "yaml"),
      bundleAs(file, folder, "json"),
    ]);
    return { yaml, json, document: JSON.parse(json) as OpenApiDocument };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bundleAs(file: string, folder: string, extension: "yaml" | "json"): Promise<string> {
  const output = join(folder, `openapi.${extension}`);
  const run = await runRedocly(["bundle", file, `--output=${output}`]);
  if (run.code !== 0) {
    throw new Failure(
      `${run.stdout}${run.stderr}\nThe document cannot be bundled. Correct the places shown above. Nothing was written.`,
    );
  }
  return readFile(output, "utf8");
}

/** The methods that an operation can have, in the order in which they are shown. */
export const methods = [
  "get",
  "post",
  "put",
  "patch",
  "delete",
  "head",
  "options",
  "trace",
] as const;

/** Every operation of the document with its method and path, in the document's order. */
export function listOperations(document: OpenApiDocument): {
  readonly method: string;
  readonly path: string;
  readonly item: PathItemObject;
  readonly operation: OperationObject;
}[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, item, operation }] : [];
    }),
  );
}

/** Follows a local `$ref` of the bundled document; other values are returned unchanged. */
export function resolve(document: OpenApiDocument, value: unknown): Record<string, unknown> {
  let current = value;
  while (isObject(current) && typeof current.$ref === "string") {
    const steps = current.$ref.slice(2).split("/");
    current = steps.reduce<unknown>(
      (node, step) =>
        isObject(node)
          ? node[decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")]
          : undefined,
      document,
    );
  }
  return isObject(current) ? current : {};
}
