import * as json from "@specwright/runtime/v1/schema";
import * as z from "zod";
import type { Model } from "../../../packages/specwright/src/document/model/model.ts";
import { createTemplates } from "../../../packages/specwright/src/emit/shared/print/templates.ts";
import { emitValidators } from "../../../packages/specwright/src/emit/validators/index.ts";

/** The exports of the generated modules. */
export interface Validators {
  /** The schemas by the component's name. */
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  readonly operations: Readonly<Record<string, OperationValidators>>;
  readonly webhooks: Readonly<Record<string, OperationValidators>>;
  /** The predicates by the name of their function. */
  readonly predicates: Readonly<Record<string, (value: unknown) => boolean>>;
  /** The text of each file. */
  readonly files: ReadonlyMap<string, string>;
}

type Bodies = Readonly<Record<string, z.ZodType>>;

export interface OperationValidators {
  readonly parameters: Readonly<Record<"path" | "query" | "header" | "cookie", z.ZodObject>>;
  readonly requestBody?: Bodies;
  readonly responses: Readonly<Record<string, Bodies>>;
}

const render = createTemplates();

/** The settings with which a test makes validators. */
export interface LoadOptions {
  readonly formats?: "assert" | "annotate";
  /** False when only Zod validates, without predicates, as after `.extend()`. */
  readonly usesPredicates?: boolean;
}

/** Generates the validators of a model and runs them, in memory. */
export function loadValidators(model: Model, options: LoadOptions = {}): Validators {
  const { formats = "assert", usesPredicates = true } = options;
  const result = emitValidators({ model, command: "specwright generate", render, formats });
  const files = new Map(result.files.map(({ path, content }) => [path, content]));
  return runValidators(files, usesPredicates);
}

/** Runs generated validators, given the text of each file by its path in the output. */
export function runValidators(
  files: ReadonlyMap<string, string>,
  usesPredicates = true,
): Validators {
  const text = (name: string): string => files.get(`validators/${name}`) ?? "";
  const runtime = usesPredicates ? json : { ...json, schema: buildZodAlone };
  const predicates = run(text("predicates.js"), { json });
  const components = run(text("components.js"), { json: runtime, z, predicates });
  const operations = run(text("operations.js"), { json: runtime, z, predicates, components });
  // The generated declarations have these types.
  return { ...components, ...operations, predicates, files } as unknown as Validators;
}

/** Builds a schema on first use, like the runtime's `schema`, but without its test. */
function buildZodAlone(_test: unknown, build: () => z.ZodType): z.ZodType {
  let built: z.ZodType | undefined;
  const get = (_target: object, key: string | symbol): unknown => {
    built ??= build();
    return Reflect.get(built, key);
  };
  // The proxy passes every access on to the schema.
  return new Proxy({}, { get }) as z.ZodType;
}

/** Runs a module with the given imports, and returns its exports. */
function run(code: string, imports: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = [...code.matchAll(/^export (?:const|function) ([^\s(]+)/gm)].map(
    ([, name]) => name,
  );
  const body = code.replaceAll(/^import .*$/gm, "").replaceAll(/^export /gm, "");
  const make = new Function(
    ...Object.keys(imports),
    `"use strict";${body}\nreturn { ${names.join(", ")} };`,
  );
  return make(...Object.values(imports));
}
