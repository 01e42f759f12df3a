/** Seed data: an invented Swiss company with the awkward cases. */
import { dayLater, dayLength, pick, type Row, text, uuid } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { accountOf, add, type Books, openBexio, swissDay } from "./company.ts";
import { enter } from "./ledger.ts";
import { articleOf, contactOf } from "./masters.ts";
import { newBill, payBill, setStatus } from "./purchases.ts";
import { recordings } from "./recordings.ts";
import { cancel, issue, newDocument, openOf, pay } from "./sales.ts";

const chart: readonly (readonly [number: string, name: string, type: number])[] = [
  ["1000", "Kasse", 3],
  ["1020", "Bankguthaben", 3],
  ["1100", "Forderungen aus Lieferungen und Leistungen", 3],
  ["1170", "Vorsteuer", 3],
  ["1510", "Mobiliar", 3],
  ["2000", "Verbindlichkeiten aus Lieferungen und Leistungen", 4],
  ["2200", "Geschuldete MWST", 4],
  ["2800", "Stammkapital", 4],
  ["3200", "Handelserlöse", 1],
  ["3400", "Dienstleistungserlöse", 1],
  ["4200", "Einkauf Handelsware", 2],
  ["6000", "Raumaufwand", 2],
  ["6500", "Verwaltungsaufwand", 2],
  ["6800", "Abschreibungen", 2],
  ["6999", "Währungsgewinne", 1],
  ["9000", "Erfolgsrechnung", 5],
  ["9901", "defaults.systemAccount.9001.name", 5],
];

/** The first years are closed. */
const yearsBack = 4;

function fillMasters(books: Books): void {
  for (const [index, [account_no, name, account_type]] of chart.entries())
    add(books, "accounts", {
      uuid: uuid(`account ${account_no}`),
      account_no,
      name,
      account_type,
      tax_id: ({ "3200": 14, "4200": 21, "6500": 21 } as Record<string, number>)[account_no] ?? null,
      fibu_account_group_id: 39 + account_type,
      is_active: index !== 4,
      is_locked: account_type > 2,
    });
  for (const tax of recordings.rowsOf("taxes")) books.tables.taxes.put(structuredClone(tax));
  for (const table of ["country", "currencies", "payment_type", "unit"] as const)
    for (const row of recordings.rowsOf(table)) books.tables[table].put(structuredClone(row));
  for (const [name, number] of [
    ["Hausbank", "1020"],
    ["Kasse", "1000"],
  ] as const)
    add(books, "bank_accounts", {
      name,
      bank_name: name === "Hausbank" ? "Bergkantonsbank" : "",
      iban_nr: name === "Hausbank" ? "CH9300762011623852957" : "",
      bank_account_nr: name === "Hausbank" ? "1162-3852.957" : "",
      bank_nr: name === "Hausbank" ? "BERGCHZZ" : "",
      currency_id: 1,
      account_id: accountOf(books, number),
      type: name === "Hausbank" ? "bank" : "cash",
    });
  const year = new Date(books.now()).getUTCFullYear();
  for (let back = 0; back <= yearsBack; back++) {
    const start = `${year - back}-01-01`;
    const end = `${year - back}-12-31`;
    const isClosed = back > 2;
    add(books, "business_years", {
      start,
      end,
      closed_at: isClosed ? end : null,
      status: isClosed ? "closed" : "open",
    });
    add(books, "calendar_years", { start, end, default_tax_income_id: 14, default_tax_expense_id: 21 });
  }
}

const names = ["Enzian", "Silberdistel", "Arvenholz", "Gletscher", "Murmeltier", "Edelweiss", "Steinbock", "Alpenrose"];
const endings = ["AG", "GmbH", "Genossenschaft", "& Söhne"];
const cities = ["Musterhausen", "Beispielingen", "Erfundenwil"];

function fillContacts(books: Books): void {
  for (let index = 0; index < 125; index++) {
    const isPerson = index % 4 === 3;
    const name = `${pick(names, index)}${index < 8 ? "" : ` ${index}`}`;
    const full = index % 3 !== 2;
    books.past(books.now() - (300 - index) * dayLength, () => {
      const body: Row = {
        contact_type_id: isPerson ? 2 : 1,
        name_1: isPerson ? name : `${name} ${pick(endings, index)}`,
        user_id: 1,
        owner_id: 1,
        ...(isPerson && { name_2: pick(["Urs", "Ladina", "Reto"], index) }),
        ...(full && {
          street_name: "Dorfstrasse",
          house_number: String(index + 1),
          postcode: String(9000 + (index % 900)),
          city: pick(cities, index),
          country_id: pick([1, 14, 15, 25], index),
          mail: `post@${index}.example`,
          phone_fixed: `+41 00 000 ${String(index).padStart(4, "0")}`,
        }),
        ...(index % 5 === 0 && {
          phone_mobile: `+41 79 000 ${String(index).padStart(4, "0")}`,
          url: `https://${index}.example`,
        }),
        ...(full &&
          index % 7 === 0 && {
            address_addition: "Postfach",
            mail_second: `buchhaltung@${index}.example`,
            fax: "+41 00 000 00 01",
          }),
        ...(index % 9 === 0 && { phone_fixed_second: "+41 00 000 00 02" }),
      };
      add(books, "contact", contactOf(books, body));
    });
  }
}

