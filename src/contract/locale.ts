/**
 * A language tag as BCP 47 writes it (RFC 5646, "langtag"): language, script, region, variants, extensions, private use.
 * One pattern for the checks and for the OpenAPI description, so that they cannot disagree.
 */
export const localeForm =
  /^(?:[A-Za-z]{2,3}(?:-[A-Za-z]{3}){0,3}|[A-Za-z]{5,8})(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*(?:-[0-9A-WY-Za-wy-z](?:-[A-Za-z0-9]{2,8})+)*(?:-[Xx](?:-[A-Za-z0-9]{1,8})+)?$/;

/** What RFC 5646 asks everybody to have room for. */
export const longestLocale = 35;

export const isLocale = (value: unknown): value is string =>
  typeof value === "string" && value.length <= longestLocale && localeForm.test(value);
