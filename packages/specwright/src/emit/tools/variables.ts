import type { CredentialVariables } from "@specwright/runtime/v1/tools";
import type { Model, SecurityScheme } from "../../document/model/model.ts";

/** The beginning of the names of an API's variables: its title without `API`, such as `MUSEUM` for `Museum API`. */
export function nameApi(title: string): string {
  const words = toVariableName(title).replace(/(?:_|^)(?:REST_)?(?:WEB_)?APIS?$/, "");
  return words.slice(0, 40).replace(/_+$/, "") || "API";
}

/**
 * The variables of the credentials by security scheme. The first scheme of a kind has the short name, such as
 * `MUSEUM_API_KEY` or `MUSEUM_TOKEN`; a further one has its own name in it, such as `MUSEUM_ADMIN_API_KEY`.
 *
 * @param api the beginning of the names
 */
export function nameCredentials(
  model: Pick<Model, "components">,
  api: string,
): CredentialVariables[] {
  const taken = new Set<string>();
  return [...model.components.securitySchemes].flatMap(([scheme, definition]) => {
    const endings = listEndings(definition);
    if (endings === undefined) {
      return [];
    }
    const own = toVariableName(scheme).replace(/_(?:(?:API_)?KEY|TOKEN|AUTH)$/, "") || "SCHEME";
    const starts = [
      api,
      `${api}_${own}`,
      ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${api}_${own}_${n}`),
    ];
    const start = starts.find((each) => !endings.some((end) => taken.has(`${each}_${end}`)));
    if (start === undefined) {
      return [];
    }
    const [first, second] = endings.map((end) => `${start}_${end}`);
    for (const end of endings) {
      taken.add(`${start}_${end}`);
    }
    // Each kind has one or two endings.
    const variables =
      second === undefined ? ([first ?? ""] as const) : ([first ?? "", second] as const);
    return [{ scheme, variables }];
  });
}

/** Undefined for certificates, which belong to the connection. */
function listEndings(scheme: SecurityScheme): readonly string[] | undefined {
  switch (scheme.type) {
    case "apiKey":
      return ["API_KEY"];
    case "oauth2":
    case "openIdConnect":
      return ["TOKEN"];
    case "http": {
      const name = scheme.scheme.toLowerCase();
      return name === "basic"
        ? ["USERNAME", "PASSWORD"]
        : [name === "bearer" ? "TOKEN" : "AUTHORIZATION"];
    }
    case "mutualTLS":
      return undefined;
    default:
      return scheme satisfies never;
  }
}

/** `projectKey` and `project-key` become `PROJECT_KEY`. */
function toVariableName(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toUpperCase();
}
