import type { AuthFormat, FieldFormat } from "../documents/document-format.ts";
import { authSchemes, type SchemeField } from "../types/auth-schemes.ts";
import type { AuthField, AuthFieldGroup, AuthScheme } from "../types/auth-types.ts";

/**
 * The fields of a scheme. First come the fields that its mode always has (docs/decisions.md §4), with the document's
 * texts where it has any, then the document's own fields, then the variables of its server.
 */
export function buildAuthFields(
  auth: AuthFormat,
  ofServer: readonly FieldFormat[],
): AuthScheme["fields"] {
  const { auth_config_creation, connected_account_initiation } = auth.fields;
  return {
    auth_config_creation: groupFields(listConfigFields(auth), auth_config_creation),
    connected_account_initiation: groupFields(authSchemes[auth.mode].connectionFields, [
      ...connected_account_initiation,
      ...listUndeclared(auth, ofServer),
    ]),
  };
}

/** The variables of the server that the document does not declare as fields itself. */
export function listUndeclared(
  { fields }: AuthFormat,
  ofServer: readonly FieldFormat[],
): readonly FieldFormat[] {
  const declared = [...fields.auth_config_creation, ...fields.connected_account_initiation];
  return ofServer.filter(({ name }) => declared.every((field) => field.name !== name));
}

/** A field with the default that the document gives it. */
type ConfigField = SchemeField & Partial<Pick<AuthField, "default">>;

function groupFields(
  ofMode: readonly ConfigField[],
  written: readonly FieldFormat[],
): AuthFieldGroup {
  const names = [...new Set([...ofMode, ...written].map(({ name }) => name))];
  const required: AuthField[] = [];
  const optional: AuthField[] = [];
  for (const name of names) {
    const basis = ofMode.find((field) => field.name === name);
    const own = written.find((field) => field.name === name);
    const field: AuthField = {
      name,
      displayName: own?.display_name ?? basis?.display ?? name,
      type: basis?.type ?? own?.type ?? "string",
      description: own?.description || basis?.description || "",
      default: own?.default ?? basis?.default ?? null,
      ...(own?.enum === undefined ? {} : { enum: own.enum }),
      is_secret: own?.secret ?? basis?.secret ?? false,
    };
    ((own?.required ?? basis?.required ?? true) ? required : optional).push(field);
  }
  return { required, optional };
}

function listConfigFields({ mode, oauth2 }: AuthFormat): readonly ConfigField[] {
  return authSchemes[mode].configFields
    .filter(({ name }) => name !== "client_secret" || oauth2?.client_authentication !== "none")
    .map((field) =>
      field.name === "scopes" ? { ...field, default: oauth2?.default_scopes ?? [] } : field,
    );
}
