/** Facts as Sage Active's own users enter them, by the mutations that its documentation shows. */
import { totalsOf } from "../amounts.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

type Fields = Readonly<Record<string, unknown>>;

async function query(call: VendorCall, text: string, variables: object): Promise<Fields> {
  const { data } = (await call("POST", "/graphql", { query: text, variables })) as { readonly data?: Fields | null };
  const [result] = Object.values(data ?? {});
  if (typeof result !== "object" || result === null) throw new Error(`Sage Active has no result for ${text}`);
  return result as Fields;
}

type Mutation = readonly [field: string, type: string];

/** Sends a mutation, and returns its result. */
function enter(call: VendorCall, [field, type]: Mutation, values: object): Promise<Fields> {
  const selection = /^(?:post|\w+Settlement)/.test(field) ? "accountingEntryId" : "id";
  return query(call, `mutation ($values: ${type}!) { ${field}(input: $values) { ${selection} } }`, { values });
}

async function itemAt(books: Books, percentage: number): Promise<unknown> {
  const items = await books.rows("items.list");
  return items.find((item) => item["taxRatePercentage"] === percentage)?.["id"];
}

/** The quantity and the price of each line. */
type SaleLines = readonly (readonly [quantity: number, price: number])[];

async function enterInvoice(call: VendorCall, books: Books, lines: SaleLines): Promise<string> {
  const productId = await itemAt(books, books.system.sales.standard);
  const { id } = await enter(call, ["createSalesInvoice", "SalesInvoiceCreateGLDtoInput"], {
    customerId: await books.known("customer"),
    documentDate: books.date(-5),
    lines: lines.map(([totalQuantity, unitPrice]) => ({ productId, totalQuantity, unitPrice })),
    paymentTermLines: [{ order: 9999, type: "REMAINING_AMOUNT", value: 0, condition: "DAY_OF_PAYMENT", day: 35 }],
  });
  await post(call, books, String(id));
  return String(id);
}

async function journalOf(books: Books, type: string): Promise<unknown> {
  return (await books.rows("journals.list")).find((journal) => journal["type"] === type)?.["id"];
}

async function post(call: VendorCall, books: Books, salesInvoiceId: string): Promise<void> {
  await enter(call, ["closeSalesInvoice", "CloseSalesInvoiceGLDtoInput"], { salesInvoiceId });
  const journalTypeId = await journalOf(books, "SALES_INVOICE");
  const values = { salesInvoiceId, accountingEntryDescription: "Facture", journalTypeId };
  await enter(call, ["postSalesInvoice", "PostSalesInvoiceGLDtoInput"], values);
}

interface Kept {
  readonly root: "salesInvoices" | "purchaseInvoices";
  readonly id: string;
}

async function openItemOf(call: VendorCall, { root, id }: Kept): Promise<unknown> {
  const text = `query ($id: UUID!) { ${root}(where: { id: { eq: $id } }) { nodes { openItems { id } } } }`;
  const { nodes } = await query(call, text, { id });
  const [document] = nodes as readonly { readonly openItems: readonly { readonly id: string }[] }[];
  return document?.openItems[0]?.id;
}

/** Each bank account and cash box is a payment method. */
const paymentMethodId = "5a9e0000-0000-4000-8000-00000000ba4c";

async function enterBill(call: VendorCall, books: Books, lines: SaleLines): Promise<string> {
  const taxes = await books.rows("taxRates.list");
  const purchaseAccountingAccountId = await books.known("expenseAccount");
  const vatLines = lines.map(([percentage, totalVatBase]) => ({
    totalVatBase,
    totalVat: totalsOf([{ net: totalVatBase, rate: percentage }]).tax.toNumber(),
    taxId: taxes.find((tax) => tax["percentage"] === percentage)?.["id"],
    purchaseAccountingAccountId,
  }));
  const totalLiquid = vatLines.reduce((all, line) => all + line.totalVatBase + line.totalVat, 0);
  const { id } = await enter(call, ["createPurchaseInvoice", "PurchaseCreateGLDtoInput"], {
    supplierId: await books.known("supplier"),
    invoiceDate: books.date(-5),
    invoiceNumber: books.freshNumber(),
    hasCashVat: false,
    totalLiquid,
    vatLines,
  });
  await enter(call, ["postPurchaseInvoice", "PostPurchaseInvoiceGLDtoInput"], {
    purchaseInvoiceId: id,
    accountingEntryDescription: "Achat",
    journalTypeId: await journalOf(books, "PURCHASE_INVOICE"),
    postingDate: books.date(-5),
  });
  return String(id);
}

export const sageActiveFacts: VendorFacts = {
  billWithTwoRates: async (call, books) => {
    const { standard, second } = books.system.purchases;
    const lines = [
      [standard, 200],
      [second, 50],
    ] as const;
    return { billId: await enterBill(call, books, lines) };
  },
  billPaid: async (call, books) => {
    const { standard } = books.system.purchases;
    const billId = await enterBill(call, books, [[standard, 200]]);
    const paidAmount = totalsOf([{ net: 200, rate: standard }]).gross.toNumber();
    const openItemId = await openItemOf(call, { root: "purchaseInvoices", id: billId });
    const settlement = {
      entryDate: books.date(-1),
      paymentMethodId,
      thirdPartyId: await books.known("supplier"),
      purchaseOpenItemLinkagePaidAmounts: [{ openItemId, paidAmount }],
    };
    const settling = ["purchaseOpenItemSettlement", "PurchaseOpenItemSettlementGLDtoInput"] as const;
    await enter(call, settling, settlement);
    return { billId };
  },
  creditNoteWithFee: async (call, books) => {
    const lines = [
      [1, 200],
      [-1, 50],
    ] as const;
    const id = await enterInvoice(call, books, lines);
    const note = await enter(call, ["generateCreditNote", "GenerateCreditNoteGLDtoInput"], { id });
    await post(call, books, String(note["id"]));
    return { creditNoteId: String(note["id"]) };
  },
  deposit: async (call, books) => {
    const lines = [
      [1, 200],
      [-1, 50],
    ] as const;
    return { invoiceId: await enterInvoice(call, books, lines) };
  },
};
