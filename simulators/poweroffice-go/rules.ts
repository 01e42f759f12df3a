/** The business rules: prices, postings, what settles what, and what is refused. */
import type { Big } from "big.js";
import { priceLine } from "../engine/pricing.ts";
import { big, cents, dayLater, type Row, rows, sum, text, uuid } from "../engine/values.ts";
import { accountOf, addNumbered, type Books, stampAt, type Table, vatCodeOf } from "./company.ts";
import { invalid, missing } from "./refusals.ts";
import { fieldsOf, type Shape } from "./shapes.ts";

type Ledger = "customerEntries" | "supplierEntries";
type Party = "customers" | "suppliers";

const number = (value: Big): number => cents(value).toNumber();
const percentOf = (code: Row): Big => big(code["Rate"]).times(100);

/** Refuses fields that the vendor does not know. Names may begin with a small letter. */
export function taken(shape: Shape, kind: string, body: Row, more: readonly string[] = []): Row {
  const known = [...fieldsOf(shape), ...more];
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const found = known.find((field) => field.toLowerCase() === name.toLowerCase());
      if (found === undefined) throw invalid(kind, `The property '${name}' does not exist.`);
      return [found, value];
    }),
  );
}

/** A JSON Patch of plain fields: replaces, adds or removes them. */
export function patched(shape: Shape, kind: string, operations: readonly Row[]): Row {
  const changes: Row = {};
  for (const { op, path, value } of operations) {
    if (!["replace", "add", "remove"].includes(text(op)))
      throw invalid(kind, `The operation '${text(op)}' is unknown.`);
    changes[text(path).slice(1)] = op === "remove" ? null : value;
  }
  return taken(shape, kind, changes);
}

/** A reference that another record of the table has is refused. */
function checkReference({ tables }: Books, table: Table, kind: string, body: Row): void {
  const { ExternalImportReference: reference } = body;
  const other = reference ? tables[table].find("ExternalImportReference", reference) : undefined;
  if (other === undefined) return;
  throw invalid(
    kind,
    `ExternalImportReference is already in use. '${text(reference)}' is used on Id = ${text(other["Id"])}.`,
  );
}

const series = { customers: [10_000, 19_999], suppliers: [20_000, 29_999] } as const;
const kinds = { customers: "Customer", suppliers: "Supplier" } as const;

export function checkParty(client: Books, table: Party, body: Row, before?: Row): void {
  const kind = kinds[table];
  const { IsPerson, Name, FirstName, LastName, Number: given, MailAddress } = { ...before, ...body };
  if (IsPerson === true ? !(FirstName && LastName) : !Name)
    throw invalid(kind, IsPerson === true ? "FirstName and LastName are required." : "Name is required.");
  const [first, last] = series[table];
  if (given !== undefined && given !== null && (Number(given) < first || Number(given) > last))
    throw invalid(kind, `Number ${text(given)} is outside the number series ${first}-${last}.`);
  const other = given ? client.tables[table].find("Number", given) : undefined;
  if (other !== undefined && other["Id"] !== before?.["Id"]) throw invalid(kind, `Number ${text(given)} is in use.`);
  const address = (MailAddress ?? undefined) as Row | undefined;
  if (address !== undefined && !(address["City"] && address["ZipCode"]))
    throw invalid(kind, "MailAddress: City and ZipCode are required.");
}

export function makeParty(client: Books, table: Party, body: Row): Row {
  checkParty(client, table, body);
  checkReference(client, table, kinds[table], body);
  const own = text(body["Number"]) === "" ? nextNumber(client, table) : Number(body["Number"]);
  return {
    CurrencyCode: "NOK",
    IsActive: true,
    IsArchived: false,
    IsPerson: false,
    ...body,
    MailAddress: addressOf(client, body["MailAddress"]),
    Number: own,
    Id: client.next("id", 1001),
    SubledgerAccountId: client.next("subledger", 500_001),
  };
}

function nextNumber(client: Books, table: Party): number {
  const [first] = series[table];
  for (;;) {
    const candidate = client.next(`${table} number`, first + 5000);
    if (client.tables[table].find("Number", candidate) === undefined) return candidate;
  }
}

