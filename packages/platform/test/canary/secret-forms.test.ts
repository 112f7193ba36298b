import { expect, test } from "vitest";
import { findSecrets, listSecretForms } from "./secret-forms.ts";

const secret = `Canary"é'+/=0123456789abcdef`;
const secrets = new Map([["it", listSecretForms(secret)]]);

test.each([
  ["as it is", (text: string) => text],
  ["in JSON", (text: string) => JSON.stringify({ a: text })],
  ["in JSON in JSON", (text: string) => JSON.stringify(JSON.stringify({ a: text }))],
  ["in an address", (text: string) => `https://a.example/?a=${encodeURIComponent(text)}`],
  ["in a form", (text: string) => new URLSearchParams({ a: text }).toString()],
  ["in HTML", (text: string) => text.replaceAll('"', "&#34;")],
  ["in a row of PostgreSQL", (text: string) => `(1,"${text.replaceAll('"', '""')}")`],
  ["in a statement of SQL", (text: string) => `values ('${text.replaceAll("'", "''")}')`],
  ["in hexadecimal", (text: string) => Buffer.from(`x${text}y`).toString("hex")],
  ["backwards", (text: string) => [...text].reverse().join("")],
  ["in base64", (text: string) => Buffer.from(text).toString("base64")],
  ["in base64 behind one byte", (text: string) => Buffer.from(`u${text}v`).toString("base64")],
  [
    "in a form in base64",
    (text: string) => Buffer.from(`id:${encodeURIComponent(text)}`).toString("base64"),
  ],
  ["in base64url behind two", (text: string) => Buffer.from(`u:${text}`).toString("base64url")],
  ["in base64url behind three", (text: string) => Buffer.from(`abc${text}d`).toString("base64url")],
])("a secret is found %s", (_, hide) => {
  expect(findSecrets(`before ${hide(secret)} after`, secrets)).toHaveLength(1);
  expect(findSecrets(`before ${hide(secret.slice(0, -9))} after`, secrets)).toEqual([]);
});
