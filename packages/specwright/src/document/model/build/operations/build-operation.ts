import { withFormatOfRequest } from "../../array-formats.ts";
import type {
  Callback,
  Method,
  Operation,
  Parameter,
  SecurityRequirement,
  SecurityScheme,
  Use,
} from "../../model.ts";
import { resolveOwnAddress } from "../../server-address.ts";
import { buildServers } from "../build-info.ts";
import { buildSecurity } from "../build-security.ts";
import type { BuildContext } from "../context/build-context.ts";
import { reportProblem } from "../context/build-context.ts";
import { buildUse, readText, resolveInPlace } from "../context/build-reference.ts";
import type { Raw } from "../context/raw.ts";
import {
  assertNameLength,
  findMember,
  includeIfDefined,
  listElements,
  listMemberEntries,
  readBoolean,
  readExtensions,
  toLocation,
} from "../context/raw.ts";
import { reportUnknownFields } from "../context/unknown-fields.ts";
import { readArrayFormat } from "./build-array-format.ts";
import { buildRequestBody, buildResponses } from "./build-body.ts";
import { buildPagination } from "./build-pagination.ts";
import { buildRawBody } from "./build-raw-body.ts";
import { isIgnoredHeader } from "./header-name.ts";
import type { OperationName, OperationNames } from "./operation-names.ts";

/** The defaults of every operation of a document. */
export interface OperationDefaults {
  readonly names: OperationNames;
  readonly security: readonly SecurityRequirement[];
  readonly schemes: ReadonlyMap<string, SecurityScheme>;
  /** The address of the document's first server; absent unless it is absolute. */
  readonly baseUrl: string | undefined;
  /** Makes callbacks. Absent inside callbacks, because callbacks of callbacks are not made. */
  readonly buildCallbacks?: (
    raw: Raw,
    owner: string,
    defaults: OperationDefaults,
    context: BuildContext,
  ) => readonly Callback[];
}

/** The path item that holds an operation. */
export interface OperationPlace {
  readonly method: Method;
  readonly path: string;
  readonly parameters: readonly Use<Parameter>[];
  /** As in an operation. */
  readonly server: string | undefined;
}

/** Makes an operation, with the parameters of its path item merged in. */
export function buildOperation(
  raw: Raw,
  place: OperationPlace,
  ownParameters: readonly Use<Parameter>[],
  defaults: OperationDefaults,
  context: BuildContext,
): Operation {
  const named = defaults.names.nameOperation(
    raw,
    readText(raw, "operationId", context),
    place,
    context,
  );
  const operation = buildNamedOperation(named, raw, place, ownParameters, defaults, context);
  const callbacks = defaults.buildCallbacks?.(raw, named.name, defaults, context) ?? [];
  const format = readArrayFormat(raw, true, context);
  const written = format === undefined ? operation : withFormatOfRequest(operation, format);
  return callbacks.length === 0 ? written : { ...written, callbacks };
}

function buildNamedOperation(
  { name, operationId }: OperationName,
  raw: Raw,
  place: OperationPlace,
  ownParameters: readonly Use<Parameter>[],
  defaults: OperationDefaults,
  context: BuildContext,
): Operation {
  const requestBody = findMember(raw, "requestBody");
  const security = findMember(raw, "security");
  const server = findOwnServer(raw, defaults, context) ?? place.server;
  // Receivers of webhooks and callbacks verify signatures themselves.
  const hasHandler = defaults.buildCallbacks !== undefined;
  reportLosses(raw, defaults, context);
  reportUnknownFields(raw, "operation", context);
  return {
    location: toLocation(raw),
    method: place.method,
    path: place.path,
    ...includeIfDefined("operationId", operationId),
    name,
    tags: readTags(raw),
    ...includeIfDefined("summary", readText(raw, "summary", context)),
    ...includeIfDefined("description", readText(raw, "description", context)),
    deprecated: readBoolean(raw, "deprecated") === true,
    parameters: mergeParameters(ownParameters, place.parameters),
    ownParameters,
    ...includeIfDefined(
      "requestBody",
      requestBody === undefined
        ? undefined
        : buildUse(requestBody, "requestBodies", context, buildRequestBody),
    ),
    responses: buildResponses(findMember(raw, "responses"), context),
    security:
      security === undefined
        ? defaults.security
        : buildSecurity(security, defaults.schemes, context),
    ...includeIfDefined("server", server === defaults.baseUrl ? undefined : server),
    callbacks: [],
    ...(buildRawBody(raw, hasHandler, context) ? { isRawBodyKept: true } : {}),
    ...includeIfDefined("pagination", buildPagination(findMember(raw, "x-pagination"), context)),
    extensions: readExtensions(raw),
  };
}

