import { beforeAll, describe, expect, test } from "vitest";
import { listOperations, type OpenApiDocument } from "../../scripts/support/document.ts";
import { bundleTheDocument } from "../support/document.ts";
import {
  codesOfAll,
  codesOfBodies,
  codesOfPost,
  decided,
  described,
  type Endpoint,
  knownByPath,
} from "./endpoints.ts";

const expected: readonly Endpoint[] = [...described, ...knownByPath, ...decided];
const nameEndpoint = (method: string, path: string): string => `${method.toUpperCase()} ${path}`;

let document: OpenApiDocument;
let documented: Map<string, { codes: number[]; hasBody: boolean }>;

beforeAll(async () => {
  ({ document } = await bundleTheDocument());
  documented = new Map(
    listOperations(document).map(({ method, path, operation }) => [
      nameEndpoint(method, path),
      {
        codes: Object.keys(operation.responses).map(Number),
        hasBody: operation.requestBody !== undefined,
      },
    ]),
  );
});

describe("the bundled document", () => {
  test("has every endpoint of the API document and of docs/decisions.md", () => {
    const missing = expected
      .map(([method, path]) => nameEndpoint(method, path))
      .filter((one) => !documented.has(one));
    expect(missing).toEqual([]);
  });

  test("has no operation that neither of them names", () => {
    const named = new Set(expected.map(([method, path]) => nameEndpoint(method, path)));
    expect([...documented.keys()].filter((one) => !named.has(one))).toEqual([]);
  });

  test("lists no endpoint twice", () => {
    expect(new Set(expected.map(([method, path]) => nameEndpoint(method, path))).size).toBe(
      expected.length,
    );
  });

  test("documents every status code that they list", () => {
    const missing = expected.flatMap(([method, path, codes]) => {
      const operation = documented.get(nameEndpoint(method, path));
      return codes
        .filter((code) => !operation?.codes.includes(code))
        .map((code) => `${nameEndpoint(method, path)}: ${code}`);
    });
    expect(missing).toEqual([]);
  });

  test("documents the codes that every operation, every body and every POST has", () => {
    const missing = [...documented].flatMap(([operation, { codes, hasBody }]) => {
      const due = [
        ...codesOfAll,
        ...(hasBody ? codesOfBodies : []),
        // Applications send their deliveries without an Idempotency-Key, and that of an import counts for each line.
        ...(/^POST (?!.*(?:webhook_ingress|accounts\/import))/.test(operation) ? codesOfPost : []),
      ];
      return due.filter((code) => !codes.includes(code)).map((code) => `${operation}: ${code}`);
    });
    expect(missing).toEqual([]);
  });

  test("sends 410 only where the API document lists it or docs/decisions.md names it", () => {
    const allowed = new Set(
      expected
        .filter(([, , codes]) => codes.includes(410))
        .map(([method, path]) => nameEndpoint(method, path)),
    );
    // Executing tools in section 10 is the same as in section 7, including the answer for a deprecated tool.
    allowed.add("POST /api/v3/tool_router/session/{session_id}/execute");
    const sending = [...documented]
      .filter(([, { codes }]) => codes.includes(410))
      .map(([operation]) => operation);
    expect(sending.filter((one) => !allowed.has(one))).toEqual([]);
  });

  test("names the events of docs/decisions.md in their versions", () => {
    expect(Object.keys(document.webhooks ?? {})).toEqual([
      "platform.trigger.message",
      "platform.trigger.message.v2",
      "platform.trigger.message.v1",
      "platform.connected_account.expired",
      "platform.trigger.disabled",
    ]);
  });
});
