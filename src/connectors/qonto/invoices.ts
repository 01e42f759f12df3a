/** Invoices to customers. A draft changes freely; a finalized invoice is only paid, cancelled or credited. */
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type { InvoiceInput, InvoiceLineItemInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { instants, values } from "../../kit/columns.ts";
import { accountingDay, calendarDay, localTime, todayIn } from "../../kit/dates.ts";
import { refusingNegativeTotals } from "../../kit/documents/negativeTotal.ts";
import { isPastDue, statusFilters } from "../../kit/documents/paymentStatus.ts";
import { dayAs, decimalAs, type Encoded, encoder, fieldAs, listAs, onlyAccepts } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, partOf, partsOf } from "../../kit/reading.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { write } from "../../kit/writing.ts";
import { readBankAccounts } from "./bankAccounts.ts";
import { list, moment, readRecord, recordIn, referenced, zone } from "./conventions.ts";
import { checkEuro, fractionOf, percentageOf } from "./fields.ts";
import * as sales from "./sales.ts";
import type { Client, Discount, Invoice, Product } from "./types.ts";

const folder = "/client_invoices";
const kind = "client_invoice";
const at = (id: string | undefined): string => `${folder}${path`/${id}`}`;

const knownStates = ["draft", "unpaid", "paid", "canceled"];
const unknownState = ({ status }: Invoice): string | undefined =>
  status && !knownStates.includes(status) ? status : undefined;

/** A credit note over the whole amount cancels its invoice. */
const isCredited = ({ credit_notes_ids: ids }: Invoice): boolean => (ids ?? []).length > 0;

/** Something was paid by a transaction of the account, or credited. All of it would have changed the status. */
const isPartlySettled = (invoice: Invoice): boolean =>
  (amount(invoice.amount_paid?.value) ?? 0) > 0 || isCredited(invoice);

function openStateOf(invoice: Invoice) {
  const isLate = isPastDue(invoice.due_date, todayIn(zone));
  if (isPartlySettled(invoice)) return isLate ? "PARTIALLY_OVERDUE" : "PARTIALLY_PAID";
  return isLate ? "OVERDUE" : "OPEN";
}

function stateIn(invoice: Invoice) {
  const { status } = invoice;
  if (status === "draft") return "DRAFT";
  if (status === "canceled") return isCredited(invoice) ? "PAID" : "VOIDED";
  if (status === "paid") return "PAID";
  if (status !== "unpaid") return undefined;
  return sales.grossOf(invoice) === 0 ? "PAID" : openStateOf(invoice);
}

function paymentStateIn(invoice: Invoice) {
  const { status } = invoice;
  if (status === "canceled") return isCredited(invoice) ? "CLEARED_WITH_CREDIT_NOTE" : "CANCELED";
  if (status === "paid") return "PAID";
  if (status !== "unpaid") return undefined;
  if (sales.grossOf(invoice) === 0) return "PAID";
  return isPartlySettled(invoice) ? "PARTLY_PAID" : "PENDING";
}

const stateOf = Object.assign(stateIn, { unread: unknownState });
const paymentStateOf = Object.assign(paymentStateIn, { unread: unknownState });

/** A moment, of which the company sees the day. */
const local = localTime(zone);
const paidDay = (invoice: Invoice) =>
  stateIn(invoice) === "PAID" && invoice.paid_at
    ? accountingDay(local.write(new Date(invoice.paid_at)).slice(0, 10))
    : undefined;

const fields = twoWay({
  dueDate: day("due_date"),
  invoiceDate: day("issue_date"),
  reference: plainValue("purchase_order"),
});

const line = mapping<records.InvoiceLineItem, sales.Line>({
  lineItemId: sales.idOfLine,
  description: sales.lineFields.description,
  discountItemAmount: sales.discountOfLine,
  discountItemPercentage: ({ discount }) => percentageIn(discount),
  grossAmount: sales.grossOfLine,
  itemsAmount: sales.netOfLine,
  name: ({ title }) => title,
  quantity: sales.lineFields.quantity,
  taxCode: sales.lineFields.taxCode,
  taxRatePercentage: sales.rateOf,
  unitAmount: sales.lineFields.unitAmount,
});

