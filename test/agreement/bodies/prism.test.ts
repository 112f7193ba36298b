import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { type Mock, startMock } from "../../../scripts/serve/prism.ts";
import { bodyDocument } from "./body-document.ts";
import { type Input, useBodyWorld } from "./body-world.ts";

const world = useBodyWorld("prism");

describe("the generated client at Prism", () => {
  let mock: Mock;

  beforeAll(async () => {
    // Only the paths that OpenAPI 3.1 can also describe. A header with `content` is left out, because Prism crashes
    // over it.
    const { paths, ...rest } = bodyDocument as { paths: Record<string, unknown> };
    const known = ["/upload", "/form", "/choice"];
    const ofPrism = Object.fromEntries(known.map((path) => [path, paths[path]]));
    mock = await startMock(stringify({ ...rest, openapi: "3.1.0", paths: ofPrism }));
  });

  afterAll(async () => {
    await mock.stop();
  });

  const picture = (): unknown =>
    world.client.part(new File(["\x89PNG"], "a.png", { type: "image/png" }), {
      headers: { "X-Checksum": 7 },
    });

  const ask = (operation: string, input?: Input, options?: Input): Promise<unknown> =>
    world.callAt(mock.url, operation, input, options);

  test("forms and multipart bodies are understood by Prism as the document describes them", async () => {
    // Prism does not read a field as a list, whether it is repeated or joined by commas.
    expect(await ask("form", { body: { name: "n", path: "p" } })).toBe(undefined);
    await expect(ask("form", { body: { path: "p" } })).rejects.toMatchObject({ status: 422 });
    const inBrackets = (value: unknown): Promise<unknown> =>
      ask("form", { body: { name: "n", deep: { "k[l]": value } } });
    expect(await inBrackets(1)).toBe(undefined);
    await expect(inBrackets("x")).rejects.toMatchObject({ status: 422 });
    const uploaded = ask("upload", { body: { name: "n", avatar: picture(), notes: "x" } });
    expect(await uploaded.catch((error: { body: unknown }) => error.body)).toBe(undefined);
    await expect(ask("upload", { body: { name: "n" } })).rejects.toMatchObject({ status: 422 });
  });

  test("the requested media type comes back", async () => {
    const item = { n: expect.any(Number) };
    expect(await ask("choice", { body: { n: 1 } })).toMatchObject(item);
    expect(await ask("choice", { body: { n: 1 } }, { accept: "text/csv" })).toEqual(
      expect.any(String),
    );
  });
});