function fillArticles(books: Books): void {
  for (let index = 0; index < 110; index++) {
    const body: Row = {
      user_id: 1,
      article_type_id: (index % 2) + 1,
      intern_code: `A-${1000 + index}`,
      intern_name: `${pick(["Käse", "Beratung", "Uhr", "Holz"], index)} ${index}`,
      ...(index % 4 !== 3 && { sale_price: index === 5 ? "0" : `${10 + index}.50`, purchase_price: `${5 + index}.25` }),
      ...(index % 3 !== 2 && { tax_income_id: index % 2 === 0 ? 14 : 15, account_id: accountOf(books, "3200") }),
      ...(index % 5 === 0 && { expense_account_id: accountOf(books, "4200"), unit_id: 1 }),
    };
    add(books, "article", articleOf(books, body));
  }
}

const tax = (index: number): number => pick([14, 15, 14, 8], index);

function linesOf(books: Books, index: number): Row[] {
  const article = books.tables.article.all()[index % 100];
  return Array.from({ length: index === 3 ? 101 : (index % 3) + 1 }, (_unused, at): Row => {
    const isArticle = at === 1 && article !== undefined;
    return {
      type: isArticle ? "KbPositionArticle" : "KbPositionCustom",
      ...(isArticle && { article_id: article["id"] }),
      text: pick(["Beratung", "Montage", "Material"], index + at),
      amount: pick(["1", "2.5", "3"], at),
      unit_price: index === 7 && at === 0 ? "0" : `${20 + ((index * 7 + at) % 90)}.${pick(["00", "35", "50"], index)}`,
      unit_id: (at % 2) + 1,
      account_id: accountOf(books, at % 2 === 0 ? "3400" : "3200"),
      tax_id: tax(index),
      discount_in_percent: at === 2 ? "5" : "0",
    };
  });
}

const remark: Row = { type: "KbPositionText", text: "Gemäss Absprache" };
const discount = (index: number): Row[] =>
  index % 10 === 6
    ? [{ type: "KbPositionDiscount", text: "Rabatt", is_percentual: index % 20 === 6, value: "10" }]
    : [];

/** A day before today that is in an open year. */
const ago = (today: string, index: number): string => dayLater(today, -1 - ((index * 7) % 380));

function documentBody(books: Books, index: number, today: string): Row {
  const contacts = books.tables.contact.all();
  return {
    contact_id: contacts[(index * 3) % contacts.length]?.["id"],
    user_id: 1,
    title: `Projekt ${index}`,
    currency_id: index % 11 === 10 ? 2 : 1,
    mwst_type: index % 13 === 12 ? 1 : 0,
    mwst_is_net: index % 6 !== 5,
    is_valid_from: ago(today, index),
    positions: [...(index % 4 === 0 ? [remark] : []), ...linesOf(books, index), ...discount(index)],
  };
}

function sell(books: Books, index: number, today: string): void {
  const body = documentBody(books, index, today);
  const date = text(body["is_valid_from"]);
  const due = index % 3 === 0 ? dayLater(today, 20) : dayLater(date, 10);
  const invoice = add(
    books,
    "kb_invoice",
    newDocument(books, "kb_invoice", {
      ...body,
      is_valid_to: due,
      ...(index % 2 === 0 && { reference: `Bestellung ${index}` }),
    }),
  );
  if (index % 9 === 8) return;
  issue(books, invoice);
  if (index % 12 === 7) return cancel(books, invoice);
  const { open } = openOf(books, invoice);
  const paying = { date: dayLater(date, 1), bank_account_id: 1 };
  if (open.lte(0)) return;
  if (index % 4 === 1) pay(books, invoice, { ...paying, value: open.toFixed(2) });
  if (index % 4 === 2) pay(books, invoice, { ...paying, value: "10" });
  if (index === 16)
    pay(books, invoice, {
      ...paying,
      value: open.toFixed(2),
      bank_account_id: null,
      kb_credit_voucher_id: 4,
      kb_credit_voucher_text: "Gutschrift GS-00004",
    });
  if (index === 20) pay(books, invoice, { ...paying, value: "1", is_cash_discount: true });
}

