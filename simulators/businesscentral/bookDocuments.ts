/** Sales over twenty months: quotes, orders, invoices in every state, credit memos, payments. */
import { Big } from "big.js";
import { act } from "./actions.ts";
import { settleDocument } from "./documents.ts";
import { addDimension, enter, owe, posting, worth } from "./posting.ts";
import { resourceOf } from "./read.ts";
import { type Clock, dateOf, day, dayOf, type Season } from "./season.ts";
import { isDraft } from "./sets.ts";
import { amount, encoded, type Row, text } from "./shapes.ts";
import type { Book } from "./store.ts";
import { create, setContent } from "./write.ts";

/** Lines for a document: items, accounts, a comment, discounts, now and then nothing to pay. */
export function someLines(book: Book, index: number, count: number, sale: boolean): readonly Row[] {
  const items = book.set("items").all();
  const price = sale ? "unitPrice" : "unitCost";
  return Array.from({ length: count }, (_unused, line): Row => {
    const turn = index * 3 + line;
    if (line > 0 && turn % 11 === 10)
      return { lineType: "Comment", description: `Note: Lieferung frei Haus № ${index}` };
    if (turn % 5 === 4)
      return {
        ...{
          lineType: "Account",
          lineObjectNumber: sale ? "40200" : (["60100", "60400", "60500"][turn % 3] ?? "60100"),
        },
        ...{
          description: sale ? "Montage & Einrichtung" : "Diverse Kosten",
          quantity: 1,
          [price]: 120.5 + (turn % 40),
          taxCode: turn % 2 === 0 ? "REDUCED" : "STANDARD",
        },
      };
    const item = items[turn % (items.length - 1)] ?? {};
    return {
      ...{
        itemId: text(item, "id"),
        quantity: [1, 2.5, 10, 3][turn % 4] ?? 1,
        discountPercent: turn % 6 === 2 ? 12.5 : 0,
      },
      ...(turn % 9 === 3 ? { description2: "with a second line" } : {}),
      ...(turn % 7 === 1 ? { [price]: 19.99 } : {}),
    };
  });
}

export function at(clock: Clock, time: number): string {
  clock.at = time + 10 * 3_600_000;
  return dateOf(time);
}

/** Gives every other document a dimension or two. */
export function dimension(book: Book, type: string, row: Row, index: number): void {
  if (index % 2 === 1) return;
  const parent = { id: text(row, "id"), type: encoded(type) };
  const department = ["SALES", "PROD", "ADM"][index % 3] ?? "ADM";
  addDimension(book, parent, "DEPARTMENT", department);
  if (index % 4 === 0) addDimension(book, parent, "AREA", "SOUTH");
  // Lines have dimensions, but no short cuts to them.
  if ("shortcutDimension1Code" in row)
    Object.assign(row, { shortcutDimension1Code: department, shortcutDimension2Code: index % 4 === 0 ? "SOUTH" : "" });
}

/** What only some documents have: a discount on the whole, a contact, prices with tax in them. */
export function adorn(book: Book, set: string, row: Row, index: number): void {
  const more: Row = {
    ...(index % 6 === 2 ? { discountAmount: 5 } : {}),
    ...(index % 4 === 1 ? { shipToContact: "Herr Keiner", purchaser: "RL" } : {}),
    ...(index % 9 === 4 ? { pricesIncludeTax: true } : {}),
    ...(index % 4 === 2 ? { shipmentMethodId: text(book.set("shipmentMethods").all()[0] ?? {}, "id") } : {}),
  };
  for (const [name, value] of Object.entries(more)) if (name in row) row[name] = value;
  settleDocument(book, set, row);
}

/** Customers that may still be sold to. */
const openCustomers = (book: Book) =>
  book
    .set("customers")
    .all()
    .filter((row) => row["blocked"] === encoded(" "));

export function seedDocuments(season: Season): void {
  const { size } = season;
  const invoices = Array.from({ length: size.salesInvoices }, (_unused, index) => salesInvoice(season, index));
  finishInvoices(season, invoices);
  for (let index = 0; index < size.others; index++) {
    creditMemo(season, index);
    quote(season, index);
    order(season, index);
  }
  payments(season, invoices);
}

