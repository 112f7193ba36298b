import { type Bundle, bundleDocument } from "../../scripts/support/document.ts";

let bundle: Promise<Bundle> | undefined;

/** The bundled document, made once for each test file. */
export function theBundle(): Promise<Bundle> {
  bundle ??= bundleDocument();
  return bundle;
}
