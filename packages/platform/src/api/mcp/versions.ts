/** The version of the protocol in which each request stands for itself. */
export const statelessVersion = "2026-07-28";

const ofHandshake: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26"];

/** The supported versions of the protocol, as the document lists them. */
export const supportedVersions: readonly string[] = [statelessVersion, ...ofHandshake];

/** True for the versions that begin with `initialize`. */
export function isHandshakeVersion(version: string): boolean {
  return ofHandshake.includes(version);
}
