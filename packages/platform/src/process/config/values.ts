import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { trimEnd } from "../../base/trim-end.ts";
import { maskAddresses } from "./show-value.ts";

interface Problem {
  readonly problem: string;
}

/** A whole number in these bounds, both included. */
export function parseInteger(text: string, minimum: number, maximum: number): number | Problem {
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) {
    return value;
  }
  return { problem: `has to be a whole number from ${minimum} to ${maximum}` };
}

/** A name of a project as users see it: `display_name` of the API. */
export function parseProjectName(text: string): string | Problem {
  return text.length <= 100 ? text : { problem: "has to have at most 100 characters" };
}

const units: Readonly<Record<string, number>> = {
  "": 1,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  tib: 1024 ** 4,
};

/** A number of bytes, such as `500MiB`; undefined for `off`. */
export function parseBytes(text: string): number | undefined | Problem {
  if (text.toLowerCase() === "off") {
    return undefined;
  }
  const [, digits, unit = ""] = /^([0-9]{1,15}) ?([a-z]*)$/i.exec(text) ?? [];
  const bytes = Number(digits) * (units[unit.toLowerCase()] ?? Number.NaN);
  return Number.isSafeInteger(bytes) && bytes > 0
    ? bytes
    : { problem: "has to be a number of bytes such as 500MiB or 10GiB, or off" };
}

/** Splits a list at its commas. Spaces around values and empty values are ignored. */
export function parseList(
  text: string,
  isValid: (entry: string) => boolean,
  form: string,
): readonly string[] | Problem {
  const entries = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  const wrong = entries.filter((entry) => !isValid(entry));
  if (wrong.length === 0) {
    return entries;
  }
  return { problem: `${wrong.map(maskAddresses).join(", ")} is not ${form}` };
}

/** True when the entry is a CIDR, an address or a host name in lower case. */
export function isEgressEntry(entry: string): boolean {
  if (ipaddr.isValidCIDR(entry) || ipaddr.isValid(entry)) {
    return true;
  }
  return /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(
    entry,
  );
}

/** True when the entry is the address of a name server, with or without a port. */
export function isNameServer(entry: string): boolean {
  const [, bracketed, plain, port] =
    /^(?:\[([\da-f:.]{2,45})\]|([\d.]{7,15}))(?::(\d{1,5}))?$/i.exec(entry) ?? [];
  if (ipaddr.IPv6.isValid(entry)) {
    return true;
  }
  const isAddress =
    bracketed === undefined
      ? ipaddr.IPv4.isValidFourPartDecimal(plain ?? "")
      : ipaddr.IPv6.isValid(bracketed);
  return isAddress && (port === undefined || (Number(port) > 0 && Number(port) < 65_536));
}

/** True when the entry is an address or a CIDR. */
export function isAddressOrRange(entry: string): boolean {
  return ipaddr.isValidCIDR(entry) || ipaddr.isValid(entry);
}

/** The address of a collector. */
export function parseCollectorUrl(text: string): string | undefined | Problem {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) {
    return text;
  }
  return { problem: "has to be an absolute http or https address" };
}

/**
 * True when the entry is an origin exactly as browsers send it, such as `https://app.example.com` (RFC 6454, section
 * 6.1).
 */
export function isOrigin(entry: string): boolean {
  return URL.canParse(entry) && new URL(entry).origin === entry;
}

/** Reads the address of the service and removes slashes at its end. It must be https, or http to a loopback host. */
export function parseServiceUrl(text: string): string | Problem {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const usable =
    url !== undefined &&
    (url.protocol === "https:" || url.protocol === "http:") &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === "";
  if (!usable) {
    return { problem: "has to be an absolute http or https address without query and user name" };
  }
  return trimEnd(url.href, "/");
}

/** Reads the address of a PostgreSQL server. A problem never repeats the address, because it holds a password. */
export function parsePostgresUrl(text: string): string | Problem {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) {
    return { problem: "has to be an address such as postgres://user:password@host:5432/database" };
  }
  for (const name of ["sslrootcert", "sslcert", "sslkey"]) {
    const file = url.searchParams.get(name);
    if (file && !existsSync(file)) {
      return { problem: `has the parameter ${name}, and its file ${file} is missing` };
    }
  }
  return text;
}

/** The absolute path of a folder that exists. */
export function parseFolder(text: string): string | Problem {
  const path = resolve(text);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    ? path
    : { problem: `is not a folder: ${path}` };
}
