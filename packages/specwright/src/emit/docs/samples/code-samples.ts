import { isObject } from "../../../json-object.ts";
import { encodeForm } from "../../shared/bodies/form-fields.ts";
import { classifyMediaType } from "../../shared/bodies/media-kind.ts";
import { listMultipartParts } from "../../shared/bodies/multipart-parts.ts";
import { escapeString } from "../../shared/escape/string.ts";
import { encodeIfPossible, type HttpSample, type SampleCredential } from "./http-sample.ts";
import type { BodySample } from "./request-sample.ts";

/** The call of a sample with `fetch`, as a module for Node, Deno or Bun. */
export function printFetchSample(sample: HttpSample): string {
  const body = planBody(sample.body);
  const secret = ({ variable }: SampleCredential): string => `process.env.${variable}`;
  // Types of Node say that a variable may be missing.
  const given = (credential: SampleCredential): string => `${secret(credential)} ?? ""`;
  const headers = listHeaders(sample, body, (credential) =>
    credential.kind === "basic"
      ? `\`Basic \${btoa(${given(credential)})}\``
      : credential.prefix === "" && credential.kind !== "cookie"
        ? given(credential)
        : credential.kind === "cookie"
          ? secret(credential)
          : `\`${credential.prefix}\${${secret(credential)}}\``,
  ).map(([name, value]) => `    ${escapeString(name)}: ${value ?? ""},`);
  const form = body?.parts?.map(({ name, text }) =>
    text === undefined
      ? `form.append(${escapeString(name)}, new Blob([]), ${escapeString(name)});`
      : `form.append(${escapeString(name)}, ${escapeString(text)});`,
  );
  const sent =
    form !== undefined
      ? "form"
      : body?.json !== undefined
        ? `JSON.stringify(${indent(JSON.stringify(body.json, undefined, 2), "  ")})`
        : body?.text !== undefined
          ? escapeString(body.text)
          : body?.isFile === true
            ? "new Blob([])"
            : undefined;
  const options = [
    ...(sample.method === "GET" ? [] : [`  method: ${escapeString(sample.method)},`]),
    ...(headers.length === 0 ? [] : ["  headers: {", ...headers, "  },"]),
    ...(sent === undefined ? [] : [`  body: ${sent},`]),
  ];
  const address = printAddress(sample, escapeString, (name, credential, mark) =>
    [escapeString(`${mark}${name}=`), `encodeURIComponent(${given(credential)})`].join(" + "),
  );
  return [
    ...(form === undefined ? [] : ["const form = new FormData();", ...form, ""]),
    options.length === 0
      ? `const response = await fetch(${address});`
      : `const response = await fetch(${address}, {\n${options.join("\n")}\n});`,
    "console.log(response.status, await response.text());",
  ].join("\n");
}

