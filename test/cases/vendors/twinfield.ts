/** Facts as Twinfield's own users enter them: transactions, and matches of their lines. */
import { totalsOf } from "../amounts.ts";
import type { Books } from "../books.ts";
import { Failed } from "../errors.ts";
import type { VendorFacts } from "../vendorFacts.ts";

/** The net amount and the percentage of each line. */
type Lines = readonly (readonly [net: number, rate: number])[];

interface Document {
  readonly isSale: boolean;
  /** A credit note of a customer or supplier. */
  readonly isCredit: boolean;
  readonly lines: Lines;
}

const written = (day: string): string => day.replaceAll("-", "");

/** Books a final transaction, and returns its id. */
async function enter(books: Books, { isSale, isCredit, lines }: Document): Promise<string> {
  const number = books.freshNumber();
  const side = isSale === isCredit ? "credit" : "debit";
  const other = side === "debit" ? "credit" : "debit";
  const { gross } = totalsOf(lines.map(([net, rate]) => ({ net, rate })));
  const account = await books.known(isSale ? "revenueAccount" : "expenseAccount");
  const codes: Readonly<Record<number, string>> = { 21: "H", 9: "L", 0: "N" };
  books.act("book", {
    transaction: {
      "@destiny": "final",
      header: {
        code: isSale ? "VRK" : "INK",
        currency: "EUR",
        date: written(books.date(-5)),
        duedate: written(books.date(30)),
        invoicenumber: number,
      },
      lines: {
        line: [
          {
            "@type": "total",
            dim1: isSale ? "1300" : "1600",
            dim2: await books.known(isSale ? "customer" : "supplier"),
            debitcredit: side,
            value: gross.toFixed(2),
          },
          ...lines.map(([net, rate]) => ({
            "@type": "detail",
            dim1: account,
            debitcredit: net < 0 ? side : other,
            value: Math.abs(net).toFixed(2),
            description: "Advies",
            vatcode: `${isSale ? "V" : "I"}${codes[rate]}`,
          })),
        ],
      },
    },
  });
  const [list, name, id] = listOf({ isSale, isCredit });
  const found = (await books.rows(list)).find((row) => row[name] === number);
  if (found === undefined) throw new Failed(`Twinfield has no ${number} in ${list}.`);
  return String(found[id]);
}

function listOf({ isSale, isCredit }: Pick<Document, "isSale" | "isCredit">) {
  if (isSale)
    return isCredit
      ? (["creditNotes.list", "creditNoteNumber", "id"] as const)
      : (["invoices.list", "invoiceNumber", "invoiceId"] as const);
  return isCredit
    ? (["vendorCredits.list", "vendorCreditNumber", "id"] as const)
    : (["bills.list", "billNumber", "id"] as const);
}

const sale = (books: Books, isCredit: boolean, nets: readonly number[]): Promise<string> =>
  enter(books, { isSale: true, isCredit, lines: nets.map((net) => [net, books.system.sales.standard]) });

const grossOfSale = (books: Books, net: number): string =>
  totalsOf([{ net, rate: books.system.sales.standard }]).gross.toFixed(2);

export const twinfieldFacts: VendorFacts = {
  billWithTwoRates: async (_call, books) => {
    const { standard, second } = books.system.purchases;
    const lines = [
      [200, standard],
      [50, second],
    ] as const;
    return { billId: await enter(books, { isSale: false, isCredit: false, lines }) };
  },
  billPaid: async (_call, books) => {
    const { standard } = books.system.purchases;
    const billId = await enter(books, { isSale: false, isCredit: false, lines: [[200, standard]] });
    const amount = totalsOf([{ net: 200, rate: standard }]).gross.toFixed(2);
    books.act("settle", { id: billId, amount, day: books.date(-1) });
    return { billId };
  },
  vendorCredit: async (_call, books) => ({
    vendorCreditId: await enter(books, {
      isSale: false,
      isCredit: true,
      lines: [[200, books.system.purchases.standard]],
    }),
  }),
  creditNoteWithFee: async (_call, books) => ({ creditNoteId: await sale(books, true, [200, -50]) }),
  creditUsed: async (_call, books) => {
    const invoiceId = await sale(books, false, [200]);
    const creditNoteId = await sale(books, true, [200]);
    const amount = grossOfSale(books, 200);
    books.act("match", { first: invoiceId, second: creditNoteId, amount, day: books.date(-1) });
    return { invoiceId, creditNoteId };
  },
  bankStatement: async (_call, books) => {
    const invoiceId = await sale(books, false, [200]);
    books.act("settle", { id: invoiceId, amount: grossOfSale(books, 200), day: books.date(-1) });
    return { invoiceId };
  },
  deposit: async (_call, books) => ({ invoiceId: await sale(books, false, [200, -50]) }),
};
