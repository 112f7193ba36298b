import { expect, test } from "vitest";
import { findXpathMistake, judgeByXpath, replaceByXpath, selectByXpath } from "./xpath.ts";

const shelf = `<?xml version="1.0"?>
<shelf xmlns:s="urn:shop"><book id="7"><price>36</price><s:state>sold</s:state></book><book id="8"><price>20</price></book></shelf>`;

test.each([
  ["/shelf/book[price > 35]/price", undefined],
  ["count(//book) = 2", undefined],
  ["count(//pen)", "it selects nothing, or its value is false"],
  ["/shelf/pen", "it selects nothing, or its value is false"],
  ["string(/shelf/pen)", "it selects nothing, or its value is false"],
  ["//s:state = 'sold'", undefined],
  ["some $price in //price satisfies xs:integer($price) gt 35", undefined],
  ["(1, 2)", "FORG0006: Cannot determine the effective boolean value of a sequence"],
  ["//other:state", "XPST0081: The prefix other could not be resolved"],
])("`%s` is judged as XPath 3.1 says", (expression, reason) => {
  const judged = judgeByXpath(expression, shelf);
  expect(reason === undefined ? judged : judged?.slice(0, reason.length)).toBe(reason);
});

test("names without a prefix are in the namespace of the root, also when documents change", () => {
  const feed = (namespace: string): string => `<feed xmlns="${namespace}"><entry/></feed>`;
  for (const xml of [feed("urn:a"), "<feed><entry/></feed>", feed("urn:b")]) {
    expect(judgeByXpath("/feed/entry", xml)).toBe(undefined);
  }
});

test("a selector takes the text of the first node, or a value", () => {
  expect(selectByXpath("//price", shelf)).toBe("36");
  expect(selectByXpath("//book[2]/@id", shelf)).toBe("8");
  expect(selectByXpath("sum(//price)", shelf)).toBe(56);
  expect(selectByXpath("//book[1]", shelf)).toBe("36sold");
  expect(selectByXpath("//pen", shelf)).toBe(undefined);
  expect(selectByXpath("//pen", { shelf: 1 })).toBe(undefined);
});

test("a mistake of an expression is known without a document, and a prefix is none", () => {
  expect(findXpathMistake("/a[")).toContain("XPST0003: Failed to parse script");
  expect(findXpathMistake("lenght(/a)")).toContain("XPST0017");
  expect(findXpathMistake("/soap:Envelope/soap:Body")).toBe(undefined);
  expect(findXpathMistake("xs:integer(/order/id) = 1")).toBe(undefined);
});

test("parts of a payload are replaced, and their text is escaped", () => {
  const replaced = replaceByXpath("//book[1]/price | //book/@id", shelf, "1 < 2 & 'x'");
  expect(replaced).toContain(`<price>1 &lt; 2 &amp; 'x'</price>`);
  expect(replaced).toContain(`<book id="1 &lt; 2 &amp; 'x'"><price>20</price>`);
  expect(() => replaceByXpath("//pen", shelf, "x")).toThrow("it selects nothing in the payload");
  expect(() => replaceByXpath("/", shelf, "x")).toThrow("it selects the whole document");
});

test("the text of the document is that of its root", () => {
  expect(selectByXpath("/", shelf)).toBe("36sold20");
});

const laughs = Array.from({ length: 10 }, (_, index) =>
  index === 0 ? '<!ENTITY l0 "lol">' : `<!ENTITY l${index} "${`&l${index - 1};`.repeat(10)}">`,
);

test.each([
  ["text that is not XML", "hello", "the value is not XML: "],
  ["JSON", { a: 1 }, "the value is not XML"],
  ["no text", "", "the value is not XML: "],
  ["elements that are not closed", "<a><b></a>", "the value is not XML: non-well-formed element"],
  [
    "entities that expand to others",
    `<!DOCTYPE a [${laughs.join("")}]><a>&l9;</a>`,
    "the value is not XML: too much entity expansion",
  ],
  [
    "an entity that is repeated",
    `<!DOCTYPE a [<!ENTITY x "${"x".repeat(100_000)}">]><a>${"&x;".repeat(100_000)}</a>`,
    "the value is not XML: too much entity expansion",
  ],
  [
    "an entity of itself",
    '<!DOCTYPE a [<!ENTITY x "&x;">]><a>&x;</a>',
    "the value is not XML: reference to entity",
  ],
  [
    "depth",
    "<a>".repeat(100_000) + "</a>".repeat(100_000),
    "the XML has more than 1000 elements within each other",
  ],
  ["length", `<a>${"x".repeat(2_000_000)}</a>`, "the XML has more than 2000000 characters"],
])("%s of a hostile server is a reason, and does no harm", (_, xml, reason) => {
  expect(judgeByXpath("//a", xml)?.slice(0, reason.length)).toBe(reason);
});

test("nothing outside the text is read", () => {
  const outside = new URL(import.meta.url).href;
  const entity = `<!DOCTYPE a [<!ENTITY x SYSTEM "${outside}">]><a>&x;</a>`;
  expect(judgeByXpath("string-length(/a) = 0", entity)).toBe(undefined);
  for (const name of ["doc", "unparsed-text", "collection", "json-doc", "environment-variable"]) {
    expect(judgeByXpath(`${name}('${outside}')`, "<a/>"), name).toContain("XPST0017");
  }
});
