/** The invented company. */
import { makeSeedData, type SeedDocument, type SeedParty } from "../engine/seedData.ts";
import { dayLength, type Row, rows, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { book, cancelInvoice, saveSale, saveVoucher, sendSale } from "./documents.ts";
import { countries, guidance, units } from "./masters.ts";
import { openStore, referenceTo, type Store } from "./store.ts";

const german = (day: string): string => day.split("-").toReversed().join(".");
const user = referenceTo("SevUser", "1");

export function openBooks(world: World): readonly Store[] {
  const store = openStore(world);
  for (const unit of units) store.tables.Unity.put({ ...unit });
  for (const country of countries) store.tables.StaticCountry.put({ ...country });
  store.tables.SevUser.put({ id: "1", objectName: "SevUser", username: "buchhaltung@muster.example" });
  const seed = makeSeedData({ name: "sevdesk", now: world.now(), size: "small", scale: { creditNotes: [24, {}] } });
  const start = world.now() - 500 * dayLength;
  store.past(start, () => {
    fillAccounts(store);
    for (const [at, item] of seed.items.entries())
      store.add("Part", {
        objectName: "Part",
        name: item.name,
        partNumber: item.number,
        text: at % 3 === 0 ? null : `${item.name}, beste Qualität`,
        unity: referenceTo("Unity", units[at % units.length]?.["id"]),
        priceNet: item.salesPrice.toString(),
        ...(at % 4 !== 0 && { pricePurchase: item.purchasePrice.toString() }),
        taxRate: item.sales.percentage === undefined ? "19" : String(Number(item.sales.percentage)),
        stock: String(at % 5),
        status: "100",
      });
  });
  const ids = new Map<string, string>();
  for (const [at, party] of [...seed.customers, ...seed.suppliers].entries())
    store.past(start + at * 3_600_000, () => ids.set(party.id, addContact(store, party, at)));
  for (const [at, invoice] of seed.invoices.entries()) addInvoice(store, invoice, { ids, at });
  for (const [at, note] of seed.creditNotes.entries()) addCreditNote(store, note, { ids, at });
  for (const [at, bill] of seed.bills.entries()) addBill(store, bill, { ids, at });
  for (const [at, offer] of seed.invoices.slice(0, 60).entries()) addOrder(store, offer, { ids, at });
  return [store];
}

function fillAccounts(store: Store): void {
  const account = (record: Row) =>
    store.add("CheckAccount", { objectName: "CheckAccount", currency: "EUR", status: "100", ...record });
  account({
    name: "Hausbank",
    type: "online",
    importType: "CSV",
    defaultAccount: "1",
    balance: "120.5",
    accountingNumber: "1200",
    iban: "DE02120300000000202051",
    bic: "BYLADEM1001",
  });
  account({
    name: "Kasse",
    type: "offline",
    importType: null,
    defaultAccount: "0",
    balance: null,
    accountingNumber: "1000",
  });
  account({
    name: "Altes Konto",
    type: "online",
    importType: "MT940",
    defaultAccount: "0",
    balance: "0",
    accountingNumber: "1210",
    status: "0",
  });
}

function addContact(store: Store, party: SeedParty, at: number): string {
  const isPerson = at % 6 === 5;
  const [person] = rows(party.record["contact_persons"]);
  const contact = store.add("Contact", {
    objectName: "Contact",
    ...(isPerson
      ? {
          name: null,
          surename: text(person?.["first_name"]) || "Kim",
          familyname: text(person?.["last_name"]) || `Muster ${at}`,
        }
      : { name: party.name, surename: null, familyname: null }),
    status: "1000",
    customerNumber: at % 9 === 8 ? null : String(1000 + at),
    category: referenceTo("Category", party.role === "customer" ? "3" : "2"),
    vatNumber: at % 3 === 0 ? null : party.vatId,
    bankAccount: at % 2 === 0 ? party.iban : null,
    bankNumber: at % 4 === 0 ? "BYLADEM1001" : null,
  });
  const id = text(contact["id"]);
  const owner = referenceTo("Contact", id);
  if (at % 7 !== 6) {
    const code = text(party.address["country_code"]).toLowerCase();
    const country = countries.find((each) => each["code"] === code) ?? countries[0];
    store.add("ContactAddress", {
      objectName: "ContactAddress",
      contact: owner,
      street: party.address["address_line1"],
      zip: party.address["postal_code"],
      city: party.address["city"],
      country: referenceTo("StaticCountry", country?.["id"]),
      category: referenceTo("Category", "47"),
    });
  }
  const way = (type: string, value: string, key: string) =>
    store.add("CommunicationWay", {
      objectName: "CommunicationWay",
      contact: owner,
      type,
      value,
      key: referenceTo("CommunicationWayKey", key),
      main: "0",
    });
  if (at % 4 !== 3) way("EMAIL", `kontakt${at}@firma${at}.example`, "2");
  if (at % 5 === 1) way("EMAIL", `privat${at}@example.org`, "1");
  if (at % 5 === 2) way("PHONE", `0800/${1000 + at}`, at % 2 === 0 ? "2" : "1");
  if (at % 5 === 3) way("MOBILE", `0170/${1000 + at}`, "4");
  if (at % 10 === 4) way("FAX", `0800/${2000 + at}`, "3");
  if (at % 8 === 0) way("WEB", `https://firma${at}.example`, "2");
  return id;
}

interface Place {
  readonly ids: ReadonlyMap<string, string>;
  readonly at: number;
}

/** Under a rule without tax, no line has any. */
const taxFree = ({ isReverseCharge, lines }: SeedDocument): boolean =>
  isReverseCharge || lines.every(({ rate }) => Number(rate.percentage) === 0);

const linesOf = (store: Store, document: SeedDocument, isTaxFree: boolean): Row[] =>
  document.lines.map((line, index) => ({
    ...partOf(store, line.item.name, index),
    quantity: line.quantity.toString(),
    price: line.unitPrice.toString(),
    name: line.item.name ?? "Ware",
    text: line.description,
    discount: line.discount.toString(),
    unity: referenceTo("Unity", index % 2 === 0 ? "1" : "9"),
    taxRate: isTaxFree ? "0" : rateOf(line.rate.percentage),
    positionNumber: index,
  }));

/** Every other line has an article. */
function partOf(store: Store, name: string | null, index: number): Row {
  const part = index % 2 === 0 ? store.tables.Part.find("name", name) : undefined;
  return part === undefined ? {} : { part: referenceTo("Part", part["id"]) };
}

/** Germany's rates. */
const rateOf = (percentage: unknown): string => (Number(percentage) === 0 ? "0" : Number(percentage) < 10 ? "7" : "19");

const saleOf = (document: SeedDocument, { ids, at }: Place): Row => {
  const rule = taxFree(document) ? (["3", "5", "2", "4"][at % 4] as string) : "1";
  return {
    contact: referenceTo("Contact", ids.get(document.party.id)),
    contactPerson: user,
    currency: "EUR",
    taxText: "Umsatzsteuer 19%",
    showNet: at % 8 === 3 ? "0" : "1",
    // The company had bookkeeping system 1.0 before.
    ...(at % 20 === 9 && rule === "1" ? { taxType: "default" } : { taxRule: referenceTo("TaxRule", rule) }),
    addressName: at % 5 === 0 ? null : document.party.name,
    address: document.party.oneLineAddress.replaceAll(", ", "\n"),
    customerInternalNote: at % 4 === 0 ? `Bestellung ${at}` : null,
  };
};

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayLength);
const unixOf = (day: string): number => Date.parse(`${day}T11:00:00Z`) / 1000;

