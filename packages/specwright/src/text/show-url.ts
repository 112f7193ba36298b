/**
 * An address as messages and generated files show it: without the user and the password, and without the values of query
 * parameters whose names say that they are secret. Anything else than a web address is unchanged.
 */
export function showUrl(address: string): string {
  return /^https?:\/\//i.test(address)
    ? address
        .replace(/^(https?:\/\/)[^/?#\\]*@/i, "$1")
        .replace(/([?&])([^=&#]*)=[^&#]*/g, (whole, mark: string, name: string) =>
          isSecret(name) ? `${mark}${name}=***` : whole,
        )
    : address;
}

/** Such as `token`, `api_key` or `X-Amz-Signature`. */
function isSecret(name: string): boolean {
  return /token|key|secret|passw|signature|^sig$|auth|credential/i.test(name);
}
