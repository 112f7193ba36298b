import type { DecodedParameters, ParameterSource } from "../parameters.ts";
import { createMockData, type FakerLike, type MockData } from "./data.ts";
import { isMockAnswer, type MockAnswer, toMockResponse } from "./mock-answer.ts";
import type { ReadMockBody } from "./read-body.ts";
import { type MockInput, readMockInput } from "./request-input.ts";

/** A generated description of one operation. */
export interface MockDefinition {
  /** In upper case, such as `GET`. */
  readonly method: string;
  /** The path template, without its query. */
  readonly path: string;
  /** Paths that the template matches too, and that belong to other operations. */
  readonly except?: readonly string[];
  /** Returns whether a request has the pairs of the path's query. */
  readonly hasPairs?: (query: string) => boolean;
  /** The servers of the document. One without a host is on any. */
  readonly servers: readonly string[];
  readonly decode?: (source: ParameterSource) => DecodedParameters;
  /** Absent when the operation takes no body. */
  readonly readBody?: ReadMockBody;
  /** Encodes the items of a streamed answer. Any other body stays as it is. */
  readonly stream?: (body: unknown) => unknown;
  /** What is sent for an answer of the mock's function. Default: the answer. */
  readonly encode?: (answer: MockAnswer) => MockAnswer;
  /** Writes JSON. Default: `JSON.stringify`. */
  readonly stringify?: (value: unknown) => string;
  /** The status of the usual answer. */
  readonly status: number;
  /** The body of an answer may look like an answer itself, so that results must name their status. */
  readonly isBare?: false;
  /** The documented answers by status: `200`, `4XX`, `default`. */
  readonly answers: Readonly<Record<string, MockedAnswer | undefined>>;
}

/** A documented answer. */
export interface MockedAnswer {
  /** The media type. Default: `application/json`. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly make?: (data: MockData) => unknown;
}

/** The options of a mock. */
export interface MockOptions {
  /** The address before the paths of the document, such as `https://test.example.com/v1`. Default: any of its servers. */
  readonly baseUrl?: string | undefined;
  /** The handler answers one request, and then leaves others to those after it. Default: false. */
  readonly once?: boolean;
  /** The seed of the values that are made. Default: that of `seed`. */
  readonly seed?: number;
  /** Makes names and texts. Default: that of `useFaker`. */
  readonly faker?: FakerLike;
}

/** What a mock's function may return: a body, an answer with its status, a response, or nothing for the usual answer. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function without `return` gives the usual answer.
export type MockResult<Body, Answer> = Body | Answer | Response | undefined | void;

/** The class `HttpHandler` of MSW 2, which generated code passes, so that the runtime does not depend on MSW. */
export type HandlerClass<Handler> = new (
  method: string,
  address: RegExp,
  resolve: (info: { readonly request: Request }) => Promise<Response | undefined>,
  options: { readonly once: boolean },
) => Handler;

/** The mock of one operation. */
export interface MockOperation<
  Handler,
  Input,
  Body,
  Answer,
  ErrorArguments extends readonly unknown[],
> {
  /** A handler for MSW that answers as the function says. */
  (
    resolve?: (input: Input) => MockResult<Body, Answer> | Promise<MockResult<Body, Answer>>,
    options?: MockOptions,
  ): Handler;
  /** A handler that answers with an error. Without a body, one is made. */
  readonly error: (...answer: ErrorArguments) => Handler;
}

/**
 * Makes the mock of an operation: a function that makes handlers for MSW. A request with the same method and address always
 * gets the same usual answer.
 */
export function mockOperation<Handler>(
  definition: MockDefinition,
  HttpHandler: HandlerClass<Handler>,
): MockOperation<
  Handler,
  MockInput,
  unknown,
  MockAnswer,
  readonly [number, unknown?, MockOptions?]
> {
  const mock = (resolve?: (input: MockInput) => unknown, options: MockOptions = {}): Handler => {
    const { method, status } = definition;
    const address = addressOf(definition, options.baseUrl);
    return new HttpHandler(
      method,
      address,
      async ({ request }) => {
        const matched = matchAddress(address, request.url, definition);
        if (matched === undefined) {
          // MSW asks the next handler.
          return undefined;
        }
        const result = await resolve?.(await readMockInput(request, matched, definition));
        if (result instanceof Response) {
          return result;
        }
        const answer =
          isMockAnswer(result) || (definition.isBare === false && result !== undefined)
            ? (result as MockAnswer)
            : { status, body: result };
        const data = createMockData({ ...options, direction: "response" }, method + request.url);
        return toMockResponse(definition.encode?.(answer) ?? answer, definition, data);
      },
      { once: options.once ?? false },
    );
  };
  return Object.assign(mock, {
    error: (status: number, body?: unknown, options?: MockOptions) =>
      mock(() => ({ status, body }), options),
  });
}

/** A regular expression for the addresses of an operation, without their query. */
function addressOf(
  { path, servers, except = [] }: MockDefinition,
  baseUrl: string | undefined,
): RegExp {
  const bases = (
    baseUrl === undefined ? servers : [baseUrl.endsWith("/") ? baseUrl.slice(0, -1) : baseUrl]
  ).map((base) =>
    /^[a-z][a-z\d+.-]*:/i.test(base) ? quote(base) : `[a-z]+://[^/]+${quote(base)}`,
  );
  const others =
    except.length === 0
      ? ""
      : `(?!(?:${except.map((each) => toPattern(each, "[^/]+?")).join("|")})$)`;
  return new RegExp(`^(?:${bases.join("|")})${others}${toPattern(path)}$`);
}

function toPattern(path: string, parameter = "([^/]+?)"): string {
  return path
    .split(/\{[^{}]*\}/)
    .map(quote)
    .join(parameter);
}

function quote(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The texts of the path's templates by their name, and the query. Undefined when the request is for another operation. */
function matchAddress(
  address: RegExp,
  url: string,
  { path, hasPairs }: MockDefinition,
): Pick<ParameterSource, "path" | "query"> | undefined {
  const [start = "", query = ""] = url.split("#")[0]?.split("?") ?? [];
  const found = address.exec(start);
  const names = path.match(/(?<=\{)[^{}]*(?=\})/g) ?? [];
  return found === null || hasPairs?.(query) === false
    ? undefined
    : { path: Object.fromEntries(names.map((name, index) => [name, found[index + 1]])), query };
}
