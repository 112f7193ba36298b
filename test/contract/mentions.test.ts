import { beforeAll, expect, test } from "vitest";
import { isObject, listOperations, type OpenApiDocument } from "../../scripts/support/document.ts";
import { bundleTheDocument } from "../support/document.ts";

let document: OpenApiDocument;
let texts: readonly string[];

beforeAll(async () => {
  ({ document } = await bundleTheDocument());
  texts = [...findDescriptions(document)];
});

/** Every description and summary of the document, the introduction among them. */
function* findDescriptions(node: unknown): Generator<string> {
  if (Array.isArray(node)) {
    for (const one of node) {
      yield* findDescriptions(one);
    }
  }
  if (!isObject(node)) {
    return;
  }
  for (const [key, value] of Object.entries(node)) {
    // A schema may have a property called `description`, whose value is an object.
    if (["description", "summary"].includes(key) && typeof value === "string") {
      yield value;
    } else {
      yield* findDescriptions(value);
    }
  }
}

/** The matches of a pattern in the descriptions, each once; line breaks inside are spaces. */
const listMentions = (pattern: RegExp): string[] => [
  ...new Set(
    texts.flatMap((text) =>
      [...text.replaceAll(/\s+/g, " ").matchAll(pattern)].map((match) => match[1] ?? ""),
    ),
  ),
];

test("every operation that a description names is there", () => {
  const there = new Set(
    listOperations(document).map(({ method, path }) => `${method.toUpperCase()} ${path}`),
  );
  // `GET /api/v3/tools`, in backticks
  const named = listMentions(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`?]*)`/g);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !there.has(name))).toEqual([]);
});

test("every error that a description names is in the list of errors", () => {
  const slugs = new Set(Object.keys(document.components.examples ?? {}));
  // Finds slugs in backticks, such as `Toolkit_NotFound`, but not `Domain_Reason`, which stands for the form of slugs.
  const named = listMentions(/`(?!Domain_Reason`)([A-Z][A-Za-z]+_[A-Z][a-z][A-Za-z]+)`/g);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !slugs.has(name))).toEqual([]);
});

test("every tag that a description links to is there", () => {
  const tags = new Set((document.tags ?? []).map(({ name }) => name));
  // [Webhook subscriptions](#tag/webhook_subscriptions)
  const linked = listMentions(/\(#tag\/([^)]+)\)/g);
  expect(linked.length).toBeGreaterThan(2);
  expect(linked.filter((name) => !tags.has(name))).toEqual([]);
});

test("every tag is in a group, because the reference leaves out other tags", () => {
  const groups: unknown = Reflect.get(document, "x-tagGroups");
  const grouped = Array.isArray(groups) ? groups.flatMap((group) => group.tags) : [];
  expect(grouped.toSorted()).toEqual((document.tags ?? []).map(({ name }) => name).toSorted());
});
