import { readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { readErrorCode } from "../../base/system-errors.ts";
import { variables } from "./variables.ts";

/**
 * Reads secrets from files, as containers get them: `PLATFORM_MASTER_KEYS_FILE=/run/secrets/master_keys` stands for the variable
 * `PLATFORM_MASTER_KEYS` with the text of that file. Every variable that is a secret has such a name.
 *
 * @returns the secrets and the paths of their files by the names of their variables, and all problems
 */
export function readSecretFiles(environment: Readonly<Record<string, string | undefined>>): {
  readonly secrets: ReadonlyMap<string, { readonly text: string; readonly path: string }>;
  readonly problems: readonly { readonly variable: string; readonly message: string }[];
} {
  const secrets = new Map<string, { readonly text: string; readonly path: string }>();
  const problems: { readonly variable: string; readonly message: string }[] = [];
  const report = (variable: string, message: string): void =>
    void problems.push({ variable, message });
  for (const { name } of variables.filter(({ isSecret }) => isSecret)) {
    const fileName = toFileVariable(name);
    const path = environment[fileName]?.trim();
    if (!path) {
      continue;
    }
    if (environment[name]?.trim()) {
      report(fileName, `${name} is set too. Set one of them.`);
      continue;
    }
    try {
      const text = readFileSync(path, "utf8").trim();
      secrets.set(name, { text, path });
      if (text === "") {
        report(fileName, `is an empty file. Write the secret into ${path}.`);
      }
    } catch (error) {
      const what = `cannot be read (${readErrorCode(error) ?? String(error)})`;
      // The secret itself may be in place of its path.
      const shown = isAbsolute(path) ? path : "its file";
      report(fileName, `${what}. Mount ${shown}, and let this user read it.`);
    }
  }
  return { secrets, problems };
}

/** The name of the variable with the path of a secret's file. */
export function toFileVariable(name: string): string {
  return `${name}_FILE`;
}