/** The call of a sample with Python's `httpx`. */
export function printHttpxSample(sample: HttpSample): string {
  const body = planBody(sample.body);
  const secret = ({ variable }: SampleCredential): string => `os.environ["${variable}"]`;
  const headers = listHeaders(sample, body, (credential) =>
    credential.kind === "basic"
      ? undefined
      : credential.prefix === ""
        ? secret(credential)
        : `"${credential.prefix}" + ${secret(credential)}`,
  ).flatMap(([name, value]) =>
    value === undefined ? [] : [`        ${printText(name)}: ${value},`],
  );
  const basic = sample.credentials.find(({ kind }) => kind === "basic");
  const fields = body?.parts?.filter(({ text }) => text !== undefined) ?? [];
  const files = body?.parts?.filter(({ text }) => text === undefined) ?? [];
  const list = (name: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0
      ? []
      : [`    ${name}={`, ...lines.map((line) => `        ${line},`), "    },"];
  const address = printAddress(
    sample,
    printText,
    (name, credential, mark) => `${printText(`${mark}${name}=`)} + ${secret(credential)}`,
  );
  const options = [
    ...(headers.length === 0 ? [] : ["    headers={", ...headers, "    },"]),
    ...(basic === undefined ? [] : [`    auth=tuple(${secret(basic)}.split(":", 1)),`]),
    ...(sample.credentials.some(({ kind }) => kind === "certificate")
      ? ['    cert="client.pem",']
      : []),
    ...list(
      "data",
      fields.map(({ name, text }) => `${printText(name)}: ${printText(text ?? "")}`),
    ),
    ...list(
      "files",
      files.map(({ name }) => `${printText(name)}: open("file", "rb")`),
    ),
    ...(body?.json === undefined ? [] : [`    json=${indent(printPython(body.json), "    ")},`]),
    ...(body?.text === undefined ? [] : [`    content=${printText(body.text)},`]),
    ...(body?.isFile === true ? ['    content=open("file", "rb"),'] : []),
  ];
  const usesSecrets = sample.credentials.some(({ kind }) => kind !== "certificate");
  return [
    ...(usesSecrets ? ["import os", ""] : []),
    "import httpx",
    "",
    "response = httpx.request(",
    `    ${printText(sample.method)},`,
    `    ${address},`,
    ...options,
    ")",
    "print(response.status_code, response.text)",
  ].join("\n");
}

/** The call of a sample with Go's `net/http`. */
export function printGoSample(sample: HttpSample): string {
  const body = planBody(sample.body);
  const secret = ({ variable }: SampleCredential): string => `os.Getenv("${variable}")`;
  const text =
    body?.json !== undefined ? JSON.stringify(body.json, undefined, 2) : (body?.text ?? undefined);
  const printSecret = (credential: SampleCredential): string =>
    credential.kind === "basic"
      ? `"Basic "+base64.StdEncoding.EncodeToString([]byte(${secret(credential)}))`
      : credential.prefix === ""
        ? secret(credential)
        : `"${credential.prefix}"+${secret(credential)}`;
  // Between the arguments of a call, gofmt leaves no spaces around the operator.
  const headers = listHeaders(sample, body, printSecret, "+");
  const form = body?.parts?.flatMap(({ name, text: value }) =>
    value === undefined
      ? [`\tform.CreateFormFile(${printText(name)}, ${printText(name)})`]
      : [`\tform.WriteField(${printText(name)}, ${printText(value)})`],
  );
  const address = printAddress(
    sample,
    printText,
    (name, credential, mark) =>
      `${printText(`${mark}${name}=`)}+url.QueryEscape(${secret(credential)})`,
    "+",
  );
  const reader =
    form !== undefined
      ? "&body"
      : text === undefined
        ? body?.isFile === true
          ? "file"
          : "nil"
        : `strings.NewReader(${printGoText(text)})`;
  const uses = (kind: SampleCredential["kind"]): boolean =>
    sample.credentials.some((each) => each.kind === kind);
  const imports = [
    ...(form === undefined ? [] : ["bytes"]),
    ...(uses("basic") ? ["encoding/base64"] : []),
    "fmt",
    "io",
    ...(form === undefined ? [] : ["mime/multipart"]),
    "net/http",
    ...(uses("query") ? ["net/url"] : []),
    ...(sample.credentials.some(({ kind }) => kind !== "certificate") || reader === "file"
      ? ["os"]
      : []),
    ...(text === undefined || form !== undefined ? [] : ["strings"]),
  ];
  return [
    "package main",
    "",
    "import (",
    ...imports.map((name) => `\t"${name}"`),
    ")",
    "",
    "func main() {",
    ...(form === undefined
      ? []
      : [
          "\tvar body bytes.Buffer",
          "\tform := multipart.NewWriter(&body)",
          ...form,
          "\tform.Close()",
        ]),
    ...(reader === "file" ? ['\tfile, _ := os.Open("file")'] : []),
    `\trequest, err := http.NewRequest(${printText(sample.method)}, ${address}, ${reader})`,
    "\tif err != nil {",
    "\t\tpanic(err)",
    "\t}",
    ...headers.map(([name, value]) => `\trequest.Header.Set(${printText(name)}, ${value ?? '""'})`),
    ...(form === undefined
      ? []
      : ['\trequest.Header.Set("Content-Type", form.FormDataContentType())']),
    "\tresponse, err := http.DefaultClient.Do(request)",
    "\tif err != nil {",
    "\t\tpanic(err)",
    "\t}",
    "\tdefer response.Body.Close()",
    "\tanswer, _ := io.ReadAll(response.Body)",
    "\tfmt.Println(response.Status, string(answer))",
    "}",
  ].join("\n");
}

/** The body of a sample: exactly one of its members besides the type is set. */
interface PlannedBody {
  /** Absent for multipart bodies, whose type has a boundary that libraries choose. */
  readonly type?: string;
  readonly json?: unknown;
  readonly text?: string;
  readonly isFile?: boolean;
  /** Parts without a text are files. */
  readonly parts?: readonly { readonly name: string; readonly text?: string }[];
}

function planBody(sample: BodySample | undefined): PlannedBody | undefined {
  if (sample === undefined) {
    return undefined;
  }
  const { mediaType, value } = sample;
  const type = mediaType.mediaType;
  switch (classifyMediaType(type)) {
    case "multipart":
      return { parts: listParts(sample) };
    case "form":
      return {
        type,
        text: isObject(value) ? (encodeIfPossible(() => encodeForm(mediaType, value)) ?? "") : "",
      };
    case "binary":
      return typeof value === "string" ? { type, text: value } : { type, isFile: true };
    case "json":
      return value === undefined ? { type } : { type, json: value };
    default:
      return {
        type,
        text: typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value),
      };
  }
}