export function addressOf(client: Books, address: unknown): Row | null {
  if (address === null || address === undefined) return null;
  const given = taken("addresses", "Address", address as Row);
  return { CountryCode: "NO", ...given, Id: client.next("id", 1001), LastChangedDateTimeOffset: stampAt(client.now()) };
}

/** One line of a voucher, in crowns and in the voucher's currency. */
interface Posting {
  readonly account: Row;
  readonly amount: Big;
  readonly currencyAmount: Big;
  readonly currency?: string;
  readonly vat?: Row;
  readonly vatAmount?: Big;
  readonly customer?: Row;
  readonly supplier?: Row;
  /** Of the entry in the subledger. */
  readonly entry?: Row;
  /** Dimensions, a description, a product, another day. */
  readonly more?: Row;
}

interface Voucher {
  readonly id?: string;
  readonly type: string;
  readonly date: string;
  readonly description?: unknown;
  readonly more?: Row;
  readonly postings: readonly Posting[];
}

/** Posts a voucher. Returns its number, its id and its entries in the subledgers. */
function book(client: Books, { id, type, date, description, more = {}, postings }: Voucher) {
  const locked = text(client.facts["lockDate"]);
  if (locked !== "" && postings.some((posting) => dayOf(posting, date) <= locked))
    throw invalid("Voucher", `The posting date is on or before the lock date ${locked}.`);
  const VoucherNo = client.next("voucher", 1);
  const VoucherId = id ?? uuid(`voucher ${VoucherNo}`);
  const about = { VoucherId, VoucherNo, VoucherType: type, VoucherDate: date, ...more };
  const entries = postings.flatMap((posting) =>
    post(client, { ...about, VoucherDescription: description ?? null }, posting, date),
  );
  client.add("vouchers", { ...more, Id: VoucherId, VoucherNo });
  return { VoucherNo, VoucherId, entries };
}

const dayOf = ({ more = {} }: Posting, date: string): string => text(more["PostingDate"]) || date;

function post(client: Books, about: Row, posting: Posting, date: string): Row[] {
  const {
    account,
    amount,
    currencyAmount,
    currency = "NOK",
    vat,
    vatAmount,
    customer,
    supplier,
    entry,
    more,
  } = posting;
  const party = customer ?? supplier;
  const code = vat ?? vatCodeOf(client, "0");
  const money = {
    Amount: number(amount),
    CurrencyAmount: number(currencyAmount),
    CurrencyCode: currency,
    PostingDate: dayOf(posting, date),
  };
  const kept = party === undefined ? undefined : enter(client, { customer, supplier, about, money, entry });
  addNumbered(client, "transactions", {
    ...about,
    ...money,
    AccountId: account["Id"],
    AccountNo: account["AccountNo"],
    ContactId: party?.["Id"] ?? null,
    CustomerAccountNo: customer?.["Number"] ?? null,
    SupplierAccountNo: supplier?.["Number"] ?? null,
    SubLedgerEntryId: kept?.["Id"] ?? null,
    IsNoteMainEntry: kept !== undefined,
    IsReversed: false,
    VatAmount: number(vatAmount ?? big(0)),
    VatCode: code["Code"],
    VatId: code["Id"],
    VatRate: code["Rate"],
    VatReturnSpecification: "None",
    AgricultureDepartment: "None",
    ...more,
  });
  return kept === undefined ? [] : [kept];
}

interface Entry {
  readonly customer: Row | undefined;
  readonly supplier: Row | undefined;
  readonly about: Row;
  readonly money: Row;
  readonly entry: Row | undefined;
}

function enter(client: Books, { customer, supplier, about, money, entry }: Entry): Row {
  const party = customer ?? supplier ?? {};
  const side = customer === undefined ? "Supplier" : "Customer";
  const { VoucherDescription: _description, ...voucher } = about;
  return addNumbered(client, customer === undefined ? "supplierEntries" : "customerEntries", {
    ...voucher,
    ...money,
    Balance: money["Amount"],
    IsCreatedByCurrentIntegration: false,
    IsWriteOff: false,
    [`${side}AccountNo`]: party["Number"],
    [`${side}Id`]: party["Id"],
    [`${side}Name`]: party["Name"] ?? `${text(party["FirstName"])} ${text(party["LastName"])}`,
    ...entry,
  });
}

