/**
 * Returns whether the value of a `Host` field is a host with an optional port (RFC 9110, section 7.2; RFC 3986, section
 * 3.2.2). It may be empty, and has no user information.
 */
export function isHostField(value: string): boolean {
  return /^(?:(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*|\[[\da-f:.]+\])(?::\d*)?$/i.test(value);
}
