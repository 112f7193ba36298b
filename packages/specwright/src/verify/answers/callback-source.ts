import type { CallbackSource } from "@specwright/runtime/v1/callbacks";
import type { Parameter } from "../../document/model/model.ts";
import type { Case } from "../case.ts";
import type { HttpRequest } from "../requests/build-request.ts";
import type { HttpAnswer } from "../requests/send.ts";
import { readJson } from "./read-json.ts";

/** A request and its answer in the form in which runtime expressions read them (OpenAPI 3.1, section 4.8.20.4). */
export function toCallbackSource(
  { parameters, body }: Case,
  { url, method, headers }: HttpRequest,
  answer: HttpAnswer,
): CallbackSource {
  const collect = (location: Parameter["in"]): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      [...parameters].flatMap(([parameter, value]) =>
        parameter.in === location ? [[parameter.name, value]] : [],
      ),
    );
  return {
    path: collect("path"),
    query: collect("query"),
    header: new Headers(headers.map(([name, value]) => [name, value])),
    body: body === undefined ? undefined : "content" in body ? body.content : body.value,
    request: { url, method },
    response: {
      status: answer.status,
      headers: answer.headers,
      // An answer that is not JSON is its text.
      body: readJson(answer) ?? answer.body?.toString("utf8"),
    },
  };
}
