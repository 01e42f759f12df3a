/** Sales, purchases, orders, payments and manual entries of the seed data, drafted and posted as a user would. */
import { encoded } from "../engine/entities.ts";
import { setContent } from "../engine/entityWrites.ts";
import type { SeedData, SeedDocument } from "../engine/seedData.ts";
import { times } from "../engine/seeding.ts";
import { big, dayLater, dayLength, filled, only, pick, type Row, sum, text } from "../engine/values.ts";
import { isSale, linesOf, priceOf, settleDocument } from "./documents.ts";
import { act, addDimension, enter, local, posting, settleInvoice, taken } from "./posting.ts";
import { all, type Book, put, setOf, table, under } from "./resources.ts";
import { create, parentTypeOf } from "./service.ts";

/** Copies the fields that it has a property for. */
const fit = (row: Row, values: Row): Row => Object.assign(row, only(values, Object.keys(row)));

export function addTrade(book: Book, { customers, suppliers, items, ...seed }: SeedData): void {
  const numbers = new Map<string | null, string>(items.map(({ id, number }) => [id, number]));
  const addDocuments = (set: string, list: readonly SeedDocument[]) => {
    for (const [index, document] of list.entries())
      book.past(document.created, () => {
        const lines = document.lines.map(({ item, quantity, unitPrice, discount, description }) => ({
          lineType: "Item",
          lineObjectNumber: numbers.get(item.id),
          quantity: quantity.toNumber(),
          [priceOf(linesOf(set))]: unitPrice.toNumber(),
          discountPercent: discount.toNumber(),
          ...(description && { description: description.slice(0, 100) }),
        }));
        finish(
          book,
          set,
          draw(book, set, { party: document.party.account, date: document.date, lines, index }),
          document,
        );
      });
  };
  addDocuments("salesInvoices", seed.invoices);
  addDocuments("purchaseInvoices", seed.bills);
  addDocuments("salesCreditMemos", seed.creditNotes);
  addDocuments("purchaseCreditMemos", seed.vendorCredits);
  spread(book, Math.ceil(customers.length / 5), (index) => {
    const drawn = (set: string, { account: party }: { readonly account: number }) => {
      const lines = times(1 + (index % 3), (at) => ({
        lineType: "Item",
        lineObjectNumber: pick(items, index + at * 4).number,
        quantity: pick([1, 2.5, 10], index + at),
        discountPercent: (index + at) % 6 === 2 ? 12.5 : 0,
        ...((index + at) % 5 === 1 && { [priceOf(linesOf(set))]: 19.99 }),
      }));
      return draw(book, set, { party, date: book.today(), lines, index });
    };
    const status = encoded(pick(["Draft", "Sent", "Accepted", "Expired "], index));
    Object.assign(drawn("salesQuotes", pick(customers, index)), { status });
    order(book, "salesOrders", drawn("salesOrders", pick(customers, index)), index);
    const row = drawn("purchaseOrders", pick(suppliers, index));
    order(book, "purchaseOrders", row, index);
    if (index % 3 !== 2) book.past(book.now() + (index % 2) * dayLength, () => receive(book, row, index));
  });
  spread(book, Math.ceil(customers.length / 3), (index) => byHand(book, index));
  addJournals(book);
  addPayments(book, "customer", customers.length);
  addPayments(book, "vendor", Math.ceil(suppliers.length / 5));
}

/** Days spread evenly over the last twenty months up to yesterday. */
function spread(book: Book, count: number, make: (index: number) => void): void {
  times(count, (index) =>
    book.past(book.now() - (1 + ((count - 1 - index) * 600) / count) * dayLength, () => make(index)),
  );
}

interface Drawn {
  /** The seed's number of the customer or the supplier. */
  readonly party: number;
  readonly date: string;
  readonly lines: readonly Row[];
  readonly index: number;
}

