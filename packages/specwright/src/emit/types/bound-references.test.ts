import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { createTemplates } from "../shared/print/templates.ts";
import { renderTypes } from "./render-types.ts";

const component = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

/** The types of components without line breaks. */
function printComponents(schemas: Readonly<Record<string, object>>): string {
  const $self = "https://example.com/openapi";
  const model = buildModelFrom({ openapi: "3.1.0", $self, components: { schemas } });
  const text = renderTypes({ model, command: "", render: createTemplates() }, {});
  return text.replaceAll(/\s+/g, " ");
}

const Page = {
  $id: "/page",
  type: "object",
  properties: {
    items: { type: "array", items: { $dynamicRef: "#item" } },
    next: { $ref: "#" },
  },
  $defs: { item: { $dynamicAnchor: "item", not: {} } },
};

/** A page with items of a schema. */
const bindItems = (name: string, item: object, more: object = {}): object => ({
  ...{ $id: `/${name}`, $ref: "page", $defs: { item: { $dynamicAnchor: "item", ...item } } },
  ...more,
});

test("a $dynamicRef is the type that the schema around it binds it to, and unknown where nothing does", () => {
  const text = printComponents({
    Pet: { type: "object", properties: { name: { type: "string" } } },
    Page,
    Pets: bindItems("pets", { $ref: "/openapi#/components/schemas/Pet" }),
    Names: bindItems("names", { type: "string" }),
    Shelf: { type: "object", properties: { pages: { type: "array", items: component("Pets") } } },
  });
  const schemas = (name: string): string => `components["schemas"]["${name}"]`;
  expect(text).toContain(`Page: { items?: unknown[]; next?: ${schemas("Page")}; };`);
  expect(text).toContain(`Pets: { items?: ${schemas("Pet")}[]; next?: ${schemas("Pets")}; };`);
  expect(text).toContain(`Names: { items?: string[]; next?: ${schemas("Names")}; };`);
  expect(text).toContain(`Shelf: { pages?: ${schemas("Pets")}[]; };`);
});

test("a bound schema that has more than its reference is not what is inside it", () => {
  const total = { properties: { total: { type: "integer" } } };
  const text = printComponents({ Page, Counted: bindItems("counted", { type: "string" }, total) });
  expect(text).toContain("Counted: { total?: number; } & { items?: string[]; next?: unknown; };");
});

test("the outermost of several schemas binds a $dynamicRef", () => {
  const text = printComponents({
    Page,
    Texts: bindItems("texts", { type: "string" }),
    Numbers: { ...bindItems("numbers", { type: "number" }), $ref: "texts" },
  });
  expect(text).toContain("Texts: { items?: string[];");
  expect(text).toContain("Numbers: { items?: number[];");
});

test("a list of itself that another schema narrows is a list of that schema", () => {
  const text = printComponents({
    List: { $id: "/list", $dynamicAnchor: "list", type: "array", items: { $dynamicRef: "#list" } },
    Short: { $id: "/short", $dynamicAnchor: "list", $ref: "list", maxItems: 3 },
  });
  // An interface member must not be a list of itself, so both have aliases.
  expect(text).toContain("type CircularList = CircularList[];");
  expect(text).toContain("type CircularShort = CircularShort[];");
});

test.each([
  ["properties", (next: object) => ({ properties: { left: next, right: next } })],
  ["items", (next: object) => ({ type: "array", prefixItems: [next, next] })],
])(
  "bound schemas with the next one twice in their %s do not double the types at every level",
  (_, hold) => {
    const levels = Array.from({ length: 20 }, (_, level): [string, object] => {
      const next = { $ref: level === 19 ? "page" : `/level${level + 1}` };
      return [`Level${level}`, { $id: `/level${level}`, ...hold(next) }];
    });
    const top = { ...bindItems("top", { type: "string" }), $ref: "level0" };
    const text = printComponents({ Page, ...Object.fromEntries(levels), Top: top });
    expect(text).toContain("items?: string[]");
    expect(text.length).toBeLessThan(100_000);
  },
);
