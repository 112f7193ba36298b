import type { MockData } from "./data.ts";
import type { MockDefinition, MockedAnswer } from "./mock-operation.ts";

/** An answer with its status. Generated declarations have the statuses and bodies of each operation. */
export interface MockAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly mediaType?: string;
}

/** An answer of an operation with one of these statuses. Without a body, one is made. */
export interface MockReply<Status extends number, Body, Media extends string = string> {
  readonly status: Status;
  readonly body?: Body;
  /** Documented headers may have converted values, such as dates. */
  readonly headers?: Readonly<Record<string, string | number | boolean | bigint | object>>;
  /** Default: JSON if the document has it, otherwise the first media type. */
  readonly mediaType?: Media;
}

/** The bodies that a response takes as they are. */
type MockBody = string | Blob | ArrayBuffer | FormData | URLSearchParams | ReadableStream;

const members: ReadonlySet<string> = new Set(["status", "body", "headers", "mediaType"]);

/** Returns whether the result of a mock's function is an answer with its status, and not the body of one. */
export function isMockAnswer(value: unknown): value is MockAnswer {
  return (
    typeof value === "object" &&
    value !== null &&
    Number.isInteger((value as MockAnswer).status) &&
    Object.keys(value).every((name) => members.has(name))
  );
}

/** The documented answer with a status. */
export function findMockedAnswer(
  answers: MockDefinition["answers"],
  status: number,
): MockedAnswer | undefined {
  return answers[status] ?? answers[`${String(status)[0]}XX`] ?? answers.default;
}

/**
 * The response of an answer. Without a body it gets the usual one of its status: an example of the document, or a value
 * that factories make.
 */
export function toMockResponse(
  { status, headers: given, mediaType, ...answer }: MockAnswer,
  { answers, stream, stringify = JSON.stringify }: MockDefinition,
  data: MockData,
): Response {
  const found = findMockedAnswer(answers, status);
  const body = "body" in answer && answer.body !== undefined ? answer.body : found?.make?.(data);
  const type = mediaType ?? found?.type ?? "application/json";
  const headers = new Headers();
  for (const [key, value] of Object.entries({ ...found?.headers, ...given })) {
    if (value !== undefined) {
      headers.append(key, String(value));
    }
  }
  if (body === undefined || status === 204 || status === 205 || status === 304) {
    return new Response(null, { status, headers });
  }
  if (!headers.has("content-type") && !(body instanceof FormData || type.includes("*"))) {
    headers.set("content-type", type);
  }
  return new Response(writeBody(stream === undefined ? body : stream(body), type, stringify), {
    status,
    headers,
  });
}

function writeBody(body: unknown, type: string, stringify: (value: unknown) => string): MockBody {
  return /[/+]json\s*(?:;|$)/i.test(type)
    ? stringify(body)
    : typeof body === "object"
      ? (body as MockBody) // The types of mocks allow these only.
      : String(body);
}
