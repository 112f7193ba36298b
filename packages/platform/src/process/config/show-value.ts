import { type VariableName, variables } from "./variables.ts";

/** A value as operators may see it in a log: without passwords, and a secret not at all. */
export function maskValue(name: VariableName, text: string): string {
  if (name === "DATABASE_URL") {
    return maskDatabaseUrl(text);
  }
  return variables.some((each) => each.name === name && each.isSecret)
    ? "***"
    : maskAddresses(text);
}

/** Shows the parts that were certainly read as user, host and name. A password may be in every other part. */
function maskDatabaseUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || `${url.pathname}${url.search}${url.hash}`.includes("@")) {
    return "***";
  }
  const { protocol, username, password, host, pathname } = url;
  const shown = password === "" ? "***@" : `${username}:***@`;
  return `${protocol}//${username + password === "" ? "" : shown}${host}${pathname}`;
}

/**
 * The default that is in force, in words. The table has those of both databases: `on`, with `DATABASE_URL` `off`.
 *
 * @param fallback the default as the configuration has it
 */
export function describeDefault(name: VariableName, fallback: unknown, hasUrl: boolean): string {
  if (typeof fallback === "string" && fallback !== "" && name !== "PLATFORM_DISK_RESERVE") {
    return fallback;
  }
  const words = variables.find((each) => each.name === name)?.default ?? "none";
  const [embedded = "", shared = embedded] = words.split(", with `DATABASE_URL` ");
  return (hasUrl ? shared : embedded).replaceAll("`", "");
}

/** Parameters of `PLATFORM_FILES`, which are shown. Others of an address may be a token. */
const shownParameters: ReadonlySet<string> = new Set(["endpoint", "region"]);

/** Masks the passwords of addresses in a text, all before a host where no user name stands alone, and their parameters. */
export function maskAddresses(text: string): string {
  return maskUsers(text).replace(
    /([?&])([^\s=&,]+)=([^\s&,]*)/g,
    (_, mark, name: string, value) => {
      const decoded = new URLSearchParams(`value=${value}`).get("value") ?? "";
      return `${mark}${name}=${shownParameters.has(name) ? maskUsers(decoded) : "***"}`;
    },
  );
}

function maskUsers(text: string): string {
  return text.replace(/:\/\/([^\s/:@?#]*)(:[^,]*)?@/g, (_, user: string, password?: string) =>
    password === undefined ? "://***@" : `://${user}:***@`,
  );
}
