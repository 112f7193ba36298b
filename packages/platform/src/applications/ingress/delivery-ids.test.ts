import { describe, expect, it } from "vitest";
import { catalog } from "../toolkits/testing/shipped-toolkits.ts";
import { readDeliveryIds } from "./delivery-ids.ts";

/** The ids of a delivery of a shipped toolkit. */
function readIds(
  slug: string,
  headers: Readonly<Record<string, string>>,
  text: string,
): readonly string[] {
  const { webhooks } = catalog.getToolkit(slug);
  if (webhooks === undefined) {
    throw new Error(`${slug} has no webhooks.`);
  }
  const bytes = Buffer.from(text);
  return readDeliveryIds(
    { headers: new Headers(headers), bytes, body: JSON.parse(text) },
    webhooks,
  );
}

describe("the ids of a delivery", () => {
  it("include a hash of the body where the signature does not cover the application's id", () => {
    const first = readIds("github", { "x-github-delivery": "one" }, '{"a":1}');
    // Somebody who recorded it sends it again with another id.
    const again = readIds("github", { "x-github-delivery": "two" }, '{"a":1}');
    const other = readIds("github", { "x-github-delivery": "three" }, '{"a":2}');
    expect([first[0], again[0]]).toEqual(["id:one", "id:two"]);
    expect(first.filter((id) => again.includes(id))).toHaveLength(1);
    expect(first.filter((id) => other.includes(id))).toEqual([]);
  });

  it("are a hash of the body alone where the application sent no id", () => {
    const ids = readIds("github", {}, '{"a":1}');
    expect(ids).toEqual([expect.stringMatching(/^body:[0-9a-f]{64}$/)]);
    expect(readIds("github", { "x-github-delivery": "one" }, '{"a":1}')).toContain(ids[0]);
  });

  it("are the application's id alone where that is in the signed body", () => {
    const text = '{"id":"evt_1","type":"charge.failed"}';
    expect(readIds("stripe", {}, text)).toEqual(["id:evt_1"]);
  });
});
