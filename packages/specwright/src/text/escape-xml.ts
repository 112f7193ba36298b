/** Text for the content of an XML element or for a quoted attribute. Characters that XML 1.0 does not allow are replaced. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/gu, "\ufffd")
    .replace(/[&<>"'\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}