/** Percentages are fractions. Other discounts are amounts. */
const percentageIn = (discount: Discount | null | undefined): number | undefined =>
  discount?.type === "percentage" ? percentageOf(discount.value) : undefined;

const invoice = mapping<records.Invoice, Invoice>({
  ...fields.reads,
  ...sales.created,
  ...instants({ updatedDate: "updated_at" }),
  ...values({ invoiceId: "id", invoiceNumber: "number" }),
  addresses: sales.recipients,
  contactId: sales.contactOf,
  currency: sales.currencyOf,
  discountAmount: sales.discountOf,
  lineAmountTypes: () => "EXCLUSIVE" as const,
  lineItems: nestedList(line, (native: Invoice) => sales.linesOf(native)),
  paidDate: paidDay,
  paymentStatus: paymentStateOf,
  shippingDate: ({ performance_start_date: start, performance_date: only }: Invoice) => accountingDay(start ?? only),
  status: stateOf,
  sumNetAmount: sales.netOf,
  totalAmount: sales.grossOf,
  totalTaxAmount: sales.taxOf,
});

/** The vendor's longest title and description of a line. */
const longestTitle = 40;
const longestDescription = 1800;

/** A name that is too long is in the description as a whole. Without a name, the beginning of the description is the title. */
function textsOf({ name, description }: Partial<InvoiceLineItemInput>, field: string): object {
  const heading = name ?? description;
  if (!heading) throw cannotStore(`Qonto needs a title for every line. Send ${field}.name.`, `${field}.name`);
  const title = heading.slice(0, longestTitle).trim();
  const details = [title === name ? undefined : name, description].filter(Boolean).join("\n");
  if (details.length > longestDescription)
    throw cannotStore(`Qonto stores ${longestDescription} characters in a line. Send fewer.`, `${field}.description`);
  return { title, ...(details !== "" && { description: details }) };
}

/** A code says why there is no tax, so it needs no rate. */
function checkRate({ taxCode, taxRatePercentage: rate }: Partial<InvoiceLineItemInput>, field: string): void {
  if (taxCode !== undefined && (rate ?? 0) !== 0)
    throw cannotStore(
      "A tax code says at Qonto why a line has no tax. Leave it out, or send taxRatePercentage 0.",
      `${field}.taxCode`,
    );
  if (taxCode === undefined && rate === undefined)
    throw cannotStore(
      `Qonto needs a tax rate for every line. Send ${field}.taxRatePercentage.`,
      `${field}.taxRatePercentage`,
    );
}

const discountAs = Object.assign(
  (percentage: number): object =>
    percentage === 0 ? {} : { discount: { type: "percentage", value: fractionOf(percentage) } },
  { path: ["discount"] },
);

const lineEncoder = encoder<Partial<InvoiceLineItemInput>>(
  {
    description: () => ({}),
    discountItemPercentage: discountAs,
    name: () => ({}),
    quantity: decimalAs("quantity"),
    taxCode: fieldAs("vat_exemption_reason"),
    taxRatePercentage: () => ({}),
    unitAmount: (price) => ({ unit_price: { value: decimal(price), currency: "EUR" } }),
    unitName: fieldAs("unit"),
  },
  (input, within = "lineItems") => {
    checkRate(input, within);
    return { ...textsOf(input, within), vat_rate: fractionOf(input.taxRatePercentage ?? 0) };
  },
);

/** The vendor has a period for goods and services. */
const performanceAs = (start: string, { shippingEndDate: end }: { readonly shippingEndDate?: string | undefined }) => ({
  performance_start_date: calendarDay(start),
  performance_end_date: calendarDay(end ?? start),
});

const shared = {
  ...fields.writes,
  contactId: fieldAs("client_id"),
  lineAmountTypes: onlyAccepts(["EXCLUSIVE"], ": its prices are without tax"),
  shippingDate: performanceAs,
  shippingEndDate: dayAs("performance_end_date"),
};