/** Two entries of opposite signs settle each other, as far as both have something open. All entries of a match share its id. */
function match(client: Books, ledger: Ledger, one: Row, two: Row): void {
  if (big(one["Balance"]).times(big(two["Balance"])).gte(0)) return;
  const known = one["MatchId"] ?? two["MatchId"] ?? client.next("match", 70_001);
  const older = [one["MatchId"], two["MatchId"]].filter((id) => id !== undefined && id !== null && id !== known);
  for (const entry of client.tables[ledger].where(({ MatchId }) => older.includes(MatchId)))
    client.save(ledger, { ...entry, MatchId: known });
  const open = [one, two].map(({ Balance }) => big(Balance));
  const [first = big(0), second = big(0)] = open;
  const settled = first.abs().lt(second.abs()) ? first.abs() : second.abs();
  for (const [entry, balance] of [
    [one, first],
    [two, second],
  ] as const) {
    const Balance = number(balance.gt(0) ? balance.minus(settled) : balance.plus(settled));
    const saved = client.save(ledger, { ...client.tables[ledger].get(entry["Id"]), Balance, MatchId: known });
    Object.assign(entry, saved);
    updateDocument(client, ledger, saved);
  }
}

/** A document shows the balance of its entry. */
function updateDocument({ tables, restamp, now }: Books, ledger: Ledger, entry: Row): void {
  const table = ledger === "customerEntries" ? "outgoing" : "incoming";
  const document = tables[table].get(entry["VoucherId"]);
  if (document === undefined) return;
  const { LastChangedDateTimeOffset } = document;
  const changed = restamp(table, { ...document, Balance: entry["Balance"], MatchId: entry["MatchId"] });
  changed["BalanceLastChangedDateTimeOffset"] = changed["LastChangedDateTimeOffset"] ?? stampAt(now());
  // A payment changes the balance alone.
  changed["LastChangedDateTimeOffset"] = LastChangedDateTimeOffset;
}

/** The price of a line of an order. The product's sales account decides the tax. */
function priced(client: Books, body: Row): Row {
  const line = taken("orderLines", "SalesOrderLine", body);
  const { LineType = "Normal" } = line;
  const texts = { LineType, Description: line["Description"] ?? null, Id: uuid(`line ${client.next("order line")}`) };
  if (LineType !== "Normal" && LineType !== "InvoiceFee")
    return { ...line, ...texts, ProductUnitPrice: 0, NetAmount: 0, VatAmount: 0, VatRate: 0, TotalAmount: 0 };
  const product = client.tables.products.get(line["ProductId"]);
  if (product === undefined) throw missing("Product", line["ProductId"]);
  if (line["Quantity"] === undefined || line["Quantity"] === null)
    throw invalid("SalesOrderLine", "Quantity is required if the line has a product.");
  const account = client.tables.accounts.get(product["StandardSalesAccountId"]) ?? accountOf(client, 3000);
  const code = vatCodeOf(client, account["VatCode"]);
  const price = line["ProductUnitPrice"] ?? product["UnitPrice"] ?? 0;
  const { net, tax, gross } = priceLine({
    quantity: line["Quantity"],
    price,
    discount: line["Allowance"],
    taxPercent: percentOf(code),
  });
  return {
    ...line,
    ...texts,
    Description: line["Description"] ?? product["Name"],
    ProductCode: product["Code"] ?? null,
    ProductUnitPrice: Number(price),
    ProductUnitCost: product["UnitCost"] ?? null,
    UnitOfMeasureCode: product["UnitOfMeasureCode"] ?? null,
    VatCode: code["Code"],
    VatId: code["Id"],
    VatRate: code["Rate"],
    VatReturnSpecification: "None",
    UseStandardSalesAccount: true,
    NetAmount: net.toNumber(),
    VatAmount: tax.toNumber(),
    TotalAmount: gross.toNumber(),
    account: account["Id"],
  };
}

