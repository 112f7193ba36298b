import { randomUUID } from "node:crypto";
import { encodeBlob, joinBlobs } from "./encoded-blob.ts";

/** The members of a body that become the message, in operations with `x-platform-mime`. */
export const mimeMembers: ReadonlySet<string> = new Set([
  "from",
  "to",
  "cc",
  "bcc",
  "reply_to",
  "subject",
  "body",
  "is_html",
  "in_reply_to",
  "references",
  "attachments",
]);

type Members = Readonly<Record<string, unknown>>;

/**
 * A message of Internet mail (RFC 5322, RFC 2045) with one part of text or HTML in base64, and with one more for each file in
 * `attachments`, whose bytes are read when the message is. Names and the subject become encoded words (RFC 2047) where they are
 * not ASCII. Line breaks in values cannot start new header fields.
 */
export function buildMimeMessage(members: Members): string | Blob {
  const files = (Array.isArray(members.attachments) ? members.attachments : []).filter(
    (each): each is File => each instanceof File,
  );
  const fields = [
    ...writeMimeField("From", writeAddresses(members.from)),
    ...writeMimeField("To", writeAddresses(members.to)),
    ...writeMimeField("Cc", writeAddresses(members.cc)),
    ...writeMimeField("Bcc", writeAddresses(members.bcc)),
    ...writeMimeField("Reply-To", writeAddresses(members.reply_to)),
    ...writeMimeField("Subject", writeEncodedWords(writeOnOneLine(members.subject))),
    ...writeMimeField("In-Reply-To", writeOnOneLine(members.in_reply_to)),
    ...writeMimeField("References", writeOnOneLine(members.references)),
    "MIME-Version: 1.0",
  ];
  const partFields = [
    `Content-Type: text/${members.is_html === true ? "html" : "plain"}; charset=utf-8`,
    "Content-Transfer-Encoding: base64",
  ];
  const content = Buffer.from(typeof members.body === "string" ? members.body : "", "utf8");
  // Lines of encoded text have at most 76 characters (RFC 2045, section 6.8).
  const lines = content.toString("base64").match(/.{1,76}/g) ?? [];
  const text = [...partFields, "", ...lines, ""];
  if (files.length === 0) {
    return [...fields, ...text].join("\r\n");
  }
  const boundary = `=_${randomUUID()}`;
  const head = [
    ...fields,
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    ...["", `--${boundary}`, ...text],
  ];
  return joinBlobs([
    new Blob([head.join("\r\n")]),
    ...files.flatMap((file) => [
      new Blob([[`--${boundary}`, ...writeFileFields(file), "", ""].join("\r\n")]),
      encodeBlob(file, { lineBytes: 57 }),
    ]),
    new Blob([`--${boundary}--\r\n`]),
  ]);
}

/** The name is written twice: encoded (RFC 2231), and for old programs in ASCII. */
function writeFileFields({ name, type }: File): string[] {
  const plain = writeOnOneLine(name).replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(writeOnOneLine(name).toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const known = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type) ? type : "application/octet-stream";
  return [
    `Content-Type: ${known}`,
    `Content-Disposition: attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    "Content-Transfer-Encoding: base64",
  ];
}

function writeMimeField(name: string, value: string): string[] {
  return value === "" ? [] : [`${name}: ${value}`];
}

/** One line of text: line breaks and other control characters become spaces. */
function writeOnOneLine(value: unknown): string {
  const text = typeof value === "string" ? value : "";
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** Addresses with their names: `Ada <ada@example.com>`, or the address alone. */
function writeAddresses(value: unknown): string {
  const list = Array.isArray(value) ? value : [value];
  return list
    .map(writeOnOneLine)
    .filter((text) => text !== "")
    .map((text) => {
      const start = text.lastIndexOf("<");
      const name = text.slice(0, Math.max(0, start)).trimEnd();
      const address = text.slice(start);
      const isNamed = name !== "" && address.indexOf(">") === address.length - 1;
      return isNamed ? `${writeEncodedWords(name)} ${address}` : text;
    })
    .join(", ");
}

/** Bytes in one encoded word: base64 of 45 bytes with its frame stays under 75 characters (RFC 2047, section 2). */
const wordBytes = 45;

function writeEncodedWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) {
    return text;
  }
  const words: string[] = [];
  let current = "";
  for (const character of text) {
    if (Buffer.byteLength(current + character) > wordBytes) {
      words.push(current);
      current = "";
    }
    current += character;
  }
  return [...words, current]
    .map((word) => `=?utf-8?B?${Buffer.from(word, "utf8").toString("base64")}?=`)
    .join("\r\n ");
}