const createEncoder = encoder<InvoiceInput>({
  ...shared,
  currency: (currency, _input, field) => {
    checkEuro(currency, field);
    return {};
  },
  discountPercentage: discountAs,
  invoiceNumber: fieldAs("number"),
  lineItems: listAs("items", lineEncoder),
  status: onlyAccepts(["DRAFT", "OPEN"], " of a new invoice"),
});

/** The vendor validates the client of an invoice late, and says little about it. */
async function checkClient(id: string | undefined, session: Session): Promise<void> {
  if (id === undefined) return;
  const found = await referenced<Client>(session, "clients", "client", id);
  if (found === undefined)
    throw cannotStore(`Qonto has no client with the id ${id}. GET /accounting/customers lists them.`, "contactId");
  if (found.currency !== "EUR")
    throw cannotStore(
      "An invoice has the currency of its client, which is not EUR here. Set the client's currency at Qonto.",
      "contactId",
    );
}

/** The customer pays into the organization's main account. */
async function mainIban(session: Session): Promise<string> {
  const accounts = await readBankAccounts(session);
  const found = accounts.find(({ main }) => main === true) ?? (accounts.length === 1 ? accounts[0] : undefined);
  if (found?.iban) return found.iban;
  throw new Failure(
    "target_forbidden",
    "An invoice needs the IBAN of the organization's main account, which the connected user cannot see at Qonto. Connect a user with the right to see accounts.",
  );
}

/** Lines do not name their product, but one that does not exist is a mistake. */
async function checkItems(lines: readonly InvoiceLineItemInput[], session: Session): Promise<void> {
  for (const [index, { itemId }] of lines.entries()) {
    if (itemId === undefined) continue;
    if ((await referenced<Product>(session, "products", "product", itemId)) === undefined)
      throw cannotStore(
        `Qonto has no product with the id ${itemId}. GET /accounting/items lists them.`,
        `lineItems[${index}].itemId`,
      );
  }
}

async function prepareNew({ body }: WriteCall<InvoiceInput>, session: Session): Promise<string> {
  await checkClient(body.contactId, session);
  await checkItems(body.lineItems, session);
  return mainIban(session);
}

const finalRule =
  "With the status OPEN the invoice is finalized: it gets its number and does not change any more. Nothing is sent to the customer.";

const create = write<InvoiceInput, records.Invoice, Invoice>({
  method: "POST",
  path: folder,
  encoder: createEncoder,
  prepare: prepareNew,
  body: (encoded: Encoded, iban, { body }) => ({
    ...encoded,
    currency: "EUR",
    payment_methods: { iban },
    // The vendor finalizes an invoice without a status.
    status: body.status === "OPEN" ? "unpaid" : "draft",
  }),
  record: recordIn<Invoice>(kind),
  map: invoice,
  undo: (id, session) => session.send({ method: "DELETE", path: at(id) }),
  requires: ["contactId", "dueDate", "lineItems.unitAmount"],
  rules: [
    finalRule,
    "Every line needs taxRatePercentage, or a taxCode that says why there is no tax, and a name of up to 40 characters. A longer name is repeated in the description.",
    "Invoices are in EUR, and are paid into the organization's main account.",
    "Without invoiceNumber the vendor numbers the invoice, unless its automatic numbering is off.",
    "The vendor has no way to find a request that was lost, so a lost response is reported as outcome_unknown.",
  ],
});

const isOnlyStatus = ({ status, ...changes }: InvoicePatch): boolean =>
  status !== undefined && status !== "DRAFT" && Object.keys(changes).length === 0;

const locked = (message: string, field: string): Failure => new Failure("document_locked", message, { field });

/** Only drafts change. An unpaid invoice can be cancelled, which cannot be taken back. */
async function changeable({ ids, body }: WriteCall<InvoicePatch>, session: Session): Promise<Invoice> {
  const current = await readRecord<Invoice>(session, at(ids["invoiceId"]), kind);
  const { status } = body;
  const [field = "status"] = Object.keys(body);
  if (status === "VOIDED") {
    if (!isOnlyStatus(body))
      throw cannotStore("A cancelled invoice does not change at Qonto. Send the status VOIDED alone.", field);
    if (current.status === "draft")
      throw cannotStore(
        "Qonto cancels finalized invoices only. Delete the draft at Qonto, or finalize it first.",
        "status",
      );
    if (current.status !== "unpaid")
      throw locked("Qonto cancels unpaid invoices only. Create a credit note there.", "status");
    return current;
  }
  if (current.status !== "draft")
    throw locked(
      "A finalized invoice does not change at Qonto. Cancel it with the status VOIDED, or create a credit note at Qonto.",
      field,
    );
  await checkClient(body.contactId, session);
  return current;
}

