/**
 * How Handlebars compiles templates, at run time and in `npm run build`. Values are inserted without escaping, a name
 * that is missing in the view is an error, and only the helpers `each`, `if` and `unless` exist.
 */
export const compileOptions = {
  noEscape: true,
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
