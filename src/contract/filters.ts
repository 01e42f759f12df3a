/** Filters and orders that several rows of the operation table have. */
import { parameters } from "./parameters.ts";

const { words, choice, date, instant } = parameters;

export const modified = {
  lastModifiedAt: instant(
    "Only records changed at or after this moment: Unix seconds, milliseconds, or ISO 8601, in UTC unless a zone is named.",
  ),
};
export const ordered = <const Fields extends string[]>(...fields: Fields) => ({
  orderField: choice("Which field the whole list is sorted by, before it is cut into pages.", ...fields),
  orderDir: choice("ASC begins with the smallest or earliest, DESC with the largest or latest.", "ASC", "DESC"),
});
export const fiscalYear = {
  fiscalYear: words(
    "Only what belongs to this fiscal year of the company, named by the year that it begins in, for example 2026.",
  ),
};
export const fiscalYearStartDate = {
  fiscalYearStartDate: date("The first day of the fiscal year that is meant; it need not be January."),
};
export const requiredFiscalYearStart = {
  fiscalYearStartDate: { ...fiscalYearStartDate.fiscalYearStartDate, required: true },
};
export const contactFilters = {
  name: words("Only contacts with this company or person name; how exactly it has to match is the target system's."),
  email: words("Only contacts that have this e-mail address."),
  number: words("Only the contact with this customer or supplier number."),
};
export const journalCode = {
  journalCode: words("The journal that holds the record, where ids repeat across journals."),
};
