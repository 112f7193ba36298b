import { type ClientOperation, invoke } from "@specwright/runtime/v1/client";
import type { ApiTool } from "@specwright/runtime/v1/tools";
import type { Model, Operation } from "../../../document/model/model.ts";
import { buildClientOperation } from "./build-operation.ts";

/** Calls an operation as the generated client does. Its description is built at the first call. */
export function callOperation(operation: Operation, model: Model): ApiTool["call"] {
  let built: ClientOperation | undefined;
  return (transport, input, options) => {
    built ??= buildClientOperation(operation, model);
    return invoke(transport, built, input, options);
  };
}
