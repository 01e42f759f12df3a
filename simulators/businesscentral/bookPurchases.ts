/** Purchases over twenty months, the receipts of goods, and what was booked by hand. */
import { Big } from "big.js";
import { act } from "./actions.ts";
import { adorn, at, attach, dimension, payDocument, someLines } from "./bookDocuments.ts";
import { settleDocument } from "./documents.ts";
import { enter, posting } from "./posting.ts";
import { resourceOf } from "./read.ts";
import { dateOf, day, dayOf, type Season } from "./season.ts";
import { isDraft } from "./sets.ts";
import { amount, encoded, type Row, text } from "./shapes.ts";
import type { Book } from "./store.ts";
import { create, setContent } from "./write.ts";

export function seedPurchases(season: Season): void {
  const { size } = season;
  for (let index = 0; index < size.purchaseInvoices; index++) bill(season, index);
  for (let index = 0; index < size.others; index++) {
    const order = purchaseOrder(season, index);
    if (index % 3 !== 2) receipt(season, order, index);
    if (index % 2 === 0) purchaseCreditMemo(season, index);
  }
  journals(season);
  vendorPayments(season);
}

const vendorsOf = (book: Book) =>
  book
    .set("vendors")
    .all()
    .filter((row) => row["blocked"] === encoded(" "));

function bill({ book, size, clock, today }: Season, index: number): void {
  const date = at(clock, dayOf(today, index, size.purchaseInvoices));
  const vendors = vendorsOf(book);
  const draft = index >= size.purchaseInvoices - Math.max(2, Math.floor(size.purchaseInvoices / 12));
  const row = create(book, resourceOf("purchaseInvoices"), {
    ...{
      vendorNumber: text(vendors[(index * 7) % vendors.length] ?? {}, "number"),
      invoiceDate: date,
      postingDate: date,
    },
    ...(draft && index % 3 === 0 ? {} : { vendorInvoiceNumber: `RE-${2000 + index}` }),
    purchaseInvoiceLines: someLines(book, index, index === 4 ? size.longDocument : 1 + (index % 3), false),
  });
  if (index % 12 === 5)
    row["discountAmount"] = new Big(amount(row, "totalAmountExcludingTax")).times("0.05").round(1).toNumber();
  Object.assign(row, { purchaser: index % 3 === 0 ? "RL" : "", payToContact: index % 4 === 0 ? "Herr Keiner" : "" });
  settleDocument(book, "purchaseInvoices", row);
  dimension(book, "Purchase Invoice", row, index);
  for (const line of book.set("purchaseInvoiceLines").under(text(row, "id"))) {
    line["expectedReceiptDate"] = date;
    dimension(book, "Purchase Invoice Line", line, index);
  }
  if (index % 5 === 1) attach(book, "attachments", row, { type: "Purchase Invoice", name: `Rechnung ${index}.pdf` });
  if (index % 7 === 3)
    attach(book, "documentAttachments", row, { type: "Purchase Invoice", name: `scan-${index}.txt` });
  if (index % 15 === 1)
    book.create("attachments", {
      ...{ fileName: "angekündigt.pdf", parentId: text(row, "id"), parentType: encoded("Purchase Invoice") },
    });
  if (draft) return void (row["status"] = encoded(index % 2 === 0 ? "In Review" : "Draft"));
  act(book, resourceOf("purchaseInvoices"), row, "post");
  if (index % 30 === 11) return void (row["status"] = "Canceled");
  if (index % 45 === 13) return void (row["status"] = "Corrective");
  if (index % 7 === 2) Object.assign(row, { orderId: text(row, "vendorId"), orderNumber: `PO${500 + index}` });
  if (index % 3 === 0 && row["status"] === "Open")
    payDocument(book, "purchaseInvoices", row, amount(row, "totalAmountIncludingTax"));
}

