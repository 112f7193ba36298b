import type { AuthOptions } from "../client/auth/credential.ts";
import type { CredentialVariables, Environment, ToolApi } from "./tool.ts";

/** The variables of the process; empty in a browser. */
export function getProcessEnvironment(): Environment {
  const { process } = globalThis as { readonly process?: { readonly env?: Environment } };
  return process?.env ?? {};
}

/** The credentials of an API that the environment has, by security scheme. */
export function readCredentials(
  { credentials }: Pick<ToolApi, "credentials">,
  environment: Environment,
): AuthOptions {
  return Object.fromEntries(
    credentials.flatMap(({ scheme, variables: [first, second] }) => {
      const value = environment[first];
      const password = second === undefined ? undefined : environment[second];
      if (!value || (second !== undefined && password === undefined)) {
        return [];
      }
      return [[scheme, password === undefined ? value : { username: value, password }]];
    }),
  );
}

/** The variables of a scheme, for messages: `A and B`. */
export function nameVariables({ variables }: CredentialVariables): string {
  return variables.join(" and ");
}
