import type { Diagnostic } from "../../diagnostic.ts";
import type { Model, Operation, Tag } from "../../model/model.ts";
import { escapeIdentifier } from "../../text/identifier.ts";
import { escapePath } from "../escape/path.ts";
import { groupOperations } from "../group-operations.ts";
import { createNames, type Names } from "../names.ts";
import { acceptChoices } from "./answers.ts";
import { layOutInput, type PlacedParameter } from "./input-layout.ts";
import { type ClientPagination, paginationOf } from "./pagination.ts";
import { reservedTypes, reservedValues } from "./reserved-names.ts";
import { type ClientSecurity, planSecurity, type SecurityPlan } from "./security.ts";
import { securityFile } from "./security-files.ts";

/** An operation with the names of everything that is generated for it. */
export interface ClientOperationPlan {
  readonly operation: Operation;
  readonly parameters: readonly PlacedParameter[];
  readonly name: string;
  readonly constant: string;
  readonly input: string;
  readonly output: string;
  readonly error: string;
  readonly security?: ClientSecurity;
  readonly pages?: ClientPagesPlan;
  /** The types of an operation whose caller chooses among media types of the answer. */
  readonly choice?: {
    /** What it returns by media type. */
    readonly outputs: string;
    /** The operation when its transport is given. */
    readonly bound: string;
  };
}

/** The iterators of a list. */
interface ClientPagesPlan {
  readonly pagination: ClientPagination;
  readonly constant: string;
  readonly pages: string;
  readonly items: string;
}

/** The operations of a tag, or of a path without tags: a module, and a group of the factory's result. */
export interface ClientModulePlan {
  /** The file's name without extension. */
  readonly file: string;
  /** The group's name. */
  readonly group: string;
  /** What the module is imported as. */
  readonly namespace: string;
  readonly tag: Tag;
  readonly operations: readonly ClientOperationPlan[];
}

/** A request that a service sends to its caller. */
export interface ClientCallbackPlan extends ClientOperationPlan {
  /** The name of the function that finds its URL. */
  readonly url: string;
  /** The runtime expression of the URL. */
  readonly expression: string;
  /** The operation whose caller gets it. */
  readonly owner: Operation;
}

export interface ClientPlan {
  readonly modules: readonly ClientModulePlan[];
  /** A module of its own, `callbacks`; none without any. */
  readonly callbacks: readonly ClientCallbackPlan[];
  readonly security: SecurityPlan;
  readonly diagnostics: readonly Diagnostic[];
}

/** Decides on all names before anything is printed, so that every file uses the same ones. */
export function planClient(model: Model, factory: string): ClientPlan {
  const diagnostics: Diagnostic[] = [];
  const values = createNames({
    escape: camelUnlessLegal,
    reserved: reservedValues(factory),
    texts: model.operations.map(({ name }) => name),
    kind: "operation",
  });
  const types = createNames({
    escape: (text) => escapeIdentifier(text, { style: "pascal" }),
    // The index exports both, and a name of it can stand for one thing only.
    reserved: [...reservedTypes(factory), ...model.operations.map(({ name }) => values.name(name))],
    kind: "type",
  });
  const hasCallbacks = model.operations.some(({ callbacks }) => callbacks.length > 0);
  const hasSecurity = model.operations.some(({ security }) => security.length > 0);
  const files = createNames({
    escape: escapePath,
    reserved: [
      "index",
      ...(hasCallbacks ? ["callbacks"] : []),
      ...(hasSecurity ? [securityFile] : []),
    ],
    kind: "module",
    separator: "-",
    ignoreCase: true,
  });
  const groups = createNames({ escape: (text) => escapeIdentifier(text, { style: "camel" }) });
  const open = groupOperations(model).map(({ tag, operations }) => ({
    tag,
    file: files.name(tag.name),
    group: groups.name(tag.name),
    namespace: values.name(`${tag.name} operations`),
    operations: operations.map((operation) => planOperation(operation, values, types, diagnostics)),
  }));
  const callbacks = model.operations.flatMap((owner) =>
    owner.callbacks.flatMap(({ pathItems }) =>
      pathItems.flatMap(({ path, operations }) =>
        operations.map((operation) => ({
          // The whole URL is given when it is sent.
          ...planOperation({ ...operation, path: "" }, values, types, diagnostics, "send "),
          url: values.name(`${operation.name} url`, operation.location),
          expression: path,
          owner,
        })),
      ),
    ),
  );
  const renamed = [values, types, files, groups].flatMap((names) => names.diagnostics);
  const security = planSecurity(model, [...reservedValues(factory), ...open.flatMap(namesOf)]);
  const modules = open.map((module) => ({
    ...module,
    operations: module.operations.map((plan) => withSecurity(plan, security)),
  }));
  return { modules, callbacks, security, diagnostics: [...diagnostics, ...renamed] };
}

/** The names that a module exports or declares, and its own. */
function namesOf({ namespace, operations }: ClientModulePlan): readonly string[] {
  return [namespace, ...operations.flatMap(valuesOf)];
}

/** The names of the values that a module has for an operation. */
export function valuesOf({ name, constant, pages }: ClientOperationPlan): readonly string[] {
  return pages === undefined
    ? [name, constant]
    : [name, constant, pages.constant, pages.pages, pages.items];
}

function withSecurity(plan: ClientOperationPlan, { of }: SecurityPlan): ClientOperationPlan {
  const security = of(plan.operation);
  return security === undefined ? plan : { ...plan, security };
}

/** Operations have legal names already; further texts are words. */
function camelUnlessLegal(text: string): string {
  return escapeIdentifier(text) === text ? text : escapeIdentifier(text, { style: "camel" });
}

function planOperation(
  operation: Operation,
  values: Names,
  types: Names,
  diagnostics: Diagnostic[],
  prefix = "",
): ClientOperationPlan {
  const { name: text, location } = operation;
  const parameters = layOutInput(operation);
  const pagination = paginationOf(operation, parameters, diagnostics);
  return {
    operation,
    parameters,
    name: values.name(prefix + text, location),
    constant: values.name(`${text} operation`),
    input: types.name(`${text} Input`, location),
    output: types.name(`${text} Output`, location),
    error: types.name(`${text} Error`, location),
    ...(acceptChoices(operation).length > 0 && {
      choice: {
        outputs: types.name(`${text} Outputs`, location),
        bound: types.name(`${text} Bound`, location),
      },
    }),
    ...(pagination !== undefined && {
      pages: {
        pagination,
        constant: values.name(`${text} pagination`),
        pages: values.name(`${text} pages`, location),
        items: values.name(`${text} items`, location),
      },
    }),
  };
}