function purchaseOrder({ book, size, clock, today }: Season, index: number): Row {
  const time = dayOf(today, index, size.others);
  const date = at(clock, time);
  const vendors = vendorsOf(book);
  const row = create(book, resourceOf("purchaseOrders"), {
    ...{ vendorId: text(vendors[(index * 3) % vendors.length] ?? {}, "id"), orderDate: date, postingDate: date },
    ...(index % 2 === 0 ? { requestedReceiptDate: dateOf(time + 10 * day) } : {}),
    purchaseOrderLines: someLines(book, index + 6, 1 + (index % 3), false).map((line) => {
      const { unitCost, ...rest } = line;
      return unitCost === undefined ? rest : { ...rest, directUnitCost: unitCost };
    }),
  });
  Object.assign(row, {
    status: encoded(["Open", "Draft", "In Review"][index % 3] ?? "Draft"),
    fullyReceived: index % 3 === 0,
  });
  for (const line of book.set("purchaseOrderLines").under(text(row, "id"))) {
    const quantity = amount(line, "quantity");
    const received = index % 3 === 0 ? quantity : index % 3 === 1 ? quantity / 2 : 0;
    Object.assign(line, {
      receivedQuantity: received,
      receiveQuantity: quantity - received,
      invoiceQuantity: quantity,
    });
    Object.assign(line, {
      expectedReceiptDate: dateOf(time + 10 * day),
      invoicedQuantity: index % 6 === 0 ? received : 0,
    });
  }
  adorn(book, "purchaseOrders", row, index);
  dimension(book, "Purchase Order", row, index);
  return row;
}

/** Goods that came in for an order, posted and therefore fixed. */
function receipt({ book, clock }: Season, order: Row, index: number): void {
  const date = at(clock, Date.parse(text(order, "orderDate")) + (index % 3 === 0 ? day / 2 : 0));
  const shared = Object.fromEntries(
    Object.entries(order).filter(
      ([name]) =>
        /^(buyFrom|payTo|shipTo)|^(vendorNumber|vendorName|currencyCode)$/.test(name) && name !== "payToVendorId",
    ),
  );
  const row = book.create("purchaseReceipts", {
    ...shared,
    ...{ number: `PR${108_001 + index}`, invoiceDate: date, postingDate: date, dueDate: date },
    ...{ orderNumber: index % 7 === 1 ? "" : text(order, "number"), payToContact: index % 2 === 0 ? "Frau Lager" : "" },
  });
  for (const line of book.set("purchaseOrderLines").under(text(order, "id"))) {
    const type = { Item: "Item", Account: "G/L Account" }[text(line, "lineType")] ?? " ";
    book.create("purchaseReceiptLines", {
      ...{ documentId: text(row, "id"), sequence: amount(line, "sequence"), lineType: encoded(type) },
      ...{ lineObjectNumber: text(line, "lineObjectNumber"), description: text(line, "description") },
      ...{ description2: text(line, "description2"), unitOfMeasureCode: text(line, "unitOfMeasureCode") },
      ...{ unitCost: amount(line, "directUnitCost"), quantity: amount(line, "receivedQuantity") },
      ...{ discountPercent: amount(line, "discountPercent"), taxPercent: amount(line, "taxPercent") },
      expectedReceiptDate: text(line, "expectedReceiptDate"),
    });
  }
}

function purchaseCreditMemo({ book, size, clock, today }: Season, index: number): void {
  const date = at(clock, dayOf(today, index, size.others));
  const vendors = vendorsOf(book);
  const bills = book
    .set("purchaseInvoices")
    .all()
    .filter((row) => !isDraft(row));
  const invoice = bills[index] ?? {};
  const row = create(book, resourceOf("purchaseCreditMemos"), {
    ...{ vendorId: text(vendors[(index * 5) % vendors.length] ?? {}, "id"), creditMemoDate: date, postingDate: date },
    ...(index % 4 === 0
      ? {
          vendorCreditMemoNumber: `GS-${index}`,
          invoiceId: text(invoice, "id"),
          invoiceNumber: text(invoice, "number"),
        }
      : {}),
    purchaseCreditMemoLines: someLines(book, index + 5, 2, false).map(({ description2: _unused, ...line }) => line),
  });
  adorn(book, "purchaseCreditMemos", row, index);
  dimension(book, "Purchase Credit Memo", row, index);
  for (const line of book.set("purchaseCreditMemoLines").under(text(row, "id")))
    dimension(book, "Purchase Credit Memo Line", line, index);
  if (index >= size.others - 2) return;
  act(book, resourceOf("purchaseCreditMemos"), row, "post");
  row["status"] = ["Open", "Paid", "Canceled"][(index / 2) % 3] ?? "Open";
}