const total = (lines: readonly Row[], field: string): number => number(sum(lines.map((line) => line[field])));

export function makeOrder(client: Books, body: Row): Row {
  const { SalesOrderLines: given, ...head } = taken("orders", "SalesOrder", body, ["SalesOrderLines"]);
  checkReference(client, "orders", "SalesOrder", head);
  const customer = client.tables.customers.get(head["CustomerId"]);
  if (customer === undefined) throw missing("Customer", head["CustomerId"]);
  const project = head["ProjectId"];
  if (project !== undefined && project !== null && !client.tables.projects.has(project))
    throw missing("Project", project);
  const SalesOrderNo = client.next("order", 6001);
  const Id = uuid(`order ${SalesOrderNo}`);
  const lines = rows(given).map((line, index) => ({ ...priced(client, line), SalesOrderId: Id, SortOrder: index }));
  return {
    CurrencyExchangeRate: 1,
    SalesOrderStatus: "Draft",
    IsCreatedByCurrentIntegration: true,
    PaymentTerm: 14,
    ...head,
    CurrencyCode: head["CurrencyCode"] ?? customer["CurrencyCode"] ?? "NOK",
    CustomerNo: customer["Number"],
    Id,
    SalesOrderNo,
    LineCount: lines.length,
    NetAmount: total(lines, "NetAmount"),
    TotalAmount: total(lines, "TotalAmount"),
    lines,
  };
}

const rates: Readonly<Record<string, number>> = { EUR: 11.5, NOK: 1 };
const rateOf = (currency: unknown): Big => big(rates[text(currency)] ?? 10);

interface Sending {
  readonly date: string;
  readonly due?: string;
}

/** Sends an order: it becomes an invoice, or a credit note if its total is negative, and is posted. */
export function send(client: Books, order: Row, { date, due }: Sending): Row {
  const {
    lines: stored,
    Id,
    SalesOrderNo,
    SalesOrderDate,
    NetAmount,
    TotalAmount,
    CurrencyCode: currency,
    ...head
  } = order;
  const lines = rows(stored);
  const rate = rateOf(currency);
  const posted = (value: unknown) => cents(big(value).times(rate));
  const customer = client.tables.customers.get(order["CustomerId"]) ?? {};
  const isCredit = Number(TotalAmount) < 0;
  const type = isCredit ? "OutgoingCreditNote" : "OutgoingInvoice";
  const InvoiceNo = client.next("invoice", 50_001);
  const DueDate = due ?? dayLater(date, 14);
  const sold = lines.filter(({ account }) => account !== undefined);
  const revenue = sold.map((line) => ({
    account: client.tables.accounts.get(line["account"]) ?? {},
    amount: posted(line["NetAmount"]).times(-1),
    currencyAmount: big(line["NetAmount"]).times(-1),
    currency: text(currency),
    vat: vatCodeOf(client, line["VatCode"]),
    vatAmount: posted(line["VatAmount"]).times(-1),
    more: { ProductId: line["ProductId"], ProductCode: line["ProductCode"], Description: line["Description"] },
  }));
  const tax = sum(sold.map((line) => line["VatAmount"]));
  const gross = sum([...revenue.map(({ amount }) => amount), posted(tax).times(-1)]).times(-1);
  const { VoucherNo, VoucherId, entries } = book(client, {
    id: text(Id),
    type,
    date,
    description: `Faktura ${InvoiceNo}`,
    postings: [
      {
        account: accountOf(client, 1500),
        amount: gross,
        currencyAmount: big(TotalAmount),
        currency: text(currency),
        customer,
        entry: { DueDate, InvoiceNo: String(InvoiceNo), Cid: head["Cid"] ?? null },
      },
      ...revenue,
      ...(tax.eq(0)
        ? []
        : [
            {
              account: accountOf(client, 2700),
              amount: posted(tax).times(-1),
              currencyAmount: tax.times(-1),
              currency: text(currency),
            },
          ]),
    ],
  });
  client.remove("orders", order);
  return client.add("outgoing", {
    ...head,
    Id: VoucherId,
    VoucherNo,
    VoucherType: type,
    VoucherDate: date,
    InvoiceNo,
    DueDate,
    CurrencyCode: currency,
    CurrencyExchangeRate: rate.toNumber(),
    OrderNo: SalesOrderNo,
    OrderDate: SalesOrderDate ?? null,
    NetAmount,
    TotalAmount,
    NetPostedAmount: number(sum(revenue.map(({ amount }) => amount)).times(-1)),
    TotalPostedAmount: number(gross),
    Balance: entries[0]?.["Balance"],
    BalanceLastChangedDateTimeOffset: stampAt(client.now()),
    InvoiceDeliveryType: "PdfByEmail",
    IsReversed: false,
    SentDateTimeOffset: stampAt(client.now()),
    entry: entries[0]?.["Id"],
    lines: lines.map(({ Id: _id, account, ...line }, index) => ({
      ...line,
      Id: client.next("id", 1001),
      AccountId: account ?? null,
      AccountNo: client.tables.accounts.get(account)?.["AccountNo"] ?? null,
      AgricultureDepartment: "None",
      IsAccrued: false,
      NetPostedAmount: number(posted(line["NetAmount"])),
      TotalPostedAmount: number(posted(line["TotalAmount"])),
      SortOrder: index,
    })),
  });
}

