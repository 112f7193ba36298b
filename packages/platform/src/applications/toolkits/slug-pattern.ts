/** Slugs of toolkits, such as `acme-crm`. */
export const slugPattern: RegExp = /^[a-z0-9][a-z0-9_-]{0,63}$/;
