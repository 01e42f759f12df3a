/** Facts that QuickBooks Online's own API enters. Amounts of lines are net. */
import { totalsOf } from "../amounts.ts";
import { openInvoice } from "../bodies.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

/** The invented company's code for the standard rate. */
const standardCode = async (books: Books): Promise<unknown> => {
  const rows = await books.rows("taxRates.list");
  return rows.find(({ percentage }) => percentage === books.system.sales.standard)?.["code"];
};

const idIn = (body: unknown, entity: string): string =>
  (body as Record<string, { readonly Id: string }>)[entity]?.Id ?? "";

async function document(books: Books, amounts: readonly number[]) {
  const [item, code] = await Promise.all([books.known("item"), standardCode(books)]);
  return {
    CustomerRef: { value: await books.known("customer") },
    TxnDate: books.date(-4),
    GlobalTaxCalculation: "TaxExcluded",
    Line: amounts.map((Amount) => ({
      Amount,
      DetailType: "SalesItemLineDetail",
      SalesItemLineDetail: {
        ItemRef: { value: item },
        Qty: Math.sign(Amount),
        UnitPrice: Math.abs(Amount),
        TaxCodeRef: { value: code },
      },
    })),
  };
}

const creditMemo = async (call: VendorCall, books: Books, amounts: readonly number[]): Promise<string> =>
  idIn(await call("POST", "/creditmemo", await document(books, amounts)), "CreditMemo");

export const quickbooksFacts: VendorFacts = {
  creditNoteWithFee: async (call, books) => ({ creditNoteId: await creditMemo(call, books, [200, -50]) }),
  creditUsed: async (call, books) => {
    const { id } = await openInvoice(books);
    const creditNoteId = await creditMemo(call, books, [200]);
    const { gross } = totalsOf([{ net: 200, rate: books.system.sales.standard }]);
    const linked = (TxnId: string, TxnType: string) => ({ Amount: gross.toNumber(), LinkedTxn: [{ TxnId, TxnType }] });
    // Intuit applies a credit by a payment of 0 that links both documents.
    await call("POST", "/payment", {
      CustomerRef: { value: await books.known("customer") },
      TxnDate: books.date(-3),
      TotalAmt: 0,
      Line: [linked(id, "Invoice"), linked(creditNoteId, "CreditMemo")],
    });
    return { invoiceId: id, creditNoteId };
  },
  deposit: async (call, books) => ({
    invoiceId: idIn(await call("POST", "/invoice", await document(books, [200, -50])), "Invoice"),
  }),
};