function addInvoice(store: Store, document: SeedDocument, place: Place): void {
  const { at } = place;
  store.past(document.created, () => {
    const saved = saveSale(store, "Invoice", {
      sent: {
        ...saleOf(document, place),
        invoiceType: at % 30 === 29 ? "WKR" : at % 25 === 24 ? "ER" : "RE",
        invoiceDate: german(document.date),
        ...(at % 4 !== 1 && { deliveryDate: german(document.date) }),
        ...(at % 9 === 2 && { $discount: "10" }),
        ...(at % 10 !== 4 && { timeToPay: daysBetween(document.date, document.due) }),
      },
      lines: linesOf(store, document, taxFree(document)),
    });
    if (document.status === "draft") return;
    const sent = sendSale(store, "Invoice", saved);
    if (document.status === "voided") cancelInvoice(store, sent);
    else settle(store, "Invoice", sent, document);
  });
}

const cash = (store: Store): Row =>
  referenceTo("CheckAccount", store.tables.CheckAccount.find("type", "offline")?.["id"]);

function settle(store: Store, kind: "Invoice" | "CreditNote" | "Voucher", record: Row, document: SeedDocument): void {
  if (!["paid", "partially_paid", "partially_overdue"].includes(document.status)) return;
  const gross = Number(record["sumGross"]);
  if (!(gross > 0)) return;
  const part = document.status === "paid" ? gross : Math.round(gross * 50) / 100;
  const amount = kind === "Invoice" ? part : -part;
  const date = document.paidDate ?? document.payments[0]?.date ?? document.due;
  book(store, kind, record, { amount, date: unixOf(date.slice(0, 10)), checkAccount: cash(store) });
}

