/** What the live runs recorded: the fields of every record, the installation's dictionaries, and refusals. */
import { kindOfRefusal, openRecordings } from "../engine/recordings.ts";
import { isRow } from "../engine/values.ts";
import type { Name } from "./shapes.ts";

export const paths = {
  thirdparties: { path: "thirdparties" },
  contacts: { path: "contacts" },
  products: { path: "products" },
  projects: { path: "projects" },
  invoices: { path: "invoices" },
  supplierinvoices: { path: "supplierinvoices" },
  proposals: { path: "proposals" },
  orders: { path: "orders" },
  supplierorders: { path: "supplierorders" },
  bankaccounts: { path: "bankaccounts" },
  terms: { path: "setup/dictionary/payment_terms" },
  paymentTypes: { path: "setup/dictionary/payment_types" },
  units: { path: "setup/dictionary/units", id: "rowid" },
};

export const recordings = openRecordings<Name>({
  slug: "dolibarr",
  lists: paths,
  rowsIn: (body) => (isRow(body) ? body["data"] : body),
  refusalOf: (reply) => {
    // A 500 refuses the request, such as a number that is taken, and an empty list is a 404.
    if (reply.status === 500) return "invalid";
    return /"Not Found: Contacts not found"/.test(JSON.stringify(reply.body)) ? undefined : kindOfRefusal(reply);
  },
});
