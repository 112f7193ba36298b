import { expect, test } from "vitest";
import { readIntent } from "./intent.ts";
import { stemWord } from "./stem-word.ts";

const verbs = new Set(["create", "delete", "list", "send"].map(stemWord));
const read = (query: string) => readIntent(query, (word) => verbs.has(word));

test.each([
  ["which invoices are late", true],
  ["show the late invoices", true],
  ["late invoices of Acme", true],
  ["open invoices", true],
  ["all my drafts", true],
  ["send invoices to Acme", false],
  ["open an issue", false],
  ["make invoices for October", false],
])("%s asks for information: %s", (query, asks) => {
  expect(read(query).asks).toBe(asks);
});

test.each([
  ["show issue 42", true],
  ["what is ENG-7 about", true],
  ["customer cus_123", true],
  ["read #12", true],
  ["show the issues", false],
  ["what do I have at 4 pm", false],
  ["meetings within 30 minutes", false],
])("%s names one thing: %s", (query, namesOne) => {
  expect(read(query).namesOne).toBe(namesOne);
});
