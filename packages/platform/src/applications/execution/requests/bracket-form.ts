/**
 * A form body with nested values in brackets, as Stripe and others accept: members as `a[b]`, items as `a[0]`. `null`
 * becomes an empty value, which clears the field.
 */
export function encodeBracketForm(value: unknown): string {
  const form = new URLSearchParams();
  write("", value, form);
  return form.toString();
}

function write(name: string, value: unknown, form: URLSearchParams): void {
  if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      write(name === "" ? key : `${name}[${key}]`, member, form);
    }
  } else if (value !== undefined) {
    form.append(name, value === null ? "" : String(value));
  }
}
