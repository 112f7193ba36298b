import { describe, expect, it } from "vitest";
import { loadTexts } from "../testing/load-texts.ts";
import { writePlainHead } from "../testing/write-plain-head.ts";

/** The problems of one document as `line: message`. */
function listLoadProblems(text: string): string[] {
  return loadTexts(text).problems.map(({ line, message }) => `${line}: ${message}`);
}

describe("a toolkit document", () => {
  it("is refused with every problem of its head at once, each with its line", () => {
    const lines = listLoadProblems(`openapi: 3.1.0
info: { title: X, version: '1.0' }
servers: [{ url: /relative }]
x-platform-toolkit:
  slug: Bad Slug
  legacy_id: none
  created_at: yesterday
  updated_at: '2025-11-20T08:00:00.000Z'
  categories: [unknown]
  auth:
    - { mode: MAGIC, security_scheme: s, name: N, typo: 1 }
paths: {}
`);
    expect(lines.map((line) => /^\d+: `[\w.-]+`/.exec(line)?.[0])).toEqual([
      "2: `info.version`",
      undefined,
      "5: `x-platform-toolkit.slug`",
      "6: `x-platform-toolkit.legacy_id`",
      "9: `x-platform-toolkit.categories.0`",
      "7: `x-platform-toolkit.created_at`",
      "11: `x-platform-toolkit.auth.0.mode`",
      "11: `x-platform-toolkit.auth.0`",
    ]);
  });

  it("is refused for YAML that only some parsers accept", () => {
    const { problems } = loadTexts(
      "openapi: 3.1.0\ninfo:\n  title: 'A\n  B'\n  version: '1'\npaths: {}\n",
    );
    expect(problems).toMatchObject([{ code: "loose-yaml", severity: "error", line: 4 }]);
  });

  it("is refused for a pattern that a hostile text makes slow, unless `maxLength` bounds it", () => {
    const lines = listLoadProblems(`${writePlainHead("x")}
paths:
  /a:
    get:
      operationId: a
      summary: A
      description: A.
      parameters:
        - { name: q, in: query, schema: { type: string, pattern: '^(a|a)*$' } }
        - { name: r, in: query, schema: { type: string, pattern: 'a+$' } }
        - { name: s, in: query, schema: { type: string, pattern: 'a+$', maxLength: 1000 } }
      responses: {}
`);
    expect(lines).toEqual([
      expect.stringMatching(/^18: The pattern `\^\(a\|a\)\*\$` can take exponential time/),
      expect.stringMatching(/^19: The pattern `a\+\$` can take time that is quadratic/),
    ]);
  });

  it("is refused with every problem of its operations and auth schemes at once", () => {
    const lines = listLoadProblems(`${writePlainHead("x")}
  auth:
    - { mode: OAUTH2, security_scheme: none, name: A, oauth2: { default_scopes: [a] } }
    - { mode: BASIC, security_scheme: key, name: B, test_operation: none }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X } } }
paths:
  /a:
    get: { summary: A, description: A., responses: {} }
    post: { operationId: b, summary: B, description: B., responses: {} }
    put: { operationId: B, summary: B, description: B., x-platform-success: [{ pointer: ok }], responses: {} }
    patch: { operationId: c, x-platform-hint: 1, responses: {} }
    delete: { operationId: d, summary: D, description: D., responses: {}, x-platform-members: { none: /a } }
`);
    expect(lines.sort()).toEqual(
      [
        "12: The components have no security scheme `none`.",
        "12: The security scheme has no flow `authorizationCode` with a `tokenUrl`.",
        "12: The flow has no scope `a`.",
        "13: `BASIC` credentials cannot be sent by the security scheme `key`.",
        "11: `test_operation` names the tool `X_NONE`, which does not exist.",
        "17: The operation has no `operationId`.",
        "19: Two operations would become the tool `X_B`.",
        "19: `x-platform-success.0.pointer`: must be a JSON Pointer.",
        "19: `x-platform-success.0`: needs exactly one of equals, absent and present.",
        "20: A tool needs a `summary`, which is its name, and a `description`, by which agents choose it.",
        "21: `x-platform-members` names `none`, which the body does not have.",
        '20: `paths./a.patch`: Unrecognized key: "x-platform-hint".',
      ].sort(),
    );
  });

  it("is refused for mistakes that are tolerated in other documents", () => {
    const lines = listLoadProblems(`${writePlainHead("x")}paths:
  /a/{id}:
    get: { operationId: a, summary: A, description: A., responses: {}, security: [{ none: [] }] }
    put: { operationId: a, summary: A, description: A., responses: {} }
`);
    expect(lines.map((line) => line.slice(0, 40)).sort()).toEqual([
      "12: The components have no usable securi",
      "12: `/a/{id}` has `{id}`, but the operat",
      "13: The operationId `a` is already used ",
      "13: `/a/{id}` has `{id}`, but the operat",
    ]);
  });

  it("is refused for a field with the name of the form's buttons", () => {
    const lines = listLoadProblems(`${writePlainHead("x")}
  auth:
    - { mode: API_KEY, security_scheme: key, name: A, fields: { connected_account_initiation: [{ name: link_action }] } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X } } }
paths: {}
`);
    expect(lines).toEqual([expect.stringContaining("must not be link_action")]);
  });

  it("is refused when it is not an OpenAPI document, or the version exists already", () => {
    expect(listLoadProblems("a: [")[0]).toMatch(/^1: /);
    const text = `${writePlainHead("x")}paths: {}`;
    expect(loadTexts(text, text).problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Version 20251120_00 of `x` is already in .*0\.yaml:3\.$/),
    ]);
  });
});