/** The entry of an invoice in its ledger. */
const entryOf = ({ tables }: Books, document: Row): Row =>
  (document["SupplierId"] === undefined ? tables.customerEntries : tables.supplierEntries).get(document["entry"]) ?? {};

/** A supplier's invoice or credit note, which a user posts. Each line has a VAT code and a net amount. */
export function receive(client: Books, details: Readonly<Record<string, unknown>>): Row {
  const { nets, isCreditNote, supplier: id, date, due, invoiceNumber, ...more } = details;
  const sign = isCreditNote === true ? -1 : 1;
  const supplier = client.tables.suppliers.get(id) ?? {};
  const costs = (nets as readonly (readonly [code: string, net: number])[]).map(([code, net]) => {
    const vat = vatCodeOf(client, code);
    const tax = cents(big(net).times(big(vat["Rate"])));
    return { vat, net: big(net).times(sign), tax: tax.times(sign) };
  });
  const net = sum(costs.map((cost) => cost.net));
  const tax = sum(costs.map((cost) => cost.tax));
  const gross = net.plus(tax);
  const plain = (account: Row, amount: Big) => ({ account, amount, currencyAmount: amount });
  const type = isCreditNote === true ? "IncomingCreditNote" : "IncomingInvoice";
  const { VoucherNo, VoucherId, entries } = book(client, {
    type,
    date: text(date),
    description: `Leverandørfaktura ${text(invoiceNumber)}`,
    postings: [
      {
        ...plain(accountOf(client, 2400), gross.times(-1)),
        supplier,
        entry: { DueDate: due, InvoiceNo: invoiceNumber, Cid: more["Cid"] ?? null },
      },
      ...costs.map((cost) => ({ ...plain(accountOf(client, 4300), cost.net), vat: cost.vat, vatAmount: cost.tax })),
      ...(tax.eq(0) ? [] : [plain(accountOf(client, 2710), tax)]),
    ],
  });
  // The supplier's ledger has bills on its credit side, so the amounts of a bill are negative there.
  const posted = { TotalPostedAmount: number(gross.times(-1)), NetPostedAmount: number(net.times(-1)) };
  return client.add("incoming", {
    CurrencyCode: "NOK",
    CurrencyExchangeRate: 1,
    ...more,
    ...posted,
    Id: VoucherId,
    VoucherNo,
    VoucherType: type,
    VoucherDate: date,
    DueDate: due,
    InvoiceNo: invoiceNumber,
    SupplierId: supplier["Id"],
    SupplierNo: supplier["Number"],
    NetAmount: number(net.times(-1)),
    TotalAmount: number(gross.times(-1)),
    Balance: entries[0]?.["Balance"],
    BalanceLastChangedDateTimeOffset: stampAt(client.now()),
    IsReversed: false,
    entry: entries[0]?.["Id"],
  });
}

