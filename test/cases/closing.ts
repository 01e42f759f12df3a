/** Days of the cases about closed periods: documents of a day that is open, then closed. */
import type { Body, Books } from "./books.ts";

/** The documents' day, counted from today. */
export const documentDay = -40;
/** The last closed day. */
const closedDay = -30;

/** Closes the books after the documents were posted. A locked record must be refused, whatever state it is in. */
export const whileClosed = (books: Books, work: () => Promise<void>): Promise<void> =>
  books.whileClosed(closedDay, work);

export const dated = (books: Books, field: string): Body => ({
  [field]: books.day(documentDay),
  dueDate: books.day(30),
});