const actions: Readonly<Record<string, string>> = { OPEN: "finalize", VOIDED: "mark_as_canceled" };

/** Of a change of status alone, the action is the request. */
const patchPath = ({ ids: { invoiceId }, body }: WriteCall<InvoicePatch>): string =>
  isOnlyStatus(body) ? `${at(invoiceId)}/${actions[body.status ?? ""]}` : at(invoiceId);

/** A reply to an action was not seen by anybody, so it may lack the invoice. An earlier attempt may have finalized it. */
async function finalizeChanged(native: Invoice, { body }: WriteCall<InvoicePatch>, session: Session): Promise<Invoice> {
  const isToBeFinalized = body.status === "OPEN" && native.status === "draft";
  if (native.status && !isToBeFinalized) return native;
  const current = await readRecord<Invoice>(session, at(native.id), kind);
  if (!isToBeFinalized || current.status !== "draft") return current;
  const reply = await session.send({ method: "POST", path: `${at(native.id)}/finalize` });
  return recordIn<Invoice>(kind)(reply) ?? (await readRecord<Invoice>(session, at(native.id), kind));
}

const patchFields = {
  encoder: encoder<InvoicePatch>({
    ...shared,
    status: onlyAccepts(["DRAFT", "OPEN", "VOIDED"]),
  }),
  prepare: changeable,
  record: (reply: unknown, { ids }: WriteCall<InvoicePatch>): Invoice =>
    recordIn<Invoice>(kind)(reply) ?? { id: ids["invoiceId"] ?? "" },
  map: invoice,
  rules: [
    finalRule,
    "Kontor changes drafts only, and no lines. The status VOIDED cancels an unpaid invoice, which cannot be taken back.",
  ],
};

const changing = write<InvoicePatch, records.Invoice, Invoice>({
  ...patchFields,
  method: "PATCH",
  path: patchPath,
  afterwards: finalizeChanged,
});

const parts = {
  read: ({ ids }: { readonly ids: Readonly<Record<string, string>> }, session: Session) =>
    readRecord<Invoice>(session, at(ids["invoiceId"]), kind),
  parts: (native: Invoice) => sales.linesOf(native),
  map: line,
  raw: sales.rawLine,
};

const states = statusFilters(stateIn, paymentStateIn);

export const invoices = {
  "invoices.list": sales.sayingSpecialList(
    list<records.Invoice, Invoice>("client_invoices", {
      path: folder,
      map: invoice,
      // Imported invoices are left out otherwise.
      query: { exclude_imported: false },
      defaultOrder: "created_at",
      filters: {
        dueDateFrom: (from) => ({ "filter[due_date_from]": from }),
        lastModifiedAt: (changed) => ({ "filter[updated_at_from]": moment(changed) }),
        paymentStatus: () => ({}),
        status: () => ({}),
      },
      localFilter: states,
      orders: { createdDate: "created_at" },
    }),
  ),
  "invoices.get": sales.sayingSpecialGet(
    get<records.Invoice, Invoice>({ path: `${folder}/{invoiceId}`, map: invoice, record: recordIn<Invoice>(kind) }),
  ),
  ...operationsOf("invoices.lineItems", {
    list: partsOf(parts),
    get: partOf({ ...parts, id: sales.idOfLine }),
  }),
  "invoices.create": refusingNegativeTotals({ system: "Qonto" }, create),
  "invoices.patch": {
    ...changing,
    // The vendor's actions are posted.
    request: (call: WriteCall<InvoicePatch>, prepared?: unknown) => {
      const request = changing.request(call, prepared);
      return isOnlyStatus(call.body) ? { method: "POST" as const, path: request.path } : request;
    },
  },
};
