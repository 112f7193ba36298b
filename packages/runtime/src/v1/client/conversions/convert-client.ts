import { parseExactly } from "../../conversions/exact-json.ts";
import {
  convertNamed,
  findBodyConversion,
  findByMediaType,
  type OperationConversions,
} from "../../conversions/operation-conversions.ts";

type Init = Readonly<Record<string, unknown>>;
type Call = (path: string, init?: Init) => Promise<Result>;

interface Result {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** Conversions by path and upper-case method. */
export type ConversionTable = Readonly<
  Record<string, Readonly<Record<string, OperationConversions | undefined>> | undefined>
>;

/**
 * A client by method and path whose parameters and bodies are converted. A body that is read as something else than
 * JSON (`parseAs`) stays as it is. Numbers of an error's body are those of `JSON.parse`.
 *
 * @throws from its methods: ConversionError for a value that cannot be converted
 */
export function convertClient<Client extends object>(
  client: Client,
  table: ConversionTable,
): Client {
  const convert =
    (method: string, call: Call): Call =>
    async (path, init = {}) => {
      const conversions = table[path]?.[method.toUpperCase()];
      if (conversions === undefined) {
        return call(path, init);
      }
      const { parseAs = "json" } = init;
      const asText = conversions.isExact === true && parseAs === "json";
      const result = await call(path, {
        ...encodeInit(conversions, init),
        ...(asText && { parseAs: "text" }),
      });
      return parseAs === "json" ? decodeResult(conversions, result, asText) : result;
    };
  const methods = Object.entries(client).map(([name, value]): [string, unknown] => {
    if (name === "request") {
      // The method is an argument of this one.
      const request = value as (method: string, path: string, init?: Init) => Promise<Result>;
      return [
        name,
        (method: string, path: string, init?: Init) =>
          convert(method, (to, given) => request(method, to, given))(path, init),
      ];
    }
    // The other members in upper case are the methods.
    return [name, name === name.toUpperCase() ? convert(name, value as Call) : value];
  });
  return { ...client, ...Object.fromEntries(methods) };
}

function encodeInit({ parameters = {}, body }: OperationConversions, init: Init): Init {
  const params = (init.params ?? {}) as Readonly<Record<string, Record<string, unknown>>>;
  const encoded = Object.entries(parameters).map(([location, conversions = {}]) => [
    location,
    convertNamed(params[location] ?? {}, conversions, `/${location}`),
  ]);
  const encode = body && findByMediaType(body, "application/json");
  return {
    ...init,
    ...(init.params !== undefined && { params: { ...params, ...Object.fromEntries(encoded) } }),
    ...(encode !== undefined &&
      init.body !== undefined && {
        body: encode(init.body, "/body"),
      }),
  };
}

function decodeResult(conversions: OperationConversions, result: Result, isText: boolean): Result {
  const { data, error, response } = result;
  const { status, headers } = response;
  const decode = findBodyConversion(conversions, status, headers.get("content-type") ?? "");
  const value = isText && typeof data === "string" && data !== "" ? parseExactly(data) : data;
  if (decode === undefined) {
    return data === undefined ? result : { ...result, data: value };
  }
  return {
    ...result,
    ...(data !== undefined && { data: decode(value, "") }),
    ...(error !== undefined && { error: decode(error, "") }),
  };
}
