import type { components } from "../../../../../generated/types/index.js";
import type { AuthConfigRecord } from "../../domain/auth-configs/auth-config-record.ts";
import { toBody } from "../wire.ts";

/** The record of an auth config as the document has it. */
export function toAuthConfig(record: AuthConfigRecord): components["schemas"]["AuthConfig"] {
  // The scheme was one of the toolkit's when it was stored, so it is one of the document's.
  return toBody(record) as components["schemas"]["AuthConfig"];
}
