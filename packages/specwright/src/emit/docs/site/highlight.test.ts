import { expect, test } from "vitest";
import { highlightCode } from "./highlight.ts";

test("names, texts and numbers are coloured, and punctuation has no element", () => {
  expect(highlightCode('{ "a<b": [1, "x"] }', "json")).toBe(
    '{ <span class="attr">&quot;a&lt;b&quot;</span>: [<span class="number">1</span>, <span class="string">&quot;x&quot;</span>] }',
  );
});

test("code of an unknown language is escaped", () => {
  expect(highlightCode("<b>", "unknown")).toBe("&#60;b&#62;");
});

test("YAML, HTTP messages, differences and SQL are coloured, and names of their dialects are known", () => {
  expect(highlightCode("a: [1, 'b'] # c", "yml")).toBe(
    '<span class="attr">a:</span> [<span class="number">1</span>, <span class="string">&#x27;b&#x27;</span>] <span class="comment"># c</span>',
  );
  expect(highlightCode("GET /a HTTP/1.1\nHost: b", "http")).toContain(
    '<span class="attribute">Host</span>',
  );
  expect(highlightCode("-a\n+b", "diff")).toContain('<span class="addition">+b</span>');
  expect(highlightCode("SELECT 1", "sql")).toContain('<span class="keyword">SELECT</span>');
  expect(highlightCode('{ "a": 1 } // b', "jsonc")).toContain('<span class="attr">');
  expect(highlightCode("const a = 1", "tsx")).toContain('<span class="keyword">');
});

test("of long code the first lines are coloured, and a long line stays as it is", () => {
  const lines = '"a": 1\n'.repeat(5000);
  const html = highlightCode(lines, "json");
  expect(html).toMatch(/^<span class="attr">&quot;a&quot;<\/span>: /);
  expect(html.endsWith("&#34;a&#34;: 1\n")).toBe(true);
  expect(html.match(/<span/g)?.length).toBeLessThan(2000);
  expect(html.replace(/<[^>]+>/g, "").split("\n")).toHaveLength(5001);
  expect(highlightCode("1 ".repeat(600), "json")).not.toContain("<");
});
