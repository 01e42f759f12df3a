/** Entries that wait in a journal, and what becomes of them when they are booked (journals 15.0.0). */
import { taxOn } from "../engine/reckoning.ts";
import { type Ask, del, get, type Route, post as toPost } from "../engine/routes.ts";
import { big, cents, type Row, row, rows, text } from "../engine/values.ts";
import { newer } from "./lists.ts";
import { invalid, problems } from "./refusals.ts";
import { inBase, need, post, settle } from "./rules.ts";
import { type Books, type Name, site } from "./shapes.ts";

type Party = "customer" | "supplier";

/** Each list of a voucher, the number of its kind, and the party that it is about. */
const kinds: readonly (readonly [list: string, entryType: string, number: number, party?: Party])[] = [
  ["customerPayments", "customerPayment", 2, "customer"],
  ["supplierInvoices", "supplierInvoice", 3, "supplier"],
  ["supplierPayments", "supplierPayment", 4, "supplier"],
  ["financeVouchers", "financeVoucher", 5],
];

/** Every entry of a voucher as it was sent, with what the vendor adds. */
const voucherEntries = (company: Books, journal: number, given: Row): Row =>
  Object.fromEntries(
    kinds.flatMap(([list, entryType, , party]) => {
      const made = rows(given[list]).map((entry, index) => {
        const at = (field: string) => invalid("entries", list, String(index), field);
        return { ...checked(company, entry, party, at), journal, entryType };
      });
      return made.length === 0 ? [] : [[list, made]];
    }),
  );

/** A voucher waits in its journal; nothing is booked by this. */
export function makeVoucher(company: Books, journal: number, given: Row): Row {
  need(given, "accountingYear");
  const year = text(row(given["accountingYear"])["year"]);
  if (!company.tables.years.has(year)) throw invalid("accountingYear", "year")("There is no such year.", "E06000");
  const entries = voucherEntries(company, journal, row(given["entries"]));
  if (Object.keys(entries).length === 0) throw invalid("entries")("There are no entries.");
  const voucherNumber = company.next("voucher", 50_001);
  const key = `${journal} ${year}-${voucherNumber}`;
  return company.add("vouchers", { key, voucherNumber, accountingYear: { year }, journal, entries });
}

function checked(
  company: Books,
  entry: Row,
  party: Party | undefined,
  at: (field: string) => ReturnType<typeof invalid>,
) {
  for (const field of ["amount", "date", ...(party === undefined ? ["account"] : [])])
    if (entry[field] === undefined) throw at(field)(`Required property '${field}' is missing.`);
  for (const field of ["account", "contraAccount"])
    if (entry[field] !== undefined && !company.tables.accounts.has(entry[field]))
      throw at(field)("There is no such account.", "E06000");
  if (party !== undefined) {
    if (entry[party] === undefined && entry["contraAccount"] === undefined)
      throw at(party)(`Either '${party}' or 'contraAccount' is required.`);
    if (entry[party] !== undefined && !company.tables[`${party}s`].has(entry[party]))
      throw at(party)("Not found.", "E06000");
  }
  const code = text(row(entry["currency"])["code"]) || "DKK";
  return {
    ...entry,
    currency: { code, self: `${site}/currencies/${code}` },
    journalEntryNumber: company.next("draft entry", 700_001),
    amountBaseCurrency: inBase(entry["amount"], code),
  };
}

interface Waiting {
  readonly voucher: Row;
  readonly entry: Row;
  readonly entryTypeNumber: number;
}

const waiting = ({ tables }: Books): Waiting[] =>
  tables.vouchers
    .all()
    .flatMap((voucher) =>
      kinds.flatMap(([list, , entryTypeNumber]) =>
        rows(row(voucher["entries"])[list]).map((entry) => ({ voucher, entry, entryTypeNumber })),
      ),
    );

