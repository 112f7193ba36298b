/**
 * How Handlebars compiles templates, here and in `npm run build`. Values are put in as they are, names that a view lacks are
 * errors, and the only helpers are `each`, `if` and `unless`.
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
