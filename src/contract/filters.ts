/** Filters and sort orders that several operations share. */
import { parameters } from "./parameters.ts";

const { string, choice, date, instant } = parameters;

export const modified = {
  lastModifiedAt: instant(
    "Only records changed at or after this time: Unix seconds, milliseconds, or ISO 8601. UTC unless the value has a time zone.",
  ),
};
export const ordered = <const Fields extends string[]>(...fields: Fields) => ({
  orderField: choice("The field that the whole list is sorted by before paging.", ...fields),
  orderDir: choice(
    "The sort direction: ASC is smallest or earliest first, DESC is largest or latest first.",
    "ASC",
    "DESC",
  ),
});
export const fiscalYear = {
  fiscalYear: string(
    "Only records of this fiscal year, identified by the calendar year in which it begins, for example 2026.",
  ),
};
export const fiscalYearStartDate = {
  fiscalYearStartDate: date("The first day of the fiscal year, which need not be 1 January."),
};
export const requiredFiscalYearStart = {
  fiscalYearStartDate: { ...fiscalYearStartDate.fiscalYearStartDate, required: true },
};
export const contactFilters = {
  name: string("Only contacts with this company or person name. The target system decides how closely it must match."),
  email: string("Only contacts with this email address."),
  number: string("Only the contact with this customer or supplier number."),
};
export const journalCode = {
  journalCode: string(
    "The journal that contains the record, for target systems whose ids are only unique within a journal.",
  ),
};
