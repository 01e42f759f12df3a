/** The seed data in Twinfield's tables: two invented offices in the Netherlands with awkward data. */
import { makeSeedData, type SeedData, type SeedDocument, type SeedParty } from "../engine/seedData.ts";
import { openCompany } from "../engine/tables.ts";
import { big, cents, dayLater, type Row, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { book, match, settle, writtenDay } from "./posting.ts";
import { type Books, momentOf, stampAt, tables } from "./tables.ts";

const everyNth = (index: number, of: number, at: number, value: unknown): string =>
  index % of === at ? text(value) : "";

function openOffice(world: World, { id, name }: { readonly id: string; readonly name: string }): Books {
  let last = 0;
  return openCompany({
    id,
    facts: {
      name,
      closedUntil: "",
      rates: { EUR: 1, USD: 0.92, CHF: 1.04, NOK: 0.085, JPY: 0.006, GBP: 1.17 },
    },
    tables,
    now: world.now,
    key: (table) => (table === "transactions" ? "id" : "code"),
    newId: () => String(++last),
    stamp: (row, at, table) => {
      if (table === "books") return;
      if (table !== "transactions") row["modified"] = stampAt(at);
      else row["header"] = { ...(row["header"] as Row), modificationdate: stampAt(at) };
    },
    // Times of change have seconds.
    stampOf: (row) => {
      const written = text(row["modified"]) || text((row["header"] as Row | undefined)?.["modificationdate"]);
      return written === "" ? undefined : momentOf(written) + 999;
    },
  });
}

export function openBooks(world: World): Books[] {
  const office = openOffice(world, { id: "001", name: "Tulpenveld B.V. (fictief)" });
  const plans = { open: 6, overdue: 4, partlyPaid: 3, draft: 2, offset: 2 };
  const seed = makeSeedData({
    name: "twinfield",
    now: world.now(),
    scale: { customers: 60, suppliers: 55, invoices: [30, plans], bills: [28, plans] },
  });
  office.past(world.now() - 900 * 86_400_000, () => {
    addMasterData(office);
    addParties(office, seed);
  });
  addDocuments(office, seed);
  addEntries(office);
  office.facts["closedUntil"] = dayLater(office.today(), -1100);
  const second = openOffice(world, { id: "010", name: "Tulpenveld Holding (fictief)" });
  second.past(world.now() - 900 * 86_400_000, () => {
    addMasterData(second);
    addParties(second, { ...seed, customers: seed.customers.slice(0, 3), suppliers: seed.suppliers.slice(0, 3) });
  });
  return [office, second];
}

const chart: readonly Account[] = [
  ["0500", "Eigen vermogen", "BAS"],
  ["1100", "Bank", "BAS"],
  ["1300", "Debiteuren", "BAS"],
  ["1510", "Te vorderen BTW hoog", "BAS"],
  ["1511", "Te vorderen BTW laag", "BAS"],
  ["1520", "Af te dragen BTW hoog", "BAS"],
  ["1521", "Af te dragen BTW laag", "BAS"],
  ["1600", "Crediteuren", "BAS"],
  ["1800", "Tussenrekening", "BAS"],
  ["4000", "Kantoorkosten", "PNL"],
  ["4100", "Reiskosten", "PNL"],
  ["7000", "Inkopen", "PNL"],
  ["8000", "Omzet hoog", "PNL"],
  ["8100", "Omzet overig", "PNL"],
];

/** Codes of dimensions, day books and VAT, and the percentages with the days on which they begin. */
const vats: readonly (readonly [code: string, name: string, type: string, account: string, ...rates: number[]])[] = [
  ["VH", "BTW Hoog", "sales", "1520", 19, 21],
  ["VL", "BTW Laag", "sales", "1521", 6, 9],
  ["VN", "BTW 0%", "sales", "1521", 0, 0],
  ["VR", "BTW verlegd", "sales", "1521", 0, 0],
  ["IH", "BTW Hoog", "purchase", "1510", 19, 21],
  ["IL", "BTW Laag", "purchase", "1511", 6, 9],
  ["IN", "BTW 0%", "purchase", "1511", 0, 0],
];

const dayBooks: readonly (readonly [code: string, name: string, category: string])[] = [
  ["BNK", "Standaard bank", "bank"],
  ["INK", "Inkoopfactuur", "purchase"],
  ["MEMO", "Memoriaal", "journal"],
  ["VRK", "Verkoopfactuur", "sales"],
];

function addMasterData(office: Books): void {
  for (const account of chart) addAccount(office, account);
  for (let index = 0; index < 50; index++)
    addAccount(
      office,
      [String(4200 + index), `Verzonnen kosten ${index}`, "PNL"],
      index % 7 === 3 ? "deleted" : "active",
    );
  for (const [code, name, type, account, before, now] of vats)
    office.add("vats", {
      status: "active",
      code,
      name,
      shortname: code,
      type,
      percentages: {
        percentage: [
          { date: "20000101", percentage: Number(before).toFixed(9), name, account },
          { date: "20190101", percentage: Number(now).toFixed(9), name, account },
        ],
      },
    });
  for (const [code, name, category] of dayBooks) office.add("books", { code, name, category });
  for (let index = 0; index < 4; index++) {
    addDimension(office, "centres", "KPL", { code: `0000${index}`, name: index === 2 ? "" : `Afdeling ${index}` });
    addDimension(office, "centres", "PRJ", { code: `P000${index}`, name: `Project ${index}` });
  }
}

const typeNames: Readonly<Record<string, string>> = {
  BAS: "Balans",
  PNL: "Winst & verlies",
  DEB: "Debiteuren",
  CRD: "Crediteuren",
  KPL: "Kostenplaatsen",
  PRJ: "Projecten",
};

export const addDimension = (
  office: Books,
  table: "accounts" | "customers" | "suppliers" | "centres",
  type: string,
  facts: Row,
): Row =>
  office.add(table, {
    status: "active",
    type: { "@name": typeNames[type], "@shortname": typeNames[type], "#text": type },
    uid: crypto.randomUUID(),
    shortname: "",
    inuse: "true",
    behaviour: "normal",
    touched: "0",
    ...facts,
  });

type Account = readonly [code: string, name: string, type: "BAS" | "PNL"];

function addAccount(office: Books, [code, name, type]: Account, status = "active"): void {
  addDimension(office, "accounts", type, { code, name, status });
}

function addressOf(party: SeedParty, index: number): Row {
  const country = text(party.address["country_code"]) || "NL";
  return {
    "@id": "1",
    "@type": index % 9 === 4 ? "postal" : "invoice",
    "@default": "true",
    name: party.name,
    country: { "@name": country, "@shortname": "", "#text": country },
    city: text(party.address["city"]),
    postcode: text(party.address["postal_code"]),
    telephone: everyNth(index, 2, 0, `000-${1000 + index}`),
    telefax: everyNth(index, 5, 0, `000-${2000 + index}`),
    email: everyNth(index, 3, 1, `post${index}@voorbeeld.example`),
    contact: "",
    field1: "",
    field2: text(party.address["address_line1"]),
    field3: text(party.address["address_line2"]),
    field4: everyNth(index, 4, 1, party.vatId),
    field5: "",
    field6: "",
  };
}

function addParties(office: Books, { customers, suppliers }: SeedData): void {
  for (const party of [...customers, ...suppliers]) {
    const isCustomer = party.role === "customer";
    const index = (isCustomer ? customers : suppliers).indexOf(party);
    const control = isCustomer ? "1300" : "1600";
    addDimension(office, isCustomer ? "customers" : "suppliers", isCustomer ? "DEB" : "CRD", {
      code: String((isCustomer ? 1000 : 2000) + index),
      name: party.name,
      seed: party.id,
      website: "",
      cocnumber: "",
      vatnumber: everyNth(index, 4, 2, party.vatId),
      financials: {
        matchtype: "customersupplier",
        duedays: "30",
        ebilling: index % 3 === 0 ? "true" : "false",
        ebillmail: everyNth(index, 3, 0, `facturen${index}@voorbeeld.example`),
        substitutionlevel: "1",
        substitutewith: { "@name": "Controle", "@shortname": "", "@dimensiontype": "BAS", "#text": control },
        vatcode: everyNth(index, 6, 5, isCustomer ? "VH" : "IH"),
      },
      addresses: index % 11 === 7 ? "" : { address: addressOf(party, index) },
      banks:
        index % 2 === 0
          ? {
              bank: {
                "@default": "true",
                "@id": "1",
                ascription: everyNth(index, 4, 0, party.name),
                bankname: everyNth(index, 4, 2, "Voorbeeldbank"),
                biccode: everyNth(index, 4, 0, "XXXXNL2X"),
                iban: party.iban,
              },
            }
          : "",
    });
  }
}

/** The seed's percentages, as they are in the Netherlands. */
const vatFor = (percentage: unknown, isSale: boolean): string =>
  `${isSale ? "V" : "I"}${{ 19: "H", 7: "L" }[Number(percentage)] ?? "N"}`;

const codeOf = (office: Books, party: SeedParty): string =>
  text(office.tables[party.role === "customer" ? "customers" : "suppliers"].find("seed", party.id)?.["code"]);

/** A document is booked on the day on which it was written down. */
function addDocument(office: Books, document: SeedDocument, index: number): Row {
  const { kind, party, lines, date, due, currency, discount, number, id, status } = document;
  const isSale = kind === "invoice" || kind === "creditNote";
  const side = kind === "invoice" || kind === "vendorCredit" ? "debit" : "credit";
  const other = side === "debit" ? "credit" : "debit";
  const details = lines.map((line, at) => {
    const net = cents(big(line.net).times(big(100).minus(discount)).div(100));
    return {
      "@type": "detail",
      dim1: isSale ? (at % 2 === 0 ? "8000" : "8100") : at % 2 === 0 ? "4000" : "7000",
      ...(index % 6 === 2 && at === 0 && { dim2: "00001", dim3: "P0001" }),
      debitcredit: net.lt(0) ? side : other,
      value: net.abs().toFixed(2),
      description: at % 3 === 2 ? "" : (line.description ?? "Dienst"),
      vatcode: vatFor(line.rate.percentage, isSale),
      net,
      tax: cents(net.times({ H: 21, L: 9 }[vatFor(line.rate.percentage, isSale)[1] ?? ""] ?? 0).div(100)),
    };
  });
  const gross = details.reduce((total, { net, tax }) => total.plus(net).plus(tax), big(0));
  return office.add(
    "transactions",
    book(office, {
      transaction: {
        "@destiny": status === "draft" ? "temporary" : "final",
        header: {
          code: isSale ? "VRK" : "INK",
          currency,
          date: writtenDay(date),
          duedate: writtenDay(due),
          invoicenumber: number ?? id.slice(0, 12),
          ...(index % 4 === 1 && { paymentreference: `RF${1000 + index}` }),
        },
        lines: {
          line: [
            {
              "@type": "total",
              dim1: isSale ? "1300" : "1600",
              dim2: codeOf(office, party as SeedParty),
              debitcredit: gross.lt(0) ? other : side,
              value: gross.abs().toFixed(2),
              description: "",
            },
            ...details.map(({ net: _net, tax: _tax, ...line }) => line),
          ],
        },
      },
    }),
  );
}

function addDocuments(office: Books, seed: SeedData): void {
  const all = [...seed.invoices, ...seed.creditNotes, ...seed.bills, ...seed.vendorCredits];
  const stored = new Map<string, Row>();
  for (const [index, document] of all.entries()) {
    if (document.status === "voided") continue;
    office.past(document.created, () => stored.set(document.id, addDocument(office, document, index)));
  }
  for (const document of all) {
    const row = stored.get(document.id);
    if (row === undefined || document.status === "draft") continue;
    const against = document.against && stored.get(document.against.id);
    const gross = big(text((row["lines"] as readonly Row[])[0]?.["value"]));
    office.past(document.updated, () => {
      if (document.payments.length === 0 && against !== undefined && document.status === "paid") {
        match(office, against, row, { amount: gross, day: document.date });
        return;
      }
      let left = gross;
      for (const [at, paid] of document.payments.entries()) {
        const isLast = at === document.payments.length - 1 && document.status === "paid";
        const amount = isLast || big(paid.amount).gt(left) ? left : big(paid.amount);
        if (amount.lte(0)) continue;
        settle(office, row, { amount, day: paid.date });
        left = left.minus(amount);
      }
    });
  }
}

function addEntries(office: Books): void {
  for (let index = 0; index < 12; index++)
    office.past(office.now() - (index + 2) * 86_400_000, () =>
      office.add(
        "transactions",
        book(office, {
          transaction: {
            "@destiny": index % 3 === 0 ? "temporary" : "final",
            header: { code: "MEMO", currency: "EUR", date: writtenDay(office.today()) },
            lines: {
              line: [
                {
                  "@type": "detail",
                  dim1: "4000",
                  debitcredit: "debit",
                  value: "12.50",
                  description: `Correctie ${index}`,
                },
                { "@type": "detail", dim1: "1800", debitcredit: "credit", value: "12.50", description: "" },
              ],
            },
          },
        }),
      ),
    );
}
