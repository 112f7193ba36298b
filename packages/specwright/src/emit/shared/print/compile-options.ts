/**
 * How Handlebars compiles templates, at run time and in `npm run build`. A name that is missing in the view is an error,
 * and only the helpers `each`, `if` and `unless` exist. Values are inserted without escaping, except in the pages of the
 * reference, where Handlebars escapes each `{{value}}` for HTML, and only `{{{fragments}}}` are finished HTML.
 */
export function chooseCompileOptions(template: string): typeof options & { noEscape: boolean } {
  return { ...options, noEscape: !template.startsWith("docs/pages/") };
}

const options = {
  strict: true,
  knownHelpersOnly: true,
  knownHelpers: {
    helperMissing: false,
    blockHelperMissing: false,
    with: false,
    log: false,
    lookup: false,
  },
} as const;