function offer(books: Books, index: number, today: string): void {
  const row = add(books, "kb_offer", newDocument(books, "kb_offer", documentBody(books, index, today)));
  row["kb_item_status_id"] = pick([1, 2, 3, 4], index);
  const order = add(books, "kb_order", newDocument(books, "kb_order", documentBody(books, index + 1, today)));
  order["kb_item_status_id"] = pick([5, 6, 15, 21], index);
}

function buy(books: Books, index: number, today: string): void {
  const contacts = books.tables.contact.all();
  const supplier = contacts[(index * 5) % contacts.length] ?? {};
  const date = ago(today, index);
  const isNet = index % 5 !== 4;
  const isReverse = index % 14 === 9;
  const net = 40 + index;
  const lines = Array.from({ length: (index % 2) + 1 }, (_unused, position) => ({
    position,
    title: pick(["Papier", "Strom", "Hosting"], index + position),
    tax_id: isReverse ? 19 : pick([21, 20, 21, 7], index),
    amount: net + position * 10,
    booking_account_id: accountOf(books, pick(["4200", "6500", "6000"], index)),
  }));
  const rates: Readonly<Record<number, number>> = { 21: 8.1, 20: 2.6 };
  const gross = lines.reduce((total, { amount, tax_id }) => {
    const rate = isNet && !isReverse ? (rates[tax_id] ?? 0) : 0;
    return Math.round((total + amount + Math.round(amount * rate) / 100) * 100) / 100;
  }, 0);
  const isForeign = index % 12 === 11;
  const discount = index % 16 === 13 ? 5 : 0;
  const total = gross - discount;
  const bill = add(
    books,
    "bills",
    newBill(books, {
      supplier_id: supplier["id"],
      contact_partner_id: supplier["id"],
      title: `Einkauf ${index}`,
      ...(index % 3 !== 2 && { vendor_ref: `R-${4000 + index}` }),
      bill_date: date,
      due_date: index % 3 === 0 ? dayLater(today, 25) : dayLater(date, 10),
      manual_amount: index % 15 === 6,
      amount_man: total,
      amount_calc: total,
      currency_code: isForeign ? "EUR" : "CHF",
      ...(isForeign && { exchange_rate: 1.05, base_currency_amount: total * 1.05 }),
      item_net: isNet && !isReverse,
      attachment_ids: index % 6 === 0 ? [fileOf(books, index)] : [],
      discounts: discount === 0 ? [] : [{ id: uuid(`discount ${index}`), position: 0, amount: discount }],
      address: {
        lastname_company: supplier["name_1"],
        type: supplier["contact_type_id"] === 2 ? "PRIVATE" : "COMPANY",
      },
      line_items: lines,
    }),
  );
  if (index % 7 === 6) return;
  setStatus(books, bill, "BOOKED");
  const paying = {
    bill_id: bill["id"],
    execution_date: dayLater(date, 1),
    currency_code: bill["currency_code"],
    exchange_rate: isForeign ? 1.06 : 1,
    is_salary_payment: false,
    sender_bank_account_id: 1,
  };
  if (index % 4 === 1) payBill(books, { ...paying, payment_type: "MANUAL", amount: total, note: `Zahlung ${index}` });
  if (index % 4 === 2) payBill(books, { ...paying, payment_type: "MANUAL", amount: 10 });
}

function fileOf(books: Books, index: number): string {
  const row = books.add("files", {
    uuid: books.newId(),
    name: `beleg-${index}`,
    extension: "pdf",
    mime_type: "application/pdf",
  });
  return text(row["uuid"]);
}

export function openBooks(world: World): Books[] {
  const books = openBexio(world);
  const today = swissDay(world.now());
  fillMasters(books);
  fillContacts(books);
  fillArticles(books);
  for (let index = 0; index < 125; index++) {
    books.past(books.now() - (250 - index) * dayLength, () => {
      // Documents name days, which are counted from today.
      sell(books, index, today);
      if (index < 105) offer(books, index, today);
      buy(books, index, today);
    });
  }
  for (let index = 0; index < 20; index++)
    enter(books, {
      type: "manual_single_entry",
      date: ago(today, index),
      reference_nr: `B-${index + 1}`,
      entries: [
        {
          debit_account_id: accountOf(books, "6800"),
          credit_account_id: accountOf(books, "1510"),
          amount: 12.5 + index,
          currency_id: index % 6 === 5 ? 2 : 1,
          currency_factor: index % 6 === 5 ? 1.05 : 1,
          description: `Abschreibung ${index + 1}`,
        },
      ],
    });
  return [books];
}
