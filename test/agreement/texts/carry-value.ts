import { mkdir, rm, writeFile } from "node:fs/promises";
import { type GenerateResult, generate } from "specwright";
import { resolveInRoot } from "../../../scripts/support/paths.ts";

/** A place in which a value is written as text. */
export interface TextPlace {
  readonly in: "path" | "query" | "header" | "cookie" | "form" | "multipart" | "answer";
  readonly style?: string;
  readonly explode?: boolean;
  /** `x-array-format`. */
  readonly arrayFormat?: string;
  /** The schema is that of a whole body, whose members are fields or parts. */
  readonly isWhole?: boolean;
}

/** A schema at a place. */
export interface TextCase {
  readonly place: TextPlace;
  readonly schema: unknown;
}

/** What a reader made of a value; undefined when it got none. */
export interface Carried {
  readonly value: unknown;
}

/** Generated code for a list of cases. */
export interface Carrier {
  readonly result: GenerateResult;
  /**
   * Writes a value with the generated client and reads it with the generated router. For the header of an answer it is the
   * other way round.
   *
   * @throws TypeError when the client cannot send the value
   * @throws the client's error for a status of the router other than 204
   */
  readonly carry: (index: number, value: unknown) => Promise<Carried>;
}

/** The name of a place in titles. */
export function namePlace({
  in: location,
  style,
  explode,
  arrayFormat,
  isWhole,
}: TextPlace): string {
  const exploded = explode === undefined ? "" : explode ? "exploded" : "joined";
  return [isWhole && "whole", location, style, exploded, arrayFormat].filter(Boolean).join(" ");
}

const name = "value";

/** The path of an operation with the case, and its methods. */
export function describeCase({ place, schema }: TextCase, index: number): [string, object] {
  const { in: location, arrayFormat, isWhole, ...style } = place;
  const operationId = `case${index}`;
  const taken = { 204: { description: "Taken." } };
  if (location === "answer") {
    const headers = { [name]: { schema, ...style } };
    const responses = { 204: { description: "Taken.", headers } };
    return [`/${operationId}`, { get: { operationId, responses } }];
  }
  if (location === "form" || location === "multipart") {
    const type = location === "form" ? "application/x-www-form-urlencoded" : "multipart/form-data";
    const media = {
      schema: isWhole === true ? schema : { type: "object", properties: { [name]: schema } },
      ...(style.style !== undefined && { encoding: { [name]: style } }),
      ...(arrayFormat !== undefined && { "x-array-format": arrayFormat }),
    };
    const requestBody = { required: true, content: { [type]: media } };
    return [`/${operationId}`, { post: { operationId, requestBody, responses: taken } }];
  }
  const parameter = {
    ...{ name, in: location, required: location === "path", schema, ...style },
    ...(arrayFormat !== undefined && { "x-array-format": arrayFormat }),
  };
  const path = location === "path" ? `/${operationId}/{${name}}` : `/${operationId}`;
  return [path, { get: { operationId, parameters: [parameter], responses: taken } }];
}

interface Received {
  readonly [group: string]: Readonly<Record<string, unknown>> | undefined;
}

/** Typed headers are with the whole answer. */
interface Answering {
  withResponse(): Promise<{ readonly typedHeaders: Readonly<Record<string, unknown>> }>;
}

type Operation = (transport: unknown, input: object) => Promise<unknown> & Answering;

/**
 * Generates client and router for cases.
 *
 * @param folderName the name of a folder in the cache
 */
export async function generateCarrier(
  folderName: string,
  cases: readonly TextCase[],
  schemas: Readonly<Record<string, unknown>> = {},
): Promise<Carrier> {
  // Below the repository, so that the generated code finds its runtime.
  const folder = resolveInRoot(`.cache/${folderName}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const document = {
    openapi: "3.1.0",
    info: { title: "Texts", version: "1" },
    paths: Object.fromEntries(cases.map(describeCase)),
    components: { schemas },
  };
  await writeFile(`${folder}/document.json`, JSON.stringify(document));
  const targets = ["client", "server", "types", "validators"] as const;
  const result = await generate({
    document: `${folder}/document.json`,
    out: `${folder}/out`,
    targets,
  });
  const client = await import(`${folder}/out/client/index.js`);
  const server = await import(`${folder}/out/server/index.js`);
  let received: Received = {};
  let answered: unknown;
  const handle = (given: Received): object => {
    received = given;
    return { status: 204, headers: { [name]: answered } };
  };
  const router = server.createRouter({
    handlers: Object.fromEntries(cases.map((_, index) => [`case${index}`, handle])),
    security: {},
  });
  const transport = client.createTransport({
    baseUrl: "http://texts.example.com",
    retries: 0,
    fetch: (request: Request) => router(request, undefined),
  });
  const carry = async (index: number, value: unknown): Promise<Carried> => {
    const { in: location, isWhole = false } = cases[index]?.place ?? { in: "query" };
    const operation: Operation = client[`case${index}`];
    received = {};
    answered = value;
    if (location === "answer") {
      const { typedHeaders } = await operation(transport, {}).withResponse();
      return { value: typedHeaders[name] };
    }
    const isBody = location === "form" || location === "multipart";
    // A whole body is an object.
    const input = isWhole ? (value as object) : { [name]: value };
    const isGrouped = location === "header" || location === "cookie";
    await operation(
      transport,
      isBody ? { body: input } : isGrouped ? { [location]: input } : input,
    );
    const group = received[isBody ? "body" : location];
    return { value: isWhole ? group : group?.[name] };
  };
  return { result, carry };
}