function salesInvoice({ book, size, clock, today }: Season, index: number): Row {
  const date = at(clock, dayOf(today, index, size.salesInvoices));
  const customers = openCustomers(book);
  const customer = customers[(index * 7) % customers.length] ?? {};
  const count = index === 3 ? size.longDocument : 1 + (index % 4);
  const row = create(book, resourceOf("salesInvoices"), {
    ...{ customerNumber: text(customer, "number"), invoiceDate: date, postingDate: date },
    ...(index % 3 === 0
      ? { externalDocumentNumber: `PO-${index}/ä`, customerPurchaseOrderReference: `REF ${index}` }
      : {}),
    ...(index % 8 === 5 ? { promisedPayDate: dateOf(Date.parse(date) + 20 * day), shipToContact: "Frau Niemand" } : {}),
    salesInvoiceLines: someLines(book, index, count, true),
  });
  if (index % 13 === 6)
    row["discountAmount"] = new Big(amount(row, "totalAmountExcludingTax")).times("0.1").round(0).toNumber();
  if (index % 17 === 8) row["pricesIncludeTax"] = true;
  if (index % 29 === 9)
    for (const line of book.set("salesInvoiceLines").under(text(row, "id"))) line["discountPercent"] = 100;
  if (index % 10 === 4)
    Object.assign(row, { disputeStatusId: text(customer, "paymentTermsId"), disputeStatus: "DAMAGED" });
  settleDocument(book, "salesInvoices", row);
  dimension(book, "Sales Invoice", row, index);
  for (const line of book.set("salesInvoiceLines").under(text(row, "id"))) {
    line["shipmentDate"] = date;
    dimension(book, "Sales Invoice Line", line, index);
  }
  if (index % 9 === 2) attach(book, "attachments", row, { type: "Sales Invoice", name: `Lieferschein ${index}.pdf` });
  if (index % 11 === 5) attach(book, "documentAttachments", row, { type: "Sales Invoice", name: `photo-${index}.txt` });
  return row;
}

export function attach(book: Book, set: string, row: Row, { type, name }: { type: string; name: string }): void {
  const flow =
    set === "documentAttachments"
      ? { documentFlowSales: type.startsWith("Sales"), documentFlowPurchase: type.startsWith("Purchase") }
      : {};
  const file = book.create(set, { fileName: name, parentId: text(row, "id"), parentType: encoded(type), ...flow });
  setContent(book, file, Buffer.from(`Simulated file ${name}\n`));
}

/** The last few stay drafts; of the others most are paid, some in part, one is canceled. */
function finishInvoices({ book, clock }: Season, invoices: readonly Row[]): void {
  const resource = resourceOf("salesInvoices");
  const drafts = Math.max(2, Math.floor(invoices.length / 12));
  invoices.forEach((row, index) => {
    clock.at = Date.parse(text(row, "postingDate")) + 11 * 3_600_000;
    if (index >= invoices.length - drafts) {
      if (index % 2 === 0) row["status"] = encoded("In Review");
      return book.save("salesInvoices", row);
    }
    act(book, resource, row, "post");
    if (index % 25 === 7) return act(book, resource, row, "cancel");
    if (index % 40 === 5) row["status"] = "Corrective";
    if (index % 7 === 1) Object.assign(row, { orderId: text(row, "customerId"), orderNumber: `S-ORD${index + 500}` });
    const total = amount(row, "totalAmountIncludingTax");
    if (row["status"] !== "Open" || total === 0 || index % 3 === 2) return;
    clock.at += 9 * day;
    payDocument(book, "salesInvoices", row, index % 6 === 3 ? Math.floor(total / 2) : total);
  });
}

/** A payment that was booked long ago: it shows in the ledger, not among the payment journals. */
export function payDocument(book: Book, set: string, row: Row, value: number): void {
  const sale = set.startsWith("sales");
  const local = new Big(value)
    .times(worth[text(row, "currencyCode")] ?? "1")
    .round(2)
    .times(sale ? 1 : -1);
  const description = `Payment of ${text(row, "number")}`;
  enter(book, { date: book.today(), number: `BNK${book.next("bank", 4001)}`, type: "Payment" }, [
    { account: posting.bank, amount: local, description },
    { account: sale ? posting.receivable : posting.payable, amount: local.times(-1), description },
  ]);
  owe(book, set, row, new Big(value).times(-1));
  const left = new Big(amount(row, "totalAmountIncludingTax")).minus(value);
  if ("remainingAmount" in row) row["remainingAmount"] = left.toNumber();
  if (left.eq(0)) row["status"] = "Paid";
  book.save(set, row);
}

function creditMemo({ book, size, clock, today }: Season, index: number): void {
  const date = at(clock, dayOf(today, index, size.others));
  const invoice =
    book
      .set("salesInvoices")
      .all()
      .filter((row) => !isDraft(row))[index * 2] ?? {};
  const customers = openCustomers(book);
  const customer = customers[(index * 5) % customers.length] ?? {};
  const row = create(book, resourceOf("salesCreditMemos"), {
    ...{ customerId: text(customer, "id"), creditMemoDate: date, postingDate: date },
    ...(index % 3 === 1 && "id" in invoice
      ? { invoiceId: text(invoice, "id"), invoiceNumber: text(invoice, "number") }
      : {}),
    ...(index % 2 === 0 ? { externalDocumentNumber: `RMA-${index}` } : {}),
    salesCreditMemoLines: someLines(book, index + 2, 1 + (index % 2), true),
  });
  dimension(book, "Sales Credit Memo", row, index);
  if (index >= size.others - 2) return void (row["status"] = index % 2 === 0 ? encoded("In Review") : "Draft");
  if (amount(row, "totalAmountIncludingTax") === 0) return;
  act(book, resourceOf("salesCreditMemos"), row, "post");
  row["status"] = ["Open", "Paid", "Open", "Canceled"][index % 4] ?? "Open";
}

