import type { Location, Operation } from "../../document/model/model.ts";
import type { JsonObject } from "../../json-object.ts";
import type { Target } from "../requests/build-request.ts";
import type { Validators } from "../validators.ts";
import type { Expression } from "./expressions/expression.ts";
import type { Scope } from "./expressions/scope.ts";

/** Computes a value of the document while a workflow runs: a constant, an expression, or a text or an object with such. */
export type Value = (scope: Scope) => unknown;

/** A named value of a parameter, for an operation or as an input of a workflow. */
export interface GivenParameter {
  readonly name: string;
  /** Undefined for an input of a workflow. */
  readonly in: string | undefined;
  readonly value: Value;
  readonly pointer: string;
}

/** A condition that a step or an action has. */
export interface Criterion {
  /** As the document writes it. */
  readonly written: string;
  /** Returns why it is not met, as the rest of a sentence that begins with the condition. Undefined when it is met. */
  readonly judge: (scope: Scope) => string | undefined;
}

/** What happens after a step. */
export interface Action {
  readonly name: string;
  readonly type: "end" | "goto" | "retry";
  readonly target?: { readonly step: string } | { readonly workflow: string } | undefined;
  readonly parameters: readonly GivenParameter[];
  readonly criteria: readonly Criterion[];
  /** Seconds before a step is repeated. */
  readonly retryAfter: number;
  readonly retryLimit: number;
  readonly pointer: string;
}

/** The body of a request. */
export interface GivenBody {
  readonly contentType: string | undefined;
  readonly payload: Value;
  readonly replacements: readonly Replacement[];
  readonly pointer: string;
}

/** A part of a payload that gets another value. */
export interface Replacement {
  /** A JSON Pointer, a query of JSONPath, or an XPath expression. */
  readonly target: string;
  readonly type: "jsonpointer" | "jsonpath" | "xpath";
  readonly value: Value;
}

/**
 * How a step names the operation or the workflow that it calls, as it is written. A step of the kind `message` sends or receives a message
 * of an AsyncAPI document, which specwright does not do.
 */
export type WrittenCall =
  | { readonly kind: "operationId" | "operationPath" | "workflowId"; readonly text: string }
  | { readonly kind: "none" | "message" };

/** A step of a workflow. */
export interface Step {
  readonly id: string;
  readonly location: Location;
  readonly call: WrittenCall;
  readonly parameters: readonly GivenParameter[];
  readonly body: GivenBody | undefined;
  readonly criteria: readonly Criterion[];
  readonly onSuccess: readonly Action[];
  readonly onFailure: readonly Action[];
  readonly outputs: ReadonlyMap<string, Value>;
  /** The longest time that an attempt may take, in milliseconds. */
  readonly timeout: number | undefined;
  /** Steps of the same workflow that must have been completed. */
  readonly dependsOn: readonly string[];
}

/** A workflow. */
export interface Workflow {
  readonly id: string;
  readonly location: Location;
  readonly description: Description;
  readonly hasInputs: boolean;
  /** Ids or expressions of workflows, as they are written. */
  readonly dependsOn: readonly string[];
  readonly parameters: readonly GivenParameter[];
  readonly steps: readonly Step[];
  readonly outputs: ReadonlyMap<string, Value>;
  /** Every expression of the workflow, with its place and the step that has it. */
  readonly expressions: readonly {
    readonly expression: Expression;
    readonly pointer: string;
    readonly step: string | undefined;
  }[];
}

/** A source description: the document that it leads to. */
export interface Source {
  readonly name: string;
  readonly url: string;
  readonly type: "openapi" | "arazzo" | "asyncapi" | undefined;
  readonly pointer: string;
  readonly value: JsonObject;
}

/** An API that steps call, with its server and its validators. */
export interface Api {
  readonly target: Target;
  readonly validators: Validators;
}

/** The document of a source description, once it was loaded. */
export type LinkedSource =
  | { readonly kind: "openapi"; readonly api: Api }
  | { readonly kind: "arazzo"; readonly description: Description }
  | { readonly kind: "asyncapi" };

/** An Arazzo document. */
export interface Description {
  /** The file in messages. */
  readonly file: string;
  readonly self: string | undefined;
  readonly sources: readonly Source[];
  readonly workflows: readonly Workflow[];
  /** By the names of the source descriptions. Filled when their documents are loaded. */
  readonly linked: Map<string, LinkedSource>;
  /** The operation of each step that calls one. Filled when the document is linked. */
  readonly operations: Map<Step, { readonly api: Api; readonly operation: Operation }>;
  /** Checks the inputs of a workflow, and returns a line for each problem. Filled when the validators are made. */
  readonly inputs: Map<Workflow, InputRules>;
}

/** What the schema of a workflow's inputs says. */
export interface InputRules {
  readonly check: (inputs: JsonObject) => readonly string[];
  /** The inputs that have one of these names, with the types that their schemas allow. */
  readonly types: ReadonlyMap<string, readonly string[] | undefined>;
  readonly defaults: JsonObject;
}