interface Target {
  readonly account: Row;
  readonly customer?: Row;
  readonly supplier?: Row;
}

/** The account of a line: one of the general ledger, or the subledger account of a customer or a supplier. */
function targetOf(client: Books, id: unknown): Target {
  const { accounts, customers, suppliers } = client.tables;
  const account = accounts.get(id);
  if (account !== undefined) return { account };
  const customer = customers.find("SubledgerAccountId", Number(id));
  if (customer !== undefined) return { account: accountOf(client, 1500), customer };
  const supplier = suppliers.find("SubledgerAccountId", Number(id));
  if (supplier !== undefined) return { account: accountOf(client, 2400), supplier };
  throw missing("Account", id);
}

const lineFields = [
  "AccountId",
  "Cid",
  "CurrencyAmount",
  "CurrencyCode",
  "CurrencyExchangeRate",
  "CustomMatchingReference",
  "DepartmentId",
  "Description",
  "ExternalLineReference",
  "InvoiceNo",
  "LocationId",
  "PostingDate",
  "ProductId",
  "ProjectId",
  "VatId",
];
const headFields = [
  "CurrencyCode",
  "Description",
  "ExternalImportReference",
  "ImportedVoucherNo",
  "VoucherDate",
  "VoucherLines",
];

function known(body: Row, names: readonly string[]): Row {
  const strange = Object.keys(body).find((name) => !names.includes(name));
  if (strange !== undefined) throw invalid("Voucher", `The property '${strange}' does not exist.`);
  return body;
}

const dimensions = [
  ["DepartmentId", "DepartmentCode", "departments", "Department"],
  ["LocationId", "LocationCode", "locations", "Location"],
  ["ProjectId", "ProjectCode", "projects", "Project"],
] as const;

function dimensionsOf({ tables }: Books, line: Row): Row {
  return Object.fromEntries(
    dimensions.flatMap(([id, code, table, kind]) => {
      const wanted = line[id];
      if (wanted === undefined || wanted === null) return [];
      const found = tables[table].get(wanted);
      if (found === undefined) throw missing(kind, wanted);
      return [
        [id, found["Id"]],
        [code, found["Code"]],
      ];
    }),
  );
}

/** Posts a voucher that an integration sends. Amounts are gross: their tax is a posting of its own. */
export function bookFromOutside(client: Books, type: "ManualJournal" | "BankJournal", body: Row): Row {
  const { CurrencyCode, VoucherDate, VoucherLines, ...head } = known(body, headFields);
  if (!CurrencyCode || !VoucherDate) throw invalid("Voucher", "CurrencyCode and VoucherDate are required.");
  checkReference(client, "vouchers", "Voucher", head);
  const lines = rows(VoucherLines).map((line) => known(line, lineFields));
  const drafts = lines.flatMap((line) => linePostings(client, line, text(CurrencyCode)));
  if (!sum(drafts.map(({ currencyAmount }) => currencyAmount)).eq(0))
    throw invalid("Voucher", "The sum of the voucher lines is not zero.");
  // Rounding of other currencies is on the last line.
  const rest = sum(drafts.map(({ amount }) => amount));
  const postings = drafts.map((draft, index) =>
    index === drafts.length - 1 ? { ...draft, amount: draft.amount.minus(rest) } : draft,
  );
  const { ExternalImportReference = null } = head;
  const { VoucherNo, VoucherId, entries } = book(client, {
    type,
    date: text(VoucherDate),
    description: head["Description"],
    more: { ExternalImportReference },
    postings,
  });
  for (const entry of entries) matchByInvoice(client, entry);
  return client.save("vouchers", {
    ...head,
    CurrencyCode,
    VoucherDate,
    Id: VoucherId,
    VoucherNo,
    IsReversed: false,
    VoucherLines: lines.map((line) => ({ ...line, Id: client.next("id", 1001) })),
  });
}