function quote({ book, size, clock, today }: Season, index: number): void {
  const time = dayOf(today, index, size.others);
  const date = at(clock, time);
  const customers = openCustomers(book);
  const row = create(book, resourceOf("salesQuotes"), {
    ...{
      customerId: text(customers[(index * 3) % customers.length] ?? {}, "id"),
      documentDate: date,
      postingDate: date,
    },
    ...(index % 2 === 0 ? { validUntilDate: dateOf(time + 30 * day), externalDocumentNumber: `ANFRAGE ${index}` } : {}),
    salesQuoteLines: someLines(book, index + 1, 1 + (index % 4), true),
  });
  const status = ["Draft", "Sent", "Accepted", "Expired "][index % 4] ?? "Draft";
  Object.assign(row, { status: encoded(status), ...(status === "Draft" ? {} : { sentDate: book.stamp() }) });
  if (status === "Accepted") row["acceptedDate"] = dateOf(time + day);
  if (index % 5 === 1) attach(book, "attachments", row, { type: "Sales Quote", name: "Skizze.pdf" });
  adorn(book, "salesQuotes", row, index);
  dimension(book, "Sales Quote", row, index);
}

function order({ book, size, clock, today }: Season, index: number): void {
  const time = dayOf(today, index, size.others);
  const date = at(clock, time);
  const customers = openCustomers(book);
  const row = create(book, resourceOf("salesOrders"), {
    ...{ customerId: text(customers[(index * 11) % customers.length] ?? {}, "id"), orderDate: date, postingDate: date },
    ...(index % 2 === 1
      ? { requestedDeliveryDate: dateOf(time + 14 * day), externalDocumentNumber: `B-${index}` }
      : {}),
    ...{ partialShipping: index % 3 === 0, salesOrderLines: someLines(book, index + 4, 1 + (index % 3), true) },
  });
  Object.assign(row, {
    status: encoded(["Draft", "Open", "In Review"][index % 3] ?? "Draft"),
    fullyShipped: index % 4 === 1,
  });
  for (const line of book.set("salesOrderLines").under(text(row, "id"))) {
    const quantity = amount(line, "quantity");
    const shipped = index % 4 === 1 ? quantity : index % 4 === 2 ? quantity / 2 : 0;
    Object.assign(line, { shippedQuantity: shipped, invoicedQuantity: index % 8 === 1 ? shipped : 0 });
    Object.assign(line, { shipQuantity: quantity - shipped, invoiceQuantity: quantity, shipmentDate: date });
  }
  adorn(book, "salesOrders", row, index);
  dimension(book, "Sales Order", row, index);
}

/** Payments that wait in journals to be booked: customers' are credits, so below zero. */
function payments({ book, size, clock, today }: Season, invoices: readonly Row[]): void {
  const bank = text(book.set("accounts").find("number", posting.bank) ?? {}, "id");
  const journals = ["GENERAL", "PAYPAL", "EMPTY"].map((code) =>
    create(book, resourceOf("customerPaymentJournals"), {
      code,
      displayName: `Receipts ${code}`,
      ...(code === "PAYPAL" ? {} : { balancingAccountId: bank }),
    }),
  );
  const open = invoices.filter((row) => row["status"] === "Open");
  for (let index = 0; index < size.payments; index++) {
    const date = at(clock, dayOf(today, index, size.payments));
    const invoice = open[index];
    const customers = openCustomers(book);
    const applied =
      invoice === undefined
        ? { customerNumber: text(customers[index % customers.length] ?? {}, "number") }
        : { appliesToInvoiceId: text(invoice, "id") };
    const value = invoice === undefined ? 50 + index : amount(invoice, "remainingAmount");
    const journal = journals[index % 12 === 3 ? 1 : 0] ?? {};
    create(
      book,
      resourceOf("customerPayments"),
      {
        ...{
          ...applied,
          postingDate: date,
          amount: index % 30 === 29 ? 0 : -value,
          documentNumber: `R${String(index + 1).padStart(4, "0")}`,
        },
        ...(index % 2 === 0 ? { externalDocumentNumber: `TX-${index}`, comment: "Überweisung" } : {}),
        ...(index % 3 === 0 ? { description: `Zahlung ${index}` } : {}),
      },
      { resource: resourceOf("customerPaymentJournals"), row: journal },
    );
  }
}