function listParts({ mediaType, value }: BodySample): NonNullable<PlannedBody["parts"]> {
  const values = isObject(value) ? value : {};
  return (listMultipartParts(mediaType) ?? []).flatMap(({ name, isFile }) => {
    const own = name === undefined ? undefined : values[name];
    if (name === undefined || (!isFile && own === undefined)) {
      return [];
    }
    return [
      isFile ? { name } : { name, text: typeof own === "string" ? own : JSON.stringify(own) },
    ];
  });
}

/**
 * The headers with their values as expressions. Texts of the document are literals, which `JSON.stringify` prints for every language
 * here.
 *
 * @param plus what joins texts
 */
function listHeaders(
  { headers, cookies, credentials }: HttpSample,
  body: PlannedBody | undefined,
  printSecret: (credential: SampleCredential) => string | undefined,
  plus = " + ",
): readonly (readonly [string, string | undefined])[] {
  const secretCookies = credentials
    .filter(({ kind }) => kind === "cookie")
    .flatMap((credential, index) => {
      const before = index > 0 ? "; " : cookies === undefined ? "" : `${cookies}; `;
      return [printText(`${before}${credential.name}=`), printSecret(credential) ?? ""];
    });
  const cookie =
    secretCookies.length === 0 && cookies !== undefined ? [printText(cookies)] : secretCookies;
  return [
    ...headers.map(([name, value]) => [name, printText(value)] as const),
    ...(cookie.length === 0 ? [] : [["Cookie", cookie.join(plus)] as const]),
    ...credentials
      .filter(({ kind }) => kind === "header" || kind === "basic")
      .map((credential) => [credential.name, printSecret(credential)] as const),
    ...(body?.type === undefined ? [] : [["Content-Type", printText(body.type)] as const]),
  ];
}

function printAddress(
  { url, credentials }: HttpSample,
  print: (text: string) => string,
  printKey: (name: string, credential: SampleCredential, mark: string) => string,
  plus = " + ",
): string {
  const keys = credentials
    .filter(({ kind }) => kind === "query")
    .map((credential, index) =>
      printKey(
        encodeURIComponent(credential.name.toWellFormed()),
        credential,
        index > 0 || url.includes("?") ? "&" : "?",
      ),
    );
  return [print(url), ...keys].join(plus);
}

/** A text as a literal: JSON's escapes mean the same in JavaScript, Python and Go once the text is well-formed. */
function printText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(/[\u007f-\u009f\u2028\u2029]/g, escapeUnit);
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A raw string where Go allows one, which keeps JSON readable. */
function printGoText(text: string): string {
  return text.includes("\n") && !/[`\r\0\ufeff]/.test(text) && text.isWellFormed()
    ? `\`${text}\``
    : printText(text);
}

/** A JSON value as a Python literal. */
function printPython(value: unknown, before = ""): string {
  if (value === null || value === undefined) {
    return "None";
  }
  if (typeof value === "boolean") {
    return value ? "True" : "False";
  }
  if (typeof value === "string") {
    return printText(value);
  }
  const inner = `${before}    `;
  if (Array.isArray(value)) {
    return value.length === 0
      ? "[]"
      : `[\n${value.map((each) => `${inner}${printPython(each, inner)},\n`).join("")}${before}]`;
  }
  if (isObject(value)) {
    const lines = Object.entries(value).map(
      ([name, member]) => `${inner}${printText(name)}: ${printPython(member, inner)},\n`,
    );
    return lines.length === 0 ? "{}" : `{\n${lines.join("")}${before}}`;
  }
  return String(JSON.stringify(value));
}

function indent(text: string, by: string): string {
  return text.replaceAll("\n", `\n${by}`);
}
