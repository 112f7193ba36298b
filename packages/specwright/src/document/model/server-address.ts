import type { Server } from "./model.ts";

/** The address of a server, with variables replaced by their defaults and without trailing slashes. */
export function fillServerAddress({ url, variables }: Pick<Server, "url" | "variables">): string {
  const filled = url.replace(
    /\{([^{}]+)\}/g,
    (whole, name: string) => variables.get(name)?.default ?? whole,
  );
  return withoutSlashes(filled);
}

/** The address of the first server, to which a client sends its requests. Undefined unless it is absolute. */
export function findBaseAddress([server]: readonly Server[]): string | undefined {
  const address = server && fillServerAddress(server);
  return address !== undefined && isAbsolute(address) ? address : undefined;
}

/**
 * The absolute address of a server of a path or an operation. A relative address is resolved against the document's
 * (RFC 3986, section 5). Undefined when it cannot be resolved.
 *
 * @param base the document's address, from `findBaseAddress`
 */
export function resolveOwnAddress(server: Server, base: string | undefined): string | undefined {
  const address = fillServerAddress(server);
  if (isAbsolute(address)) {
    return URL.canParse(address) ? address : undefined;
  }
  const isRelative = !/^[a-z][a-z\d+.-]*:|[{}]/i.test(address);
  return isRelative && base !== undefined && URL.canParse(address, `${base}/`)
    ? withoutSlashes(new URL(address, `${base}/`).href)
    : undefined;
}

function isAbsolute(address: string): boolean {
  return /^https?:\/\/[^{}]+$/.test(address);
}

function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === "/") {
    end -= 1;
  }
  return address.slice(0, end);
}
