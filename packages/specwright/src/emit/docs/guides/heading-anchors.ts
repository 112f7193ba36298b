/**
 * Gives the headings of one page the anchors that git hosts give them: `Without exceptions` is `without-exceptions`, and
 * a second heading of the same text `without-exceptions-1`.
 *
 * @returns The anchor of the next heading, from its text as HTML. Call it in the order of the headings.
 */
export function createAnchors(): (html: string) => string {
  const used = new Map<string, number>();
  return (html) => {
    const text = html.replaceAll(/<[^>]*>|&#?\w+;/g, "").toLowerCase();
    const name = text.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "").replaceAll(" ", "-");
    let count = used.get(name) ?? 0;
    let anchor = count === 0 ? name : `${name}-${count}`;
    while (used.has(anchor)) {
      count += 1;
      anchor = `${name}-${count}`;
    }
    used.set(name, count + 1);
    if (anchor !== name) {
      used.set(anchor, 1);
    }
    return anchor;
  };
}
