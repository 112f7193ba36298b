import type { Model, Operation } from "../../../document/model/model.ts";
import { groupBy } from "../../../group-by.ts";
import { decodePercent } from "../../../text/decode-percent.ts";
import { askDidYouMean } from "../../../text/nearest.ts";
import { escapeSegment, parsePointer } from "../../../text/pointer.ts";
import type { Api, Description, LinkedSource } from "../description.ts";
import type { Unfound } from "./find-workflow.ts";

/** An operation, and the API that has it. */
export interface FoundOperation {
  readonly api: Api;
  readonly operation: Operation;
  /** What is doubtful about the reference that led here. */
  readonly warning?: Unfound;
}

/** The operation of an `operationId`: the id itself, or `$sourceDescriptions.<name>.<operationId>`. */
export function findOperationById(text: string, { linked }: Description): FoundOperation | Unfound {
  const [, name, id = text] = /^\$sourceDescriptions\.([^.]+)\.(.+)$/.exec(text) ?? [];
  if (name !== undefined && linked.get(name)?.kind !== "openapi") {
    return describeNoApi(name, linked);
  }
  const apis = [...linked].flatMap(([source, each]) =>
    each.kind === "openapi" && (name === undefined || source === name)
      ? [[source, each.api] as const]
      : [],
  );
  const found = apis.flatMap(([source, api]) =>
    (indexOperations(api.target.model).byId.get(id) ?? []).map((operation) => ({
      ...{ source, api, operation },
    })),
  );
  const [first, second] = found;
  if (first !== undefined && second === undefined) {
    return first;
  }
  if (first !== undefined) {
    return {
      message: `Several source descriptions have an operation \`${id}\`.`,
      fix: `Write \`$sourceDescriptions.${first.source}.${id}\`.`,
    };
  }
  const owner =
    name === undefined
      ? "No source description has an"
      : `The source description \`${name}\` has no`;
  return {
    message: `${owner} operation \`${id}\`.`,
    suggest: () =>
      askDidYouMean(
        id,
        apis.flatMap(([, { target }]) => [...indexOperations(target.model).byId.keys()]),
      ),
    fix: "Write an `operationId` of the document, or an `operationPath`.",
  };
}

/** The operations of a model, by their ids and by their paths. */
interface OperationIndex {
  readonly byId: ReadonlyMap<string, readonly Operation[]>;
  readonly byPath: ReadonlyMap<string, readonly Operation[]>;
}

const indexes = new WeakMap<Model, OperationIndex>();

function indexOperations(model: Model): OperationIndex {
  const made = indexes.get(model) ?? {
    byId: groupBy(model.operations.filter(hasId), ({ operationId }) => operationId ?? ""),
    byPath: groupBy(model.operations, ({ path }) => path),
  };
  indexes.set(model, made);
  return made;
}

function hasId({ operationId }: Operation): boolean {
  return operationId !== undefined;
}

/** The operation of an `operationPath`, such as `{$sourceDescriptions.shop.url}#/paths/~1items/get`. */
export function findOperationByPath(
  text: string,
  { linked }: Description,
): FoundOperation | Unfound {
  const [, name, fragment] = /^\{?\$sourceDescriptions\.([^.{}]+)\.url\}?#(\/.*)$/.exec(text) ?? [];
  if (name === undefined || fragment === undefined) {
    return {
      message: `\`${text}\` does not lead to an operation.`,
      fix: "Write it as `{$sourceDescriptions.<name>.url}#/paths/~1items/get`.",
    };
  }
  const source = linked.get(name);
  if (source?.kind !== "openapi") {
    return describeNoApi(name, linked);
  }
  const { api } = source;
  const [root, path, method, ...rest] = parsePointer(decodePercent(fragment));
  const ofPath = indexOperations(api.target.model).byPath.get(path ?? "") ?? [];
  const known = (all: readonly Operation[]): readonly string[] =>
    all.map((each) => `#/paths/${escapeSegment(each.path)}/${each.method}`);
  const operation = ofPath.find((each) => each.method === method?.toLowerCase());
  if (root === "paths" && rest.length === 0 && operation !== undefined) {
    return { api, operation };
  }
  const [only, more] = ofPath;
  if (root === "paths" && method === undefined && only !== undefined && more === undefined) {
    const warning = {
      message: `\`${text}\` leads to a path. Its only operation is called.`,
      fix: `Write \`${known([only]).join()}\` behind the name of the source.`,
    };
    return { api, operation: only, warning };
  }
  return {
    message: `The source description \`${name}\` has no operation at \`#${fragment}\`.`,
    suggest: () => askDidYouMean(`#${fragment}`, known(api.target.model.operations)),
    fix: "Write the pointer of an operation, such as `#/paths/~1items/get`.",
  };
}

function describeNoApi(name: string, linked: ReadonlyMap<string, LinkedSource>): Unfound {
  if (linked.get(name)?.kind === "asyncapi") {
    return {
      message: `The source description \`${name}\` is an AsyncAPI document, and specwright calls HTTP operations only.`,
      fix: "Write `type: asyncapi` in the source description. Workflows are then run until the first step that calls it.",
    };
  }
  return {
    message: `\`${name}\` is not the name of a source description of the type openapi.`,
    suggest: () => askDidYouMean(name, linked.keys()),
    fix: "Add the document to `sourceDescriptions`.",
  };
}
