import type { PaginationDefinition } from "@specwright/runtime/v1/client";
import type { Diagnostic } from "../../diagnostic.ts";
import type { Model, Operation, Tag } from "../../document/model/model.ts";
import { findSentSecurity } from "../../document/model/sent-security.ts";
import { camelCaseUnlessLegal, escapeIdentifier } from "../../text/identifier.ts";
import { escapePath } from "../shared/escape/path.ts";
import {
  describeOperation,
  type NamedThing,
  type Renaming,
} from "../shared/names/describe-renamings.ts";
import { groupOperations } from "../shared/names/group-operations.ts";
import { createNames, type Names } from "../shared/names/names.ts";
import type { NameOperation } from "../target.ts";
import { acceptChoices } from "./answers.ts";
import { layOutInput, type PlacedParameter } from "./input-layout.ts";
import { findPagination } from "./pages/find-pagination.ts";
import { indexExports, listReservedTypes, listReservedValues } from "./reserved-names.ts";
import { type ClientSecurity, planSecurity, type SecurityPlan } from "./security/plan-security.ts";
import { securityFile } from "./security/security-files.ts";

/** An operation, with the names of all code that is generated for it. */
export interface ClientOperationPlan {
  readonly operation: Operation;
  readonly parameters: readonly PlacedParameter[];
  /** The name under which its module exports it: its name in the document. */
  readonly name: string;
  /** The name under which its module declares it. It differs from `name` when the module imports or uses that name itself. */
  readonly local: string;
  /**
   * The name under which the index exports it. It is the local name when the index exports something else as `name`,
   * such as `createClient`.
   */
  readonly listed: string;
  readonly constant: string;
  readonly input: string;
  readonly output: string;
  readonly error: string;
  readonly security?: ClientSecurity;
  readonly pages?: ClientPagesPlan;
  /** The types of an operation whose caller chooses among media types of the response. */
  readonly choice?: {
    /** The type of its results for each media type. */
    readonly outputs: string;
    /** The type of the operation with its transport already bound. */
    readonly bound: string;
  };
}

/** The iterators of a list. */
interface ClientPagesPlan {
  readonly pagination: PaginationDefinition;
  readonly constant: string;
  readonly pages: string;
  readonly items: string;
}

/** The operations of a tag, or of a path without tags. They form one module, and one group of the factory's result. */
export interface ClientModulePlan {
  /** The file's name without extension. */
  readonly file: string;
  /** The group's name. */
  readonly group: string;
  /** The name under which the module is imported. */
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
  /** The operation whose caller receives it. */
  readonly owner: Operation;
}

export interface ClientPlan {
  readonly modules: readonly ClientModulePlan[];
  /** They have their own module, `callbacks`. Empty when the document has none. */
  readonly callbacks: readonly ClientCallbackPlan[];
  readonly security: SecurityPlan;
  readonly diagnostics: readonly Diagnostic[];
  readonly renamings: readonly Renaming[];
}

/**
 * Chooses all names before anything is printed, so that every file uses the same ones.
 *
 * @param reservedFiles names that modules of groups must not have, beside those that the model implies
 */
export function planClient(
  model: Model,
  factory: string,
  nameOperation: NameOperation = () => undefined,
  reservedFiles: readonly string[] = [],
): ClientPlan {
  const nameText = (operation: Operation): string => nameOperation(operation) ?? operation.name;
  const diagnostics: Diagnostic[] = [];
  const reserved = new Set(listReservedValues(factory));
  const values = createNames({
    escape: camelCaseUnlessLegal,
    reserved,
    things: model.operations
      .map((operation) => ({ ...describeOperation(operation), name: nameText(operation) }))
      .filter(({ name }) => !reserved.has(name)),
  });
  const functions = createFunctionNames(values, reserved, indexExports(factory));
  const types = createNames({
    escape: (text) => escapeIdentifier(text, { style: "pascal" }),
    // The index exports both types and functions, so they must not share a name.
    reserved: [
      ...listReservedTypes(factory),
      ...model.operations.flatMap((each) => [
        each.name,
        functions.name(nameText(each), describeOperation(each)).local,
      ]),
    ],
  });
  const hasCallbacks = model.operations.some(({ callbacks }) => callbacks.length > 0);
  const hasSecurity = model.operations.some(
    (operation) => findSentSecurity(model, operation).length > 0,
  );
  const files = createNames({
    escape: escapePath,
    reserved: [
      "index",
      ...(hasCallbacks ? ["callbacks"] : []),
      ...(hasSecurity ? [securityFile] : []),
      ...reservedFiles,
    ],
    separator: "-",
    ignoreCase: true,
  });
  const groups = createNames({ escape: (text) => escapeIdentifier(text, { style: "camel" }) });
  const scopes: Scopes = { values, functions, types, diagnostics, nameText };
  const open = groupOperations(model).map(({ tag, operations }) => {
    const thing = { kind: "group of operations", name: tag.name };
    return {
      tag,
      file: files.name(tag.name, thing),
      group: groups.name(tag.name, thing),
      namespace: values.name(`${tag.name} operations`, thing),
      operations: operations.map((operation) => planOperation(operation, scopes)),
    };
  });
  const callbacks = model.operations.flatMap((owner) =>
    owner.callbacks.flatMap(({ pathItems }) =>
      pathItems.flatMap(({ path, operations }) =>
        operations.map((operation) => ({
          // The sender passes the whole URL.
          ...planOperation({ ...operation, path: "" }, scopes, "send "),
          url: values.name(`${operation.name} url`, describeOperation(operation)),
          expression: path,
          owner,
        })),
      ),
    ),
  );
  const renamings = [values, types, files, groups].flatMap((names) => names.renamings);
  const security = planSecurity(model, [
    ...listReservedValues(factory),
    ...open.flatMap(listModuleNames),
  ]);
  const modules = open.map((module) => ({
    ...module,
    operations: module.operations.map((plan) => withSecurity(plan, security)),
  }));
  const unlisted = [
    ...modules.flatMap(({ file, operations }) => operations.map((each) => [file, each] as const)),
    ...callbacks.map((each) => ["callbacks", each] as const),
  ].flatMap(([file, plan]) => (plan.listed === plan.name ? [] : [warnListedOtherwise(plan, file)]));
  const all = [...diagnostics, ...unlisted, ...security.diagnostics];
  return { modules, callbacks, security, renamings, diagnostics: all };
}