/** A draft; some have a document discount, dimensions or files. */
function draw(book: Book, set: string, drawn: Drawn): Row {
  const { party, date, index } = drawn;
  const header = {
    customerNumber: String(party - 1),
    vendorNumber: `V${party}`,
    postingDate: date,
    vendorInvoiceNumber: index % 10 === 7 ? "" : `RE-${2000 + index}`,
    ...filled("documentDate|orderDate|invoiceDate|creditMemoDate", date),
    ...(index % 3 === 0 && { externalDocumentNumber: `PO-${index}/ä` }),
    ...(index % 4 === 0 && { vendorCreditMemoNumber: `GS-${index}` }),
    ...(index % 2 === 0 && { requestedDeliveryDate: dayLater(date, 14) }),
    ...(index % 6 === 2 && { discountAmount: 5 }),
  };
  const row = create(book, set, { ...taken(set, header), [linesOf(set)]: varied(set, drawn) });
  const isCredit = index % 4 === 0 && set.endsWith("CreditMemos");
  const credited = isCredit ? all(book, set.replace("CreditMemos", "Invoices"))[index + 20] : undefined;
  fit(row, {
    ...(index % 9 === 4 && { pricesIncludeTax: true }),
    ...(index % 7 === 1 && { orderId: row["id"], orderNumber: `${isSale(set) ? "S-ORD" : "PO"}${500 + index}` }),
    ...(credited && { invoiceId: credited["id"], invoiceNumber: credited["number"] }),
  });
  settleDocument(book, set, row);
  dimension(book, set, row, index);
  for (const line of under(book, linesOf(set), row)) dimension(book, linesOf(set), line, index);
  const [paper, scan] = isSale(set) ? ["Lieferschein", "photo"] : ["Rechnung", "scan"];
  if (index % 5 === 1) attach(book, "attachments", set, row, `${paper} ${index}.pdf`);
  if (index % 7 === 3) attach(book, "documentAttachments", set, row, `${scan}-${index}.txt`);
  if (set === "purchaseInvoices" && index % 15 === 1) attach(book, "attachments", set, row, "angekündigt.pdf", "");
  return row;
}

/** Some lines are on accounts, some are only comments. */
const varied = (set: string, { lines, index }: Drawn): Row[] =>
  lines.map((line, at): Row => {
    const turn = index * 3 + at;
    if (at > 0 && turn % 11 === 10) return { lineType: "Comment", description: `Note: Lieferung frei Haus № ${index}` };
    if (turn % 5 !== 4) return line;
    return {
      lineType: "Account",
      lineObjectNumber: isSale(set) ? "8300" : pick(["4210", "4930", "4650"], turn),
      quantity: 1,
      [priceOf(linesOf(set))]: 120.5 + (turn % 40),
      taxCode: pick(["REDUCED", "STANDARD"], turn),
      description: isSale(set) ? "Montage & Einrichtung" : "Diverse Kosten",
    };
  });

/** Gives every other line one or two dimensions. */
function dimension(book: Book, set: string, row: Row, index: number): void {
  if (index % 2 === 1) return;
  const parent = { id: row["id"], type: parentTypeOf("dimensionSetLines", set) };
  addDimension(book, parent, "DEPARTMENT", pick(["SALES", "PROD", "ADM"], index));
  if (index % 4 === 0) addDimension(book, parent, "AREA", "SOUTH");
}

/** An announced file is empty. */
function attach(...[book, set, above, row, fileName, text = `Simulated file ${fileName}\n`]: Attaching): void {
  const file = put(book, set, { fileName, parentId: row["id"], parentType: parentTypeOf(set, above) });
  fit(file, { documentFlowSales: isSale(above), documentFlowPurchase: above.startsWith("purchase") });
  if (text !== "") setContent(book, file, Buffer.from(text));
}
type Attaching = [book: Book, set: string, above: string, row: Row, fileName: string, text?: string];

/** Posted, paid, canceled, as the seed says. Bills without the vendor's number cannot be posted. */
function finish(book: Book, set: string, row: Row, { status, updated }: SeedDocument): void {
  if (status === "submitted") row["status"] = encoded("In Review");
  if (status === "draft" || status === "submitted") return;
  if (row["vendorInvoiceNumber"] === "") row["vendorInvoiceNumber"] = `RE-${text(row["number"])}`;
  act(book, set, row, "post");
  book.past(updated, () => {
    if (status === "voided" && set === "salesInvoices") return act(book, set, row, "cancel");
    if (status === "voided" || status === "corrective") {
      row["status"] = status === "voided" ? "Canceled" : "Corrective";
      return;
    }
    const share = status === "paid" ? 1 : status.startsWith("partially") ? 0.5 : 0;
    if (row["status"] !== "Open" || share === 0) return;
    if (set.endsWith("CreditMemos")) row["status"] = share === 1 ? "Paid" : "Open";
    else pay(book, set, row, share);
  });
}

/** A posted payment: it is in the ledger, not in the payment journals. */
function pay(book: Book, set: string, row: Row, share: number): void {
  const paid = big(row["totalAmountIncludingTax"]).times(share).round(2);
  const amount = local(row, paid).times(isSale(set) ? 1 : -1);
  const description = `Payment of ${text(row["number"])}`;
  enter(book, { date: book.today(), number: `BNK${book.next("bank", 4001)}`, type: "Payment" }, [
    { account: posting.bank, amount, description },
    { account: isSale(set) ? posting.receivable : posting.payable, amount: amount.times(-1), description },
  ]);
  settleInvoice(book, set, row, paid);
}

/** Fully, partly or not delivered. */
function order(book: Book, set: string, row: Row, index: number): void {
  const share = pick([1, 0.5, 0], index);
  const status = encoded(pick(["Open", "Draft", "In Review"], index));
  fit(row, { fullyReceived: share === 1, status });
  for (const line of under(book, linesOf(set), row)) fit(line, { receivedQuantity: Number(line["quantity"]) * share });
}

