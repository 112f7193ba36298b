import type { Change } from "../../compare/change.ts";
import type { CodeWitness, Witness } from "../../compare/witness.ts";
import type { Model, Operation } from "../../document/model/model.ts";
import { emitClient } from "../../emit/client/index.ts";
import type { ClientPlan } from "../../emit/client/plan.ts";
import { printLiteral } from "../../emit/shared/print/literal.ts";
import { createTemplates } from "../../emit/shared/print/templates.ts";
import { emitTypes } from "../../emit/types/index.ts";
import { groupBy } from "../../group-by.ts";
import { quoteName, splitCodeSpans } from "../../text/code-span.ts";
import { type CallPair, findCallPairs } from "../calls/call-pairs.ts";
import { listSamples } from "../calls/list-samples.ts";
import type { Models } from "../finder.ts";
import { compileSnippets, type Declarations } from "./compile-snippets.ts";
import { findCompiler } from "./find-compiler.ts";
import { listOperationSnippets } from "./operation-snippets.ts";
import { listComponentRoots } from "./schema-roots.ts";
import { listSchemaSnippets } from "./schema-snippets.ts";
import type { Snippet } from "./snippet.ts";

/** Where the compiler is looked for. */
export interface CodeOptions {
  /** The folder of the project. */
  readonly folder: string;
}

/** How many operations of a change are tried. */
const mostPairs = 3;

/** How many changes are shown by code. More would take the compiler long, and few people read so many. */
const mostChanges = 200;

/**
 * For each change that breaks code and no running program for sure, the shortest statement that was found to compile against the
 * old client and types, and not against the new ones; undefined for a change of which no statement was found. All statements
 * of a diff are compiled in one run, and the compiler is started only when there is such a change. Empty when TypeScript is
 * not installed: see `explainMissingCompiler`.
 */
export function findCodeWitnesses(
  changes: readonly Change[],
  models: Models,
  { folder }: CodeOptions,
): ReadonlyMap<Change, CodeWitness | undefined> {
  const concerned = changes
    .filter(({ verdicts, witness }) => verdicts.clientCode === "breaks" && !isShown(witness))
    .slice(0, mostChanges);
  const compiler = concerned.length === 0 ? undefined : findCompiler(folder);
  if (compiler === undefined) {
    return new Map();
  }
  const pairs = new Map(concerned.map((change) => [change, selectPairs(change, models)]));
  const all = new Set([...pairs.values()].flat());
  const before = declare(models.before, all, "before");
  const after = declare(models.after, all, "after");
  const candidates = concerned.flatMap((change) =>
    listSnippets(change, pairs.get(change) ?? [], models, before.nameFunction).map((snippet) => ({
      change,
      snippet,
    })),
  );
  const results = compileSnippets(
    candidates.map(({ snippet }) => snippet),
    { before: before.files, after: after.files },
    compiler,
  );
  const shown = candidates.flatMap(({ change, snippet }, index) => {
    const result = results[index];
    return result?.before === undefined && result?.after !== undefined
      ? [{ change, witness: { kind: "code", code: snippet.code, error: result.after } as const }]
      : [];
  });
  const byChange = groupBy(shown, ({ change }) => change);
  return new Map(
    concerned.map((change) => {
      const witnesses = (byChange.get(change) ?? []).map(({ witness }) => witness);
      return [change, chooseWitness(change, witnesses, concerned)];
    }),
  );
}

/** Returns whether an example shows that something breaks. New values in answers only may break programs. */
function isShown(witness: Witness | undefined): boolean {
  return witness !== undefined && !(witness.kind === "value" && witness.in === "answer");
}

/**
 * The first witness. Where the operation has other changes that break code, the first one whose message names what this
 * change concerns.
 */
function chooseWitness(
  change: Change,
  witnesses: readonly CodeWitness[],
  changes: readonly Change[],
): CodeWitness | undefined {
  const isAlone = !changes.some(
    (other) =>
      other !== change && other.operations.some((name) => change.operations.includes(name)),
  );
  const names = splitCodeSpans(change.message).filter((_, index) => index % 2 === 1);
  const named = witnesses.find(({ error }) =>
    names.some((name) => error.includes(`'${name}'`) || error.includes(`"${name}"`)),
  );
  return isAlone ? witnesses[0] : (named ?? witnesses[0]);
}

function selectPairs(change: Change, models: Models): readonly CallPair[] {
  return change.operations.length === 0 ? [] : findCallPairs(change, models).slice(0, mostPairs);
}

function listSnippets(
  change: Change,
  pairs: readonly CallPair[],
  models: Models,
  nameFunction: (operation: Operation) => string | undefined,
): readonly Snippet[] {
  if (change.kind.startsWith("component-schema-")) {
    return listComponentRoots(models.before)
      .filter(({ name }) => change.message.includes(quoteName(name)))
      .flatMap(({ type, schema }) => [
        { types: type.types, code: `declare const value: ${type.text};` },
        // Of a document without schemas, every name has the type `never`.
        ...listSamples(schema)
          .slice(0, 1)
          .map((value) => ({
            types: type.types,
            code: `const value: ${type.text} = ${printLiteral(value)};`,
          })),
      ]);
  }
  return pairs.flatMap((pair) => [
    ...listOperationSnippets(change, pair, nameFunction),
    ...listSchemaSnippets(change, pair, models),
  ]);
}

/** The generated declarations of those operations that the changes concern, and the names of their functions. */
function declare(
  model: Model,
  pairs: ReadonlySet<CallPair>,
  side: "before" | "after",
): {
  readonly files: Declarations;
  readonly nameFunction: (operation: Operation) => string | undefined;
} {
  // Types of a document without operations take every name.
  const [first] = model.operations;
  const [hook] = model.webhooks.flatMap(({ operations }) => operations);
  const wanted = new Set([first, hook, ...[...pairs].map((pair) => pair[side])]);
  const context = {
    model: selectOperations(model, wanted),
    command: "specwright diff",
    render: createTemplates(),
    readWriteSplit: true,
  };
  const client = emitClient(context);
  // The emitter of the client has this plan.
  const { modules, callbacks } = client.plan as ClientPlan;
  const plans = [...modules.flatMap(({ operations }) => operations), ...callbacks];
  const names = new Map(plans.map(({ operation, listed }) => [keyOperation(operation), listed]));
  return {
    files: [...emitTypes(context).files, ...client.files].filter(({ path }) =>
      path.endsWith(".d.ts"),
    ),
    nameFunction: (operation) => names.get(keyOperation(operation)),
  };
}

function keyOperation({ location }: Operation): string {
  return `${location.file}#${location.pointer}`;
}

/** The document with some of its operations and webhooks. */
function selectOperations(model: Model, wanted: ReadonlySet<Operation | undefined>): Model {
  const operations = model.operations.filter(
    (operation) =>
      wanted.has(operation) ||
      operation.callbacks.some(({ pathItems }) =>
        pathItems.some((item) => item.operations.some((each) => wanted.has(each))),
      ),
  );
  const select = (
    items: Model["paths"],
    isKept: (operation: Operation) => boolean,
  ): Model["paths"] =>
    items
      .map((item) => ({ ...item, operations: item.operations.filter(isKept) }))
      .filter((item) => item.operations.length > 0);
  return {
    ...model,
    operations,
    paths: select(model.paths, (operation) => operations.includes(operation)),
    webhooks: select(model.webhooks, (operation) => wanted.has(operation)),
  };
}
