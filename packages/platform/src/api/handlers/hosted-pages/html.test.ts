import { expect, test } from "vitest";
import { html } from "./html.ts";
import { createLinkPage } from "./link-page.ts";
import { createPageHeaders } from "./page.ts";

test("every text in a template is escaped, HTML is not, and nothing is left out", () => {
  const list = [html`<i>${"a&b"}</i>`, html`<i>${1}</i>`];
  const made = html`<p title="${`"'><script>`}">${list}${null}${undefined}</p>`;
  expect(made.html).toBe(`<p title="&#34;&#39;&#62;&#60;script&#62;"><i>a&#38;b</i>\n<i>1</i></p>`);
});

test("every field has a label, its description and its problem, and a secret is never written back", () => {
  const field = {
    displayName: "Key",
    type: "string",
    description: "Find it.",
    required: true,
  } as const;
  const page = createLinkPage(
    {
      project: { name: "P", logoUrl: "https://cdn.example.com/logo.png" },
      userId: "u",
      toolkit: { name: "T", logoUrl: null },
      fields: [
        { ...field, name: "key", is_secret: true },
        { ...field, name: "site", is_secret: false, required: false },
      ],
      redirects: false,
      purpose: "connect",
      permissions: [],
      signInHost: null,
      outcome: null,
      callbackUrl: null,
    },
    {
      kind: "fields",
      problems: new Map([["key", "Fill in this field."]]),
      typed: { key: "canary", site: "<eu>" },
    },
  );
  expect(page.body).not.toMatch(/canary|<script|<eu>/);
  expect(page.body).toContain('value="&#60;eu&#62;"');
  expect(page.body).toContain('aria-describedby="key-hint key-problem" aria-invalid="true"');
  expect(page.body.match(/<label for="/g)).toHaveLength(2);
  expect(page.headers["Content-Security-Policy"]).toContain(
    "img-src 'self' https://cdn.example.com;",
  );
  expect(createPageHeaders()["Content-Security-Policy"]).not.toContain("unsafe");
});

test.each([
  "https://*/a",
  "https://a;sandbox/b",
  "https://a'b/c",
  "data:image/png,a",
  "https://a,b/",
])("an image at %s adds nothing to the policy", (image) => {
  expect(createPageHeaders([image])).toEqual(createPageHeaders());
});
