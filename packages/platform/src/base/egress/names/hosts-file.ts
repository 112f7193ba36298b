import { isIP } from "node:net";
import { createSystemFile } from "./system-file.ts";

/** The hosts file of the system (hosts(5)), which has `localhost` and the names that container engines add. */
export const hostsPath: string =
  process.platform === "win32" ? "C:\\Windows\\System32\\drivers\\etc\\hosts" : "/etc/hosts";

/** Finds the addresses of a name, in lower case, in a hosts file; undefined when the file does not have the name. */
export function createHostsFile(path: string): (name: string) => readonly string[] | undefined {
  const read = createSystemFile(path, parseHosts);
  return (name) => read().get(name);
}

/** Each line is an address and its names. For each name, IPv4 addresses come first. */
function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, string[]>();
  const entries = text.split("\n").map((line) => (line.split("#", 1)[0] ?? "").trim().split(/\s+/));
  for (const family of [4, 6]) {
    for (const [address = "", ...names] of entries) {
      if (isIP(address) !== family) {
        continue;
      }
      for (const name of names) {
        const key = name.toLowerCase();
        hosts.set(key, [...(hosts.get(key) ?? []), address]);
      }
    }
  }
  return hosts;
}