function linePostings(client: Books, line: Row, headCurrency: string): Posting[] {
  const { AccountId, PostingDate, VatId, InvoiceNo } = line;
  if (AccountId === undefined || !PostingDate || VatId === undefined)
    throw invalid("Voucher", "AccountId, PostingDate and VatId are required on every line.");
  const amount = big(line["CurrencyAmount"]);
  if (amount.eq(0)) throw invalid("Voucher", "CurrencyAmount must not be 0.");
  const vat = VatId === null ? vatCodeOf(client, "0") : client.tables.vatCodes.get(VatId);
  if (vat === undefined) throw missing("VatCode", VatId);
  const currency = text(line["CurrencyCode"]) || headCurrency;
  const rate = line["CurrencyExchangeRate"] ? big(line["CurrencyExchangeRate"]) : rateOf(currency);
  const net = cents(amount.div(big(vat["Rate"]).plus(1)));
  const tax = amount.minus(net);
  const crowns = (value: Big) => cents(value.times(rate));
  const target = targetOf(client, AccountId);
  const more = { PostingDate, Description: line["Description"] ?? null, ...dimensionsOf(client, line) };
  const about = { currency, more };
  return [
    {
      ...target,
      ...about,
      amount: crowns(net),
      currencyAmount: net,
      vat,
      vatAmount: crowns(tax),
      entry: { InvoiceNo: null, wanted: InvoiceNo ?? null, reference: line["CustomMatchingReference"] ?? null },
    },
    ...(tax.eq(0)
      ? []
      : [
          {
            account: accountOf(client, text(vat["Code"]) === "1" ? 2710 : 2700),
            ...about,
            amount: crowns(tax),
            currencyAmount: tax,
          },
        ]),
  ];
}

/** A line that names an invoice is matched with it. */
function matchByInvoice(client: Books, entry: Row): void {
  const ledger: Ledger = entry["CustomerId"] === undefined ? "supplierEntries" : "customerEntries";
  const { wanted, Id } = entry;
  if (wanted === null || wanted === undefined) return;
  const owner = ledger === "customerEntries" ? "CustomerId" : "SupplierId";
  const invoice = client.tables[ledger].first(
    (other) => other["Id"] !== Id && other["InvoiceNo"] === text(wanted) && other[owner] === entry[owner],
  );
  if (invoice !== undefined) match(client, ledger, invoice, entry);
}

/** Writes off what is open of an invoice. */
export function writeOff(client: Books, document: Row, date: string): void {
  const entry = entryOf(client, document);
  const open = big(entry["Balance"]);
  const { entries } = book(client, {
    type: "ManualJournal",
    date,
    description: "Tap på krav",
    postings: [
      {
        account: accountOf(client, 1500),
        amount: open.times(-1),
        currencyAmount: open.times(-1),
        customer: client.tables.customers.get(document["CustomerId"]) ?? {},
        entry: { IsWriteOff: true },
      },
      { account: accountOf(client, 7830), amount: open, currencyAmount: open },
    ],
  });
  const [loss] = entries;
  if (loss !== undefined) match(client, "customerEntries", entry, loss);
}

/** Reverses a voucher of an invoice: the opposite postings, which settle it. */
export function reverse(client: Books, document: Row, date: string): void {
  const before = client.tables.transactions.where(({ VoucherId }) => VoucherId === document["Id"]);
  const entry = entryOf(client, document);
  const { entries } = book(client, {
    type: "ReversalVoucher",
    date,
    description: `Reversering av bilag ${text(document["VoucherNo"])}`,
    more: { ReversedVoucherId: document["Id"], ReversedVoucherNo: document["VoucherNo"] },
    postings: before.map((row) => ({
      account: client.tables.accounts.get(row["AccountId"]) ?? {},
      amount: big(row["Amount"]).times(-1),
      currencyAmount: big(row["CurrencyAmount"]).times(-1),
      currency: text(row["CurrencyCode"]),
      ...(row["CustomerAccountNo"] !== null && { customer: client.tables.customers.get(row["ContactId"]) ?? {} }),
    })),
  });
  const [opposite] = entries;
  if (opposite !== undefined) match(client, "customerEntries", entry, opposite);
  for (const row of before) client.save("transactions", { ...row, IsReversed: true });
  const current = client.tables.outgoing.get(document["Id"]) ?? document;
  client.save("outgoing", { ...current, IsReversed: true });
}
