import { decodeHeader } from "@specwright/runtime/v1/parameters";
import type { Operation, Response } from "../../document/model/model.ts";
import { classifyMediaType, getMediaEssence } from "../../emit/shared/bodies/media-kind.ts";
import { foldValueType } from "../../emit/shared/parameters/value-type.ts";
import type { Check } from "../checks.ts";
import type { HttpAnswer } from "../requests/send.ts";
import type { OperationValidators, Validators } from "../validators.ts";

/** A problem of one answer. */
export interface Problem {
  readonly check: Check;
  /** Continues a sentence that begins with "was answered with …:". */
  readonly message: string;
}

/**
 * Checks a response against its documentation: status, media type, body and headers.
 *
 * @param method the method that was sent; a response to HEAD has no body
 */
export function judgeAnswer(
  operation: Operation,
  method: string,
  { status, headers, body }: HttpAnswer,
  validators: Validators,
): readonly Problem[] {
  const documented = findStatus(operation, status);
  if (documented === undefined) {
    const known = [...operation.responses.keys()].join(", ");
    return [
      {
        check: "undocumented-status",
        message: `the document has ${known === "" ? "no answers" : `only ${known}`}`,
      },
    ];
  }
  const own = validators.operations[operation.name];
  const problems: Problem[] = [];
  if (method !== "HEAD" && status !== 204 && status !== 304) {
    problems.push(
      ...judgeBody(documented, status, headers, body, validators, own?.responses ?? {}),
    );
  }
  const byStatus = own?.responseHeaders ?? {};
  const validator = byStatus[documented.key] ?? byStatus.default;
  if (validator !== undefined) {
    const values = decodeHeaders(documented.response, headers);
    const result = validator.safeParse(values);
    if (!result.success) {
      const lines = validators.explain("headers", result.error.issues);
      problems.push({ check: "header-mismatch", message: lines.join("; ") });
    }
  }
  return problems;
}

interface Documented {
  /** The status as the document writes it, such as `2XX`. */
  readonly key: string;
  readonly response: Response;
}

/** The documentation of a status: that of the status itself, of its range, or `default`. */
export function findStatus({ responses }: Operation, status: number): Documented | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  for (const key of [String(status), range, range.toLowerCase(), "default"]) {
    const response = responses.get(key)?.value;
    if (response !== undefined) {
      return { key, response };
    }
  }
  return undefined;
}

function judgeBody(
  { key, response: { content } }: Documented,
  status: number,
  headers: Headers,
  body: Buffer | undefined,
  validators: Validators,
  responses: OperationValidators["responses"],
): readonly Problem[] {
  const type = headers.get("content-type") ?? "";
  const isEmpty = body !== undefined && body.length === 0;
  if (content.length === 0) {
    const isSuccess = status < 300;
    return isEmpty || !isSuccess
      ? []
      : [{ check: "body-undocumented", message: `the document has no body for ${key}` }];
  }
  const names = content.map(({ mediaType }) => mediaType);
  if (isEmpty && type === "") {
    return [
      { check: "body-missing", message: `the document has ${names.join(" or ")} for ${key}` },
    ];
  }
  const documented = findDocumentedType(names, type);
  if (documented === undefined) {
    const instead = type === "" ? "a body without a media type" : type;
    return [
      {
        check: "undocumented-content-type",
        message: `${instead} instead of ${names.join(" or ")}`,
      },
    ];
  }
  const kind = classifyMediaType(type);
  if (body === undefined || (kind !== "json" && kind !== "text")) {
    return [];
  }
  const read = kind === "json" ? parse(body) : { value: body.toString("utf8") };
  if (read === undefined) {
    return [{ check: "body-not-json", message: `the body of ${type} is not JSON` }];
  }
  const result = responses[key]?.[documented]?.safeParse(read.value);
  return result === undefined || result.success
    ? []
    : [
        {
          check: "body-mismatch",
          message: validators.explain("body", result.error.issues).join("; "),
        },
      ];
}

/** The value of a JSON text; undefined when it cannot be parsed. */
function parse(body: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(body.toString("utf8")) };
  } catch {
    // A SyntaxError is the answer.
    return undefined;
  }
}

/** The documented headers that the response has, converted to the types of their schemas. */
function decodeHeaders(response: Response, headers: Headers): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...response.headers].flatMap(([name, { value: header }]) => {
      const text = headers.get(name);
      if (text === null) {
        return [];
      }
      const type = foldValueType(header.schema);
      const { explode, contentType } = header;
      const definition = {
        name,
        in: "header" as const,
        explode,
        ...(contentType === undefined ? {} : { contentType }),
        ...(type === undefined ? {} : { type }),
      };
      return [[name, decodeHeader(definition, text)]];
    }),
  );
}

/**
 * The documented media type of a response, as the document writes it: the same media type, otherwise a range that
 * includes it.
 */
function findDocumentedType(names: readonly string[], type: string): string | undefined {
  const essence = getMediaEssence(type);
  const hasName = (name: string): boolean =>
    name.trim().toLowerCase() === type.trim().toLowerCase();
  return (
    names.find(hasName) ??
    names.find((name) => getMediaEssence(name) === essence) ??
    names.find((name) => isIn(getMediaEssence(name), essence))
  );
}

/** `*\/*`, `text/*` and `application/*+json`. */
function isIn(range: string, essence: string): boolean {
  const [before = "", after] = range.split("*");
  return (
    range === "*/*" ||
    (after !== undefined && essence.startsWith(before) && essence.endsWith(after))
  );
}
