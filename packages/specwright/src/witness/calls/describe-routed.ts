import type { ParameterDefinition } from "@specwright/runtime/v1/parameters";
import type { OperationDefinition } from "@specwright/runtime/v1/server";
import type { Operation } from "../../document/model/model.ts";
import { buildSentPath } from "../../document/model/path-key.ts";
import { describeContent } from "../../emit/server/source/body-source.ts";
import { describeHeader } from "../../emit/server/source/header-source.ts";
import { getMethodName } from "../../emit/shared/names/get-method-name.ts";
import { describeParameter } from "../../emit/shared/parameters/describe-parameter.ts";

/** An operation as the generated router has it, without the plans that fill in defaults and convert values. */
export function describeRoutedOperation(operation: Operation): OperationDefinition {
  const { requestBody, responses, security } = operation;
  const body = requestBody?.value;
  return {
    name: operation.name,
    method: getMethodName(operation),
    path: buildSentPath(operation),
    parameters: operation.parameters.map(({ value }) => describeParameter(value)),
    ...(body !== undefined && body.content.length > 0
      ? {
          body: {
            required: body.required,
            content: Object.fromEntries(
              body.content.map((each) => [each.mediaType, describeContent(each)]),
            ),
          },
        }
      : {}),
    responses: Object.fromEntries(
      [...responses].map(([status, { value }]) => [
        status,
        value.content.map(({ mediaType }) => mediaType),
      ]),
    ),
    headers: Object.fromEntries(
      [...responses].map(([status, { value }]) => [
        status,
        // The printed description has the members of a parameter.
        [...value.headers].map(
          ([name, use]) => describeHeader(name, use.value) as unknown as ParameterDefinition,
        ),
      ]),
    ),
    ...(security.length > 0
      ? { security: security.map((alternative) => Object.fromEntries(alternative)) }
      : {}),
  };
}
