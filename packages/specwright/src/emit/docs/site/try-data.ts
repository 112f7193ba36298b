import type { Model, Operation } from "../../../document/model/model.ts";
import { findSentSecurity } from "../../../document/model/sent-security.ts";
import { fillServerAddress } from "../../../document/model/server-address.ts";
import { chooseRequestSample } from "../samples/request-sample.ts";

/** The servers to which the form of an operation may send its request: absolute, or relative to the page's origin. */
export function listTryServers(model: Model, operation: Operation): readonly string[] {
  const servers =
    operation.server === undefined ? model.servers.map(fillServerAddress) : [operation.server];
  return [...new Set(servers)].filter(
    (url) => /^https?:\/\/[^{}\s]+$/.test(url) && URL.canParse(url) && !/[;,'"]/.test(url),
  );
}

/** What the script of the form needs: parameters, the body's example, and the credentials of each way in. */
export function buildTryData(model: Model, operation: Operation): string {
  const { body } = chooseRequestSample(operation);
  const values = new Map(
    chooseRequestSample(operation).parameters.map(({ parameter, value }) => [parameter, value]),
  );
  const schemes = new Set(findSentSecurity(model, operation).flatMap((way) => [...way.keys()]));
  return JSON.stringify({
    method: operation.method.toUpperCase(),
    path: operation.path,
    servers: listTryServers(model, operation),
    parameters: operation.parameters.map(({ value }) => ({
      name: value.name,
      in: value.in,
      required: value.required,
      style: value.style,
      explode: value.explode,
      value: printValue(values.get(value)),
    })),
    ...(body !== undefined && {
      body: {
        type: body.mediaType.mediaType,
        value: printBody(body.value),
      },
    }),
    security: [...schemes].flatMap((name) => {
      const scheme = model.components.securitySchemes.get(name);
      if (scheme === undefined || scheme.type === "mutualTLS") {
        return [];
      }
      return scheme.type === "apiKey"
        ? [{ name, kind: scheme.in, field: scheme.name }]
        : [
            {
              name,
              kind:
                scheme.type === "http" && scheme.scheme.toLowerCase() === "basic"
                  ? "basic"
                  : "bearer",
              field: "Authorization",
            },
          ];
    }),
  });
}

/** Larger examples are not filled in, because the page would carry them twice. */
const maximumBody = 20_000;

function printBody(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value, undefined, 2) ?? "");
  return text.length > maximumBody ? "" : text;
}

function printValue(value: unknown): string {
  return value === undefined || value === null
    ? ""
    : typeof value === "string"
      ? value
      : Array.isArray(value)
        ? value.map(printValue).join(",")
        : JSON.stringify(value);
}
