/** The singular of an English noun in lower case: `flow_runs` is `flow_run`, `policies` is `policy`, `status` stays. */
export function toSingular(noun: string): string {
  if (/(?:[^aeiou]|qu)ies$/.test(noun) && noun.length > 4) {
    return `${noun.slice(0, -3)}y`;
  }
  if (/(?:ss|sh|ch|x|z)es$/.test(noun) || /(?:alias|status|address|virus|bus)es$/.test(noun)) {
    return noun.slice(0, -2);
  }
  return /[^s]s$/.test(noun) &&
    !/(?:us|is|news|series|dns|os|aws|https|tls|sms|gas|access|kubernetes)$/.test(noun)
    ? noun.slice(0, -1)
    : noun;
}
