import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveInRoot } from "../../../../scripts/support/paths.ts";
import { mutate } from "../../../../test/agreement/mutations.ts";
import { fc } from "../../../../test/support/fast-check.ts";
import { createRandom } from "../../../../test/support/samples.ts";
import { loadModel } from "../../../specwright/src/commands/load/load-model.ts";
import type { Operation, Parameter } from "../../../specwright/src/document/model/model.ts";
import { seedProject } from "../isolation/seed-project.ts";
import { createArbitraryValue } from "./arbitrary-value.ts";
import { startWorld, type World } from "./world.ts";

const isSoak = process.env.SOAK === "1";
const requestCount = isSoak ? 1000 : 40;

const { model } = loadModel(resolveInRoot("spec/openapi.yaml"), { source: "spec/openapi.yaml" });
const { operations } = model;

let world: World;
/** Existing ids, so that some requests get past the look-up. */
let own: readonly string[];
let keys: { readonly project: string; readonly owner: string; readonly console: string };

beforeAll(async () => {
  world = await startWorld();
  const { organization } = await world.owner.auth.getSessionInfo();
  const home = { id: organization.id, key: world.keys.owner };
  const project = await seedProject(world, home, "FUZZ");
  const spare = await world.owner.projects.createProject({
    body: { name: "spare", should_create_api_key: true },
  });
  own = [...Object.values({ ...project.ids, proj: spare.id }), "acme", "ACME_CREATE_THING"];
  keys = { project: project.key, owner: world.keys.owner, console: world.keys.console };
}, 120_000);
afterAll(async () => {
  await world?.close();
});

/** A random request. Each part of it may be valid or invalid. */
interface Drawn {
  readonly values: readonly (readonly [Parameter, unknown])[];
  readonly body: unknown;
  readonly mediaType: string | undefined;
  readonly breakBy: number | undefined;
}

function drawRequest(operation: Operation): fc.Arbitrary<Drawn> {
  const parameters = operation.parameters.map(({ value }) => {
    // For an existing id, its index in the list is drawn.
    const text = fc.oneof(
      createArbitraryValue(value.schema),
      fc.nat(own.length - 1).map((at) => own[at]),
    );
    const pair = text.map((drawn) => [value, drawn] as const);
    return value.required ? pair : fc.option(pair, { nil: undefined });
  });
  const [content] = operation.requestBody?.value.content ?? [];
  const body =
    content?.schema === undefined ? fc.constant(undefined) : createArbitraryValue(content.schema);
  return fc
    .tuple(fc.tuple(...parameters), body, fc.option(fc.nat(), { freq: 2, nil: undefined }))
    .map(([drawn, sent, breakBy]) => ({
      values: drawn.filter((pair) => pair !== undefined),
      body: sent,
      mediaType: content?.mediaType,
      breakBy,
    }));
}

function toRequest(operation: Operation, { values, body, mediaType, breakBy }: Drawn): Request {
  const writeParameter = (value: unknown): string =>
    Array.isArray(value)
      ? value.map((each) => encodeURIComponent(replaceLoneSurrogates(each))).join(",")
      : encodeURIComponent(replaceLoneSurrogates(value));
  const find = (location: string) => values.filter(([parameter]) => parameter.in === location);
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = find("path").find(([parameter]) => parameter.name === name)?.[1];
    // Clients remove a path segment that consists of dots before they send a request.
    return writeParameter(value).replaceAll(/^\.{0,2}$/g, "-");
  });
  const query = find("query").map(([{ name }, value]) => `${name}=${writeParameter(value)}`);
  const isOwners = operation.security.some((each) => each.has("OrganizationKey"));
  const headers = new Headers({ accept: "application/json, text/plain;q=0.9, text/html;q=0.8" });
  if (operation.security.some((each) => each.has("ConsoleSession"))) {
    headers.set("cookie", `__Host-console_session=${keys.console}`);
  } else if (operation.security.length > 0) {
    headers.set("x-api-key", isOwners ? keys.owner : keys.project);
  }
  for (const [{ name }, value] of find("header")) {
    headers.set(name, writeParameter(value).slice(0, 300));
  }
  if (mediaType !== undefined) {
    headers.set("content-type", mediaType);
  }
  const sent = breakBy === undefined ? body : mutate(body, createRandom(breakBy));
  const text = mediaType?.includes("json") ? JSON.stringify(sent) : writeForm(sent);
  return new Request(`${world.url}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`, {
    method: operation.method.toUpperCase(),
    redirect: "manual",
    headers,
    ...(mediaType !== undefined && text !== undefined && { body: text }),
  });
}

/** Lone surrogates cannot be encoded. */
function replaceLoneSurrogates(value: unknown): string {
  return (typeof value === "object" ? JSON.stringify(value) : String(value)).toWellFormed();
}

function writeForm(value: unknown): string {
  const pairs = Object.entries(Object(value)).map(([name, each]) => [
    name,
    replaceLoneSurrogates(each),
  ]);
  return pairs
    .map((pair) => pair.map((part) => encodeURIComponent(replaceLoneSurrogates(part))).join("="))
    .join("&");
}

test.each(operations.map((operation) => [operation.name, operation] as const))(
  "%s: no request is answered with 500, or with an undocumented status or body",
  async (name, operation) => {
    const statuses = new Map<number, number>();
    const request = fc.asyncProperty(drawRequest(operation), async (drawn) => {
      const { status } = await world.coverage.fetch(toRequest(operation, drawn));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status).not.toBe(500);
    });
    await fc.assert(request, { numRuns: requestCount, endOnFailure: !isSoak });
    // The server itself checks its responses against the document, and sends 500 instead of one that differs.
    expect(world.coverage.report(new Set([name])).strange).toEqual([]);
  },
  isSoak ? 600_000 : 60_000,
);

test("afterwards nothing unexpected is in the log", () => {
  expect(world.log.filter((line) => line.includes("unexpected error"))).toEqual([]);
});