/** Posted goods receipts of an order. */
function receive(book: Book, order: Row, index: number): void {
  const { id: documentId } = put(book, "purchaseReceipts", {
    ...taken("purchaseReceipts", order),
    ...filled("invoiceDate|postingDate|dueDate", book.today()),
    number: `PR${108_001 + index}`,
    orderNumber: index % 7 === 1 ? "" : order["number"],
  });
  for (const line of under(book, "purchaseOrderLines", order)) {
    const { directUnitCost: unitCost, receivedQuantity: quantity } = line;
    const lineType = encoded({ Item: "Item", Account: "G/L Account" }[text(line["lineType"])] ?? " ");
    const details = { documentId, lineType, unitCost, quantity };
    put(book, "purchaseReceiptLines", { ...taken("purchaseReceiptLines", line), ...details });
  }
}

/** Rent and power, with three lines each. */
function byHand(book: Book, index: number): void {
  const rent = big(900 + index);
  const power = big("45.37").plus(index);
  enter(book, { date: book.today(), number: `G0${String(index + 1).padStart(4, "0")}`, type: " " }, [
    { account: "4210", amount: rent, description: "Miete Werkhalle", dimensions: { DEPARTMENT: "ADM" } },
    { account: "4980", amount: power, description: "Strom", dimensions: { DEPARTMENT: "PROD", CAMPAIGN: "WINTER" } },
    { account: posting.bank, amount: sum([rent, power]).times(-1), description: index % 5 === 0 ? "" : "Bank" },
  ]);
}

/** Unposted journals, and files: on a journal line, on some sales documents, and one without a parent. */
function addJournals(book: Book): void {
  const [row = {}] = ["DEFAULT", "MONTHLY", "GENERAL"].map((code) => {
    const journal = { code, displayName: `Journal ${code}` };
    return create(book, "journals", { ...journal, ...(code === "MONTHLY" && { balancingAccountId: bankOf(book) }) });
  });
  const line = (values: Row) => create(book, "journalLines", values, { set: setOf("journals"), row });
  times(12, (index) => {
    const documentNumber = `G9${String(index).padStart(4, "0")}`;
    const amount = 80.25 + index;
    const shared = { postingDate: dayLater(book.today(), index - 14), documentNumber };
    const cost = { accountNumber: "4670", amount, description: "Reise", externalDocumentNumber: `Q${index}` };
    const costLine = line({ ...shared, ...cost });
    line({ ...shared, accountNumber: "1000", amount: -amount, comment: "bar" });
    if (index === 0) attach(book, "attachments", "journalLines", costLine, "Fahrkarte.pdf");
    dimension(book, "journalLines", costLine, index);
  });
  const sold = all(book, "generalLedgerEntries").filter(({ accountNumber }) => accountNumber === posting.receivable);
  for (const [index, entry] of sold.entries())
    if (index % 9 === 0) attach(book, "attachments", "generalLedgerEntries", entry, "Beleg.pdf");
  setContent(book, put(book, "attachments", { fileName: "ohne Beleg.txt" }), Buffer.from("Nobody's file\n"));
}

const bankOf = (book: Book) => table(book, "accounts").find("number", posting.bank)?.["id"];

/** Payments in unposted journals; customers' payments are credits, so negative. */
function addPayments(book: Book, who: "customer" | "vendor", count: number): void {
  const set = setOf(`${who}PaymentJournals`);
  const [first = {}, second = {}] = ["BANK", "PAYPAL", "EMPTY"].map((code) => {
    const journal = { code: `${code}${who[0]}`, displayName: `Payments ${code}` };
    return create(book, set.name, { ...journal, ...(code !== "PAYPAL" && { balancingAccountId: bankOf(book) }) });
  });
  const invoices = all(book, who === "customer" ? "salesInvoices" : "purchaseInvoices");
  const open = invoices.filter(({ status }) => status === "Open");
  spread(book, count, (index) => {
    const invoice = index % 4 === 3 ? undefined : open[index];
    const owed = Number(invoice?.["remainingAmount"] ?? invoice?.["totalAmountIncludingTax"] ?? 50 + index);
    const payment = {
      postingDate: book.today(),
      documentNumber: `R${String(index + 1).padStart(4, "0")}`,
      amount: index % 30 === 29 ? 0 : who === "customer" ? -owed : owed,
      ...(invoice ? { appliesToInvoiceId: invoice["id"] } : { [`${who}Id`]: pick(all(book, `${who}s`), index)["id"] }),
      ...(index % 2 === 0 && { externalDocumentNumber: `TX-${index}`, comment: "Überweisung" }),
      ...(index % 3 === 0 && { description: `Zahlung ${index}` }),
    };
    create(book, `${who}Payments`, payment, { set, row: index % 12 === 3 ? second : first });
  });
}