function readTags(raw: Raw): string[] {
  const tags = listElements(findMember(raw, "tags"))
    .map(({ value }) => value)
    .filter((tag) => typeof tag === "string")
    .filter((tag) => tag !== "");
  for (const tag of tags) {
    assertNameLength(tag, raw);
  }
  return tags;
}

/** Reports the parts of an operation that no target uses. */
function reportLosses(
  raw: Raw,
  { buildCallbacks }: OperationDefaults,
  context: BuildContext,
): void {
  const callbacks =
    buildCallbacks === undefined ? listMemberEntries(findMember(raw, "callbacks")) : [];
  for (const [name, callback] of callbacks) {
    if (!name.startsWith("x-")) {
      reportProblem(context, callback, {
        severity: "loss",
        code: "callback-not-carried",
        message: "Callbacks of callbacks and webhooks are not generated.",
        fix: "Describe the request as a callback of an operation, or under `webhooks`.",
      });
    }
  }
  const security = findMember(raw, "security");
  if (buildCallbacks === undefined && listElements(security).length > 0) {
    reportProblem(context, security ?? raw, {
      severity: "loss",
      code: "security-not-carried",
      message: "Receivers of webhooks require no credential, and senders of callbacks send none.",
      fix: "Sign webhooks (Standard Webhooks), or add and check the credential by hand.",
    });
  }
}

/** The address of the first server of a path item or an operation. Undefined when it has no servers of its own. */
export function findOwnServer(
  raw: Raw,
  { baseUrl, buildCallbacks }: OperationDefaults,
  context: BuildContext,
): string | undefined {
  const servers = findMember(raw, "servers");
  const [server] = buildServers(servers);
  if (servers === undefined || server === undefined) {
    return undefined;
  }
  const address = buildCallbacks === undefined ? undefined : resolveOwnAddress(server, baseUrl);
  if (address === undefined) {
    reportProblem(context, servers, {
      severity: "loss",
      code: "server-not-carried",
      message:
        buildCallbacks === undefined
          ? "Servers of callbacks and webhooks have no effect: callbacks go to the caller's URL, and webhooks to their receiver's."
          : `\`${server.url}\` is not an address that a client can send to.`,
      fix: "Write an absolute URL with `http:` or `https:`, or one that is relative to the document's first server, with a default for each variable; or give `baseUrl` with each call.",
    });
  }
  return address;
}

/** Makes a list of parameters. When two have the same name and location, the first one is used. */
export function buildParameters(
  raw: Raw | undefined,
  context: BuildContext,
  build: (raw: Raw, context: BuildContext) => Parameter | undefined,
): readonly Use<Parameter>[] {
  const seen = new Set<string>();
  return listElements(resolveInPlace(raw, context)).flatMap((element) => {
    const use = buildUse(element, "parameters", context, build);
    if (use === undefined) {
      return [];
    }
    const { name, in: location } = use.value;
    if (seen.has(`${location} ${name}`)) {
      reportProblem(context, element, {
        severity: "warning",
        code: "duplicate-parameter",
        message: `The ${location} parameter \`${name}\` is declared twice; the first declaration counts.`,
        fix: "Remove one of them.",
      });
      return [];
    }
    seen.add(`${location} ${name}`);
    return [use];
  });
}

/** The operation's own parameters, then those of the path item that it does not override (section 4.8.10). */
function mergeParameters(
  own: readonly Use<Parameter>[],
  inherited: readonly Use<Parameter>[],
): readonly Use<Parameter>[] {
  const isOverridden = ({ value }: Use<Parameter>): boolean =>
    own.some((use) => use.value.name === value.name && use.value.in === value.in);
  const all = [...own, ...inherited.filter((use) => !isOverridden(use))];
  return all.filter(({ value }) => !isIgnoredHeader(value));
}