function addCreditNote(store: Store, document: SeedDocument, place: Place): void {
  store.past(document.created, () => {
    const saved = saveSale(store, "CreditNote", {
      sent: {
        ...saleOf(document, place),
        creditNoteType: "CN",
        bookingCategory: "PROVISION",
        creditNoteNumber: `GU-${store.next("creditNote", 1000)}`,
        creditNoteDate: german(document.date),
      },
      lines: linesOf(store, document, taxFree(document)),
    });
    if (document.status !== "draft") settle(store, "CreditNote", sendSale(store, "CreditNote", saved), document);
  });
}

function addBill(store: Store, document: SeedDocument, { ids, at }: Place): void {
  const isTaxFree = taxFree(document);
  const rule = isTaxFree ? (["12", "14"][at % 2] as string) : "9";
  const accounts = guidance.filter(({ allowedReceiptTypes }) => (allowedReceiptTypes as string[])[0] === "EXPENSE");
  store.past(document.created, () => {
    const voucher = saveVoucher(
      store,
      {
        voucherDate: german(document.date),
        ...(at % 6 !== 5 && { supplier: referenceTo("Contact", ids.get(document.party.id)) }),
        supplierName: document.party.name,
        description: document.number ?? null,
        status: document.status === "draft" ? "50" : "100",
        creditDebit: at % 20 === 7 ? "D" : "C",
        voucherType: at % 25 === 12 ? "RV" : "VOU",
        currency: "EUR",
        ...(at % 5 !== 0 && { paymentDeadline: german(document.due) }),
        ...(at % 3 === 0 && { deliveryDate: german(document.date) }),
        ...(document.hasFile && { document: referenceTo("Document", String(90_000 + at)) }),
        taxRule: referenceTo("TaxRule", at % 20 === 7 ? "1" : rule),
      },
      document.lines.map((line, index) => ({
        accountDatev: referenceTo("AccountDatev", accounts[(at + index) % 60]?.["accountDatevId"]),
        net: true,
        sumNet: line.net.toString(),
        taxRate: isTaxFree ? "0" : rateOf(line.rate.percentage),
        comment: index % 2 === 0 ? line.item.name : null,
      })),
    );
    if (voucher["creditDebit"] === "C") settle(store, "Voucher", voucher, document);
  });
}

const orderStates = ["100", "200", "300", "500", "750", "1000"];

function addOrder(store: Store, document: SeedDocument, place: Place): void {
  const { at } = place;
  store.past(document.created, () => {
    const orderType = ["AN", "AB", "LI"][at % 3] as string;
    const saved = saveSale(store, "Order", {
      sent: {
        ...saleOf(document, place),
        orderType,
        orderNumber: `${orderType}-${1000 + at}`,
        orderDate: german(document.date),
        version: "0",
        header: `Dokument ${at}`,
      },
      lines: linesOf(store, document, taxFree(document)).map((line, index) => ({
        ...line,
        ...(at % 6 === 0 && index === 1 && { optional: true }),
      })),
    });
    store.restamp("Order", { ...saved, status: orderStates[Math.floor(at / 3) % orderStates.length] });
  });
}