const shown = ({ voucher, entry, entryTypeNumber }: Waiting): Row => ({
  ...{ entryTypeNumber, journalNumber: voucher["journal"], voucherNumber: voucher["voucherNumber"] },
  ...{ accountNumber: entry["account"], contraAccountNumber: entry["contraAccount"], amount: entry["amount"] },
  ...{ supplierNumber: entry["supplier"], customerNumber: entry["customer"], entryNumber: entry["journalEntryNumber"] },
  ...{ date: `${text(entry["date"])}T00:00:00Z`, currency: row(entry["currency"])["code"], objectVersion: "1" },
});

/** A voucher without entries is none. */
function drop(company: Books, { voucher, entry }: Waiting): void {
  const left = Object.entries(row(voucher["entries"])).map(
    ([list, some]) => [list, rows(some).filter((one) => one !== entry)] as const,
  );
  voucher["entries"] = Object.fromEntries(left);
  if (left.every(([, some]) => some.length === 0)) company.tables.vouchers.drop(voucher);
}

/** What is against the entry, with its tax taken out; and what is left of an invoice that is paid. */
function booked(company: Books, { voucher, entry }: Waiting): void {
  const { amount, account, contraAccount, contraVatAccount, entryType, customerInvoice, ...more } = entry;
  const { customer, supplier, supplierInvoiceNumber, dueDate, date } = more;
  const about = { currency: row(more["currency"])["code"], entryType, text: more["text"] };
  const own = account ?? (supplier === undefined ? 5600 : 6800);
  const isInvoice = entryType === "supplierInvoice";
  const rate = contraVatAccount === undefined ? 0 : 25;
  const net = cents(big(amount).minus(taxOn(big(amount), big(rate), true)));
  const party = { customer, supplier, supplierInvoiceNumber, dueDate, bookedInvoice: customerInvoice };
  const against = { account: contraAccount, amount: net.times(-1).toNumber(), vatAccount: contraVatAccount };
  post(company, Number(voucher["voucherNumber"]), text(date), [
    { ...about, ...party, account: own, amount, remainder: isInvoice ? amount : 0 },
    ...(contraAccount === undefined ? [] : [{ ...about, ...against }]),
    ...(rate === 0 ? [] : [{ ...about, account: 6903, amount: net.minus(big(amount)).toNumber() }]),
  ]);
  const paid = company.tables.entries.first(
    (one) =>
      !big(one["remainder"]).eq(0) &&
      (customerInvoice === undefined
        ? supplierInvoiceNumber !== undefined && one["supplierInvoiceNumber"] === supplierInvoiceNumber
        : one["bookedInvoice"] === customerInvoice),
  );
  if (paid !== undefined && !isInvoice) settle(company, paid, -Number(amount));
}

function book(ask: Ask<Name>): { status: number } {
  const { company, params } = ask;
  const numbers = ask.body()["entryNumbers"];
  if (!Array.isArray(numbers) || numbers.length === 0) throw problems.invalid("entryNumbers", "It must not be empty.");
  const chosen = waiting(company).filter(({ entry }) => numbers.includes(entry["journalEntryNumber"]));
  const isThere = chosen.length === numbers.length;
  if (!isThere || chosen.some(({ voucher }) => text(voucher["journal"]) !== params["id"])) throw problems.notFound();
  if (chosen.some(({ entry }) => entry["account"] === undefined && entry["contraAccount"] === undefined))
    throw problems.invalid("entryNumbers", "The voucher does not balance.");
  company.atOnce(() => {
    for (const one of chosen) {
      drop(company, one);
      booked(company, one);
    }
  });
  return { status: 204 };
}

const draftFields = ["entryNumber", "voucherNumber", "journalNumber", "date"];

export const bookingRoutes: readonly Route<Name>[] = [
  get("journalsapi/v15.0.0/draft-entries", (ask) =>
    newer(ask, waiting(ask.company).map(shown), "entryNumber", draftFields),
  ),
  del("journalsapi/v15.0.0/draft-entries/:id", ({ company, params }) => {
    const found = waiting(company).find(({ entry }) => text(entry["journalEntryNumber"]) === params["id"]);
    if (found === undefined) throw problems.notFound();
    drop(company, found);
    return { status: 204 };
  }),
  toPost("journalsapi/v15.0.0/journals/:id/bookdraftentries", book),
];
