/**
 * A BCP 47 language tag (RFC 5646, "langtag"): language, script, region, variants, extensions, private use. Validation and
 * the OpenAPI description share this pattern.
 */
export const localeForm =
  /^(?:[A-Za-z]{2,3}(?:-[A-Za-z]{3}){0,3}|[A-Za-z]{5,8})(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*(?:-[0-9A-WY-Za-wy-z](?:-[A-Za-z0-9]{2,8})+)*(?:-[Xx](?:-[A-Za-z0-9]{1,8})+)?$/;

/** The minimum length that RFC 5646 requires implementations to support. */
export const longestLocale = 35;

export const isLocale = (value: unknown): value is string =>
  typeof value === "string" && value.length <= longestLocale && localeForm.test(value);