function warnListedOtherwise(
  { operation, name, listed }: ClientOperationPlan,
  file: string,
): Diagnostic {
  return {
    severity: "warning",
    code: "renamed",
    message: `The operation \`${name}\` is exported by \`client/index.js\` as \`${listed}\`, because that module has a \`${name}\` of its own.`,
    fix: `Import it from \`client/${file}.js\`, where it has its name, or rename it in the document.`,
    file: operation.location.file,
    pointer: operation.location.pointer,
  };
}

/** The names that a module exports or declares, and the name under which it is imported. */
function listModuleNames({ namespace, operations }: ClientModulePlan): readonly string[] {
  return [namespace, ...operations.flatMap(listOperationValues)];
}

/** The names of the values and types that modules declare for operations and callbacks. */
export function listPlannedNames({ modules, callbacks }: ClientPlan): readonly string[] {
  const operations = modules.flatMap((module) => module.operations);
  return [...operations, ...callbacks].flatMap((plan) => [
    ...listOperationValues(plan),
    plan.name,
    plan.input,
    plan.output,
    plan.error,
    ...(plan.choice === undefined ? [] : [plan.choice.outputs, plan.choice.bound]),
  ]);
}

/** The names of the values that a module declares for an operation. */
export function listOperationValues({
  local,
  constant,
  pages,
}: ClientOperationPlan): readonly string[] {
  return pages === undefined
    ? [local, constant]
    : [local, constant, pages.constant, pages.pages, pages.items];
}

function withSecurity(plan: ClientOperationPlan, { of }: SecurityPlan): ClientOperationPlan {
  const security = of(plan.operation);
  return security === undefined ? plan : { ...plan, security };
}

/** The names of a function: see `ClientOperationPlan`. */
type FunctionNames = Pick<ClientOperationPlan, "name" | "local" | "listed">;

interface Scopes {
  readonly values: Names;
  readonly functions: { readonly name: (text: string, thing: NamedThing) => FunctionNames };
  readonly types: Names;
  readonly diagnostics: Diagnostic[];
  readonly nameText: (operation: Operation) => string;
}

/** Names functions. A function keeps its name in the document in every scope where no other thing has that name. */
function createFunctionNames(
  values: Names,
  reserved: ReadonlySet<string>,
  ofIndex: ReadonlySet<string>,
): Scopes["functions"] {
  const owners = new Map<string, string>();
  return {
    name: (text, thing) => {
      const wanted = camelCaseUnlessLegal(text);
      if (!reserved.has(wanted)) {
        const name = values.name(text, thing);
        return { name, local: name, listed: name };
      }
      const local = values.name(`${text} function`, thing);
      // The function that sends a callback `x` and an operation may both want the name `sendX`.
      const owner = owners.get(wanted) ?? text;
      owners.set(wanted, owner);
      const name = owner === text ? wanted : local;
      return { name, local, listed: ofIndex.has(name) ? local : name };
    },
  };
}

function planOperation(
  operation: Operation,
  { values, functions, types, diagnostics, nameText }: Scopes,
  prefix = "",
): ClientOperationPlan {
  const text = nameText(operation);
  const thing = describeOperation(operation);
  const parameters = layOutInput(operation);
  const pagination = findPagination(operation, parameters, diagnostics);
  return {
    operation,
    parameters,
    ...functions.name(prefix + text, thing),
    constant: values.name(`${text} operation`, thing),
    input: types.name(`${text} Input`, thing),
    output: types.name(`${text} Output`, thing),
    error: types.name(`${text} Error`, thing),
    ...(acceptChoices(operation).length > 0 && {
      choice: {
        outputs: types.name(`${text} Outputs`, thing),
        bound: types.name(`${text} Bound`, thing),
      },
    }),
    ...(pagination !== undefined && {
      pages: {
        pagination,
        constant: values.name(`${text} pagination`, thing),
        pages: values.name(`${text} pages`, thing),
        items: values.name(`${text} items`, thing),
      },
    }),
  };
}