/** What was booked by hand, with three parts each, and a journal that waits to be booked. */
function journals({ book, size, clock, today }: Season): void {
  for (let index = 0; index < size.vouchers; index++) {
    const date = at(clock, dayOf(today, index, size.vouchers));
    const [rent, power] = [new Big(900 + index), new Big("45.37").plus(index)];
    enter(book, { date, number: `G0${String(index + 1).padStart(4, "0")}`, type: " " }, [
      { account: "60100", amount: rent, description: "Miete Werkhalle", dimensions: { DEPARTMENT: "ADM" } },
      { account: "60200", amount: power, description: "Strom", dimensions: { DEPARTMENT: "PROD", CAMPAIGN: "WINTER" } },
      { account: posting.bank, amount: rent.plus(power).times(-1), description: index % 5 === 0 ? "" : "Bank" },
    ]);
  }
  const first = book.set("generalLedgerEntries").all()[0];
  if (first !== undefined) attach(book, "attachments", first, { type: "Journal", name: "Beleg.pdf" });
  const bank = text(book.set("accounts").find("number", posting.bank) ?? {}, "id");
  const named = (code: string, more: Row) =>
    create(book, resourceOf("journals"), { code, displayName: `Journal ${code}`, ...more });
  const daily = named("DEFAULT", {});
  const monthly = named("MONTHLY", { balancingAccountId: bank });
  named("CLOSING", {});
  for (const accountNumber of ["60600", "60800"])
    create(
      book,
      resourceOf("journalLines"),
      { accountNumber, amount: 12.5, taxCode: "EXEMPT" },
      { resource: resourceOf("journals"), row: monthly },
    );
  named("CASH", { templateDisplayName: "CASHRCPT" });
  for (let index = 0; index < Math.min(12, size.vouchers); index++) {
    const date = at(clock, today - (14 - index) * day);
    const above = { resource: resourceOf("journals"), row: daily };
    const shared = { postingDate: date, documentNumber: `G9${String(index).padStart(4, "0")}` };
    const one = create(
      book,
      resourceOf("journalLines"),
      {
        ...shared,
        accountNumber: "60400",
        amount: 80.25 + index,
        description: "Reise",
        externalDocumentNumber: `Q${index}`,
      },
      above,
    );
    create(
      book,
      resourceOf("journalLines"),
      { ...shared, accountNumber: "10300", amount: -(80.25 + index), comment: "bar" },
      above,
    );
    if (index === 0) attach(book, "attachments", one, { type: "Journal", name: "Fahrkarte.pdf" });
    dimension(book, "Journal Line", one, index);
    for (const name of ["shortcutDimension1Code", "shortcutDimension2Code"]) delete one[name];
  }
  const loose = book.create("attachments", { fileName: "ohne Beleg.txt" });
  setContent(book, loose, Buffer.from("Nobody's file\n"));
}

function vendorPayments({ book, size, clock, today }: Season): void {
  const bank = text(book.set("accounts").find("number", posting.bank) ?? {}, "id");
  const journal = create(book, resourceOf("vendorPaymentJournals"), {
    code: "BANK",
    displayName: "Outgoing",
    balancingAccountId: bank,
  });
  create(book, resourceOf("vendorPaymentJournals"), { code: "LATER", displayName: "Later" });
  const open = book
    .set("purchaseInvoices")
    .all()
    .filter((row) => row["status"] === "Open");
  for (let index = 0; index < Math.min(24, size.payments); index++) {
    const date = at(clock, dayOf(today, index, 24));
    const invoice = open[index] ?? {};
    create(
      book,
      resourceOf("vendorPayments"),
      {
        ...{
          vendorId: text(invoice, "vendorId"),
          postingDate: date,
          amount: amount(invoice, "totalAmountIncludingTax"),
        },
        ...(index % 4 === 3 ? {} : { appliesToInvoiceId: text(invoice, "id") }),
        ...{
          documentNumber: `Z${String(index + 1).padStart(4, "0")}`,
          externalDocumentNumber: index % 2 === 0 ? `SEPA-${index}` : "",
        },
        ...(index % 3 === 0 ? { comment: "Skonto genutzt" } : {}),
      },
      { resource: resourceOf("vendorPaymentJournals"), row: journal },
    );
  }
}
