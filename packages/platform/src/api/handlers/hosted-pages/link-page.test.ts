import { expect, test } from "vitest";
import type { LinkPage } from "../../../domain/accounts/connecting/link-page.ts";
import { createClosingPage } from "./closing-page.ts";
import { createLinkPage } from "./link-page.ts";

const consent: LinkPage = {
  project: { name: "Northwind", logoUrl: null },
  userId: "ada",
  toolkit: { name: "Harbour", logoUrl: "https://platform.example.com/logos/harbour.svg" },
  purpose: "connect",
  fields: [],
  redirects: true,
  permissions: [
    { scope: "read", description: "See every ship & berth." },
    { scope: "crane:move", description: null },
  ],
  signInHost: "harbour.example.com",
  outcome: null,
  callbackUrl: "https://app.example.com/done?secret=canary",
};

const form: LinkPage = {
  ...consent,
  redirects: false,
  permissions: [],
  signInHost: null,
  fields: [
    {
      name: "token",
      displayName: "Token",
      type: "string",
      description: "",
      required: true,
      is_secret: true,
    },
  ],
};

/** The texts that a reader sees on the page, one a line. */
function read({ body }: { readonly body: string }): string {
  const text = body.slice(body.indexOf("<main>")).replaceAll(/<\/?(?:bdi|strong|span)[^>]*>/g, "");
  return text.replaceAll(/<[^>]+>/g, "\n").replaceAll(/\n\s*/g, "\n");
}

test("before the sign-in the page names the project and its wishes, the host of the sign-in, and the address to return to", () => {
  const text = read(createLinkPage(consent));
  for (const line of [
    "Connect Harbour",
    "Northwind would like to use your Harbour account.",
    "This allows Northwind to:",
    "See every ship &#38; berth.",
    "crane:move",
    "Continue to Harbour",
    "Decline",
    "You sign in at harbour.example.com. This page does not see your password.",
    "Connecting as",
    "ada",
    "Then back to",
    "app.example.com",
  ]) {
    expect(text.split("\n")).toContain(line);
  }
  expect(text).not.toContain("canary");
});

test("the button that connects comes first, so that the Enter key presses it, and declining needs no field", () => {
  for (const page of [consent, form]) {
    const buttons = Array.from(createLinkPage(page).body.matchAll(/<button[^>]*>/g), String);
    expect(buttons).toEqual([
      "<button>",
      '<button class="second" name="link_action" value="decline" formnovalidate>',
    ]);
  }
});

test("without scopes the page says that the application or the credentials decide what is allowed", () => {
  const open = createLinkPage({ ...consent, permissions: [], signInHost: null });
  expect(read(open)).toContain("Harbour will ask you what Northwind may use.");
  expect(read(open)).toContain("You sign in at Harbour.");
  expect(read(createLinkPage(form))).toContain("whatever these credentials allow.");
});

test("the page says when an account is connected again", () => {
  expect(read(createLinkPage({ ...consent, purpose: "refresh" }))).toContain("Reconnect Harbour");
});

test("names that people chose are isolated from the text around them, whatever way they are written", () => {
  const { body } = createLinkPage({ ...consent, project: { name: "שלום", logoUrl: null } });
  expect(body).toContain("<strong><bdi>שלום</bdi></strong>");
  expect(body).toContain('<span class="mark">ש</span>');
});

test("no page has a script or a style of its own, and its policy allows neither", () => {
  for (const page of [
    createLinkPage(consent),
    createLinkPage(form, { kind: "unchecked", problems: new Map(), typed: {} }),
    createLinkPage({ ...consent, outcome: "success" }),
    createLinkPage({ ...consent, outcome: "unchecked" }),
    createLinkPage({ ...consent, outcome: "failed" }),
    createClosingPage("declined", consent.toolkit),
  ]) {
    expect(page.body).not.toMatch(/<script| style=| on[a-z]+=/);
    expect(page.headers["Content-Security-Policy"]).toMatch(
      /^default-src 'none'; style-src 'self'; img-src 'self' https:\/\/platform\.example\.com;/,
    );
  }
});
