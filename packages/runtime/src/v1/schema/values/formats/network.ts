const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const hexadecimals = /^[\da-f]{1,4}$/i;
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const atom = /^[\w!#$%&'*+\-/=?^`{|}~]+(?:\.[\w!#$%&'*+\-/=?^`{|}~]+)*$/;
const quoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;

/** `dotted-quad` (RFC 2673, section 3.2). */
export function isIpv4(text: string): boolean {
  return ipv4.test(text);
}

/** An IPv6 address (RFC 4291, section 2.2), without a zone. */
export function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2 || text === "") {
    return false;
  }
  const groups = halves.map((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1)?.at(-1);
  const hasIpv4 = last?.includes(".") === true;
  if (hasIpv4) {
    if (!isIpv4(last)) {
      return false;
    }
    // An IPv4 address at the end counts as two groups.
    groups.at(-1)?.splice(-1, 1, "0", "0");
  }
  const all = groups.flat();
  return (
    all.every((group) => hexadecimals.test(group)) &&
    (halves.length === 2 ? all.length <= 7 : all.length === 8)
  );
}

/** A host name of ASCII labels (RFC 1123, section 2.1); `xn--` labels must decode (RFC 5890, section 2.3.2.1). */
export function isHostname(text: string): boolean {
  return text.length <= 253 && text.split(".").every(isLabel);
}

function isLabel(text: string): boolean {
  if (!label.test(text)) {
    return false;
  }
  if (text[2] !== "-" || text[3] !== "-") {
    return true;
  }
  return /^xn--/i.test(text) && URL.canParse(`http://${text}.example`);
}

/** `Mailbox` (RFC 5321, section 4.1.2). */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  return (
    local.length <= 64 && (atom.test(local) || quoted.test(local)) && isMailHost(text.slice(at + 1))
  );
}

function isMailHost(text: string): boolean {
  if (!text.startsWith("[") || !text.endsWith("]")) {
    return isHostname(text);
  }
  const address = text.slice(1, -1);
  return /^IPv6:/i.test(address) ? isIpv6(address.slice(5)) : isIpv4(address);
}
