import { pick } from "../../defined.ts";
import { listReferenceLinks } from "../../emit/docs/reference-links.ts";
import { nameVersionFolder } from "../../emit/docs/versions.ts";
import { openSide } from "../changes/load-side.ts";
import type { ConfiguredApi } from "../settings/configuration.ts";
import { readSettings } from "../settings/settings.ts";

/**
 * The addresses of the operations in the published reference, by operation, such as `GET /notes`. Empty without the
 * setting `docs.url`. A reference with versions has a folder for each version, so links in old changelogs stay valid.
 */
export function listChangelogLinks(
  { document, docs, ...api }: ConfiguredApi,
  folder: string,
): ReadonlyMap<string, string> {
  if (docs?.url === undefined) {
    return new Map();
  }
  const { file, load } = openSide(document, { folder, ...pick(api, readSettings) });
  const { model } = load(file).loaded;
  const version =
    docs.versions === true ? `${encodeURI(nameVersionFolder(model.info.version))}/` : "";
  const base = `${docs.url.replace(/\/$/, "")}/${version}`;
  return new Map([...listReferenceLinks(model)].map(([name, link]) => [name, base + link]));
}
