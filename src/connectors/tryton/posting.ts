/** Writes invoices, bills, credits and orders: fills in what Tryton's screens would, and then presses their buttons. */
import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import {
  type Encoded,
  type Encoder,
  encoder,
  fieldAs,
  invalidField,
  nested,
  numberAs,
  sentSeparately,
} from "../../kit/encode.ts";
import { idAs, referencedId } from "../../kit/models/reading.ts";
import { type DocumentInput, type LineInput, markerText } from "../../kit/models/writing.ts";
import { idFor, type Kind, readOne, type Source, select } from "./conventions.ts";
import { currencyFor, priceAs } from "./fields.ts";
import { act, ask } from "./rpc.ts";
import type { Account, AnalyticAccount, Identified, Invoice, Line, TradeDocument } from "./types.ts";
import { changeOf, createOf, orTakenBack } from "./writing.ts";

const orderLine = {
  description: fieldAs("description"),
  itemId: idAs("product"),
  quantity: numberAs("quantity"),
  taxCode: (id: string, _input: unknown, field: string) => ({ taxes: [["add", [referencedId(id, field)]]] }),
  unitAmount: priceAs("unit_price"),
};

const dimensionEncoder = encoder<{ readonly id?: string }>({ id: sentSeparately });
const invoiceLine = {
  ...orderLine,
  accountId: idAs("account"),
  dimensions: nested(dimensionEncoder, (dimensions: readonly { readonly id?: string }[]) => ({
    dimensions: dimensions.flatMap(({ id }) => id ?? []),
  })),
};

const encodersWith = (line: Encoder<LineInput>) => ({
  contactId: idAs("party"),
  currency: sentSeparately,
  lineItems: nested(line, (lines: readonly LineInput[], _input: unknown, field) => ({
    lines: lines.map((input) => ({ type: "line", ...line(input, field) })),
  })),
  status: sentSeparately,
});
export const orderEncoders = encodersWith(encoder<LineInput>(orderLine));
export const documentEncoders = encodersWith(encoder<LineInput>(invoiceLine));
/** The models whose lines can be addressed. */
export const changeEncoders = encodersWith(encoder<LineInput>({ ...invoiceLine, lineItemId: idAs("id") }));

/** How a kind of document is written. */
export interface Trade {
  readonly type?: "in" | "out";
  /** Whether signs are reversed between the contract and Tryton. */
  readonly credited?: true;
  /** The buttons for each requested status, with the states in which each applies. */
  readonly buttons: (status: string | undefined) => readonly (readonly [button: string, ...from: string[]])[];
}

export const invoicing = (type: "in" | "out"): Trade => ({
  type,
  buttons: (status) => {
    if (status === "VOIDED") return [["cancel", "draft", "validated", "posted"]];
    return status === undefined || status === "DRAFT" ? [] : [["post", "draft", "validated"]];
  },
});

interface Header {
  readonly party: number;
  readonly company: number;
  readonly type?: string;
  readonly currency?: number;
}

async function headerFor(model: string, { type }: Trade, { contactId, currency }: DocumentInput, session: Session) {
  if (contactId === undefined) throw invalidField("contactId is required for this target system.", "contactId");
  const known = [["id", "=", referencedId(contactId, "contactId")]];
  const unknown = invalidField("No contact has this id.", "contactId");
  const party = await idFor(session, { model: "party.party" }, known, unknown);
  const kind: Header = { ...(type && { type }), party, company: Number(session.company) };
  type Filled = Readonly<Record<string, number | null>>;
  const filled = await ask<Filled>(session, `model.${model}.on_change_party`, kind);
  const { invoice_address: address, shipment_address: shipmentAddress, payment_term: term } = filled;
  if (!address) throw invalidField("This contact has no address, which this target system requires.", "contactId");
  const header = {
    ...kind,
    invoice_address: address,
    ...(shipmentAddress && { shipment_address: shipmentAddress }),
    ...(term && { payment_term: term }),
    ...(currency && { currency: await currencyFor(currency, session) }),
  };
  if (type === undefined) return header;
  const { account } = await ask<{ account?: number }>(session, `model.${model}.on_change_with`, kind, ["account"]);
  const domain = [["type", "=", type === "out" ? "revenue" : "expense"]];
  const refusal = invalidField("This target system has no journal for documents of this type.", "lineItems");
  return { ...header, account, journal: await idFor(session, { model: "account.journal" }, domain, refusal) };
}

/** The unit, account and taxes of an item, as Tryton's screens fill them in. */
async function productFor(model: string, header: Header, { itemId }: LineInput, session: Session): Promise<object> {
  if (itemId === undefined) return {};
  const { type, party, company, currency } = header;
  const parent = { "_parent_sale.party": party, "_parent_sale.currency": currency };
  const parentFields = type === undefined ? { ...parent, company } : { invoice_type: type, party, company };
  const line = { ...parentFields, type: "line", currency, product: referencedId(itemId, "itemId") };
  const { unit, account, taxes } = await ask<{
    readonly unit?: number;
    readonly account?: number;
    readonly taxes?: { readonly add?: readonly (readonly [number, { readonly id: number }])[] };
  }>(session, `model.${model}.on_change_product`, line);
  const added = taxes?.add?.map(([, { id }]) => id) ?? [];
  return { unit, ...(account && { account }), ...(added.length > 0 && { taxes: [["add", added]] }) };
}

/** Lines of invoices have a currency of their own, the company's by default, and Tryton refuses any but the invoice's. */
const lineCurrency = ({ type }: Trade, { currency }: Header): object =>
  type === undefined || currency === undefined ? {} : { currency };

/** More would not help anybody to choose. */
const mostCandidates = 12;

interface AccountedLine extends LineInput {
  /** The item's account. */
  readonly account?: number;
}

/** Tryton has no default account for lines without an item. Its own refusal would not name the line. */
async function checkAccount({ type }: Trade, line: AccountedLine, field: string, session: Session): Promise<void> {
  const isKnown = [line.accountId, line.account, line.lineItemId].some((value) => value !== undefined);
  if (type === undefined || isKnown) return;
  const kind = type === "out" ? "revenue" : "expense";
  const source = { model: "account.account", fields: "code name", company: "company" };
  const accounts = await select<Account>(session, source, [[`type.${kind}`, "=", true]]);
  const candidates = accounts
    .slice(0, mostCandidates)
    .map(({ id, code, name }) => `${id} (${[code, name].filter(Boolean).join(" ")})`);
  throw cannotStore(
    `Tryton has no default account for this line. Send one of its ${kind} accounts as ${field}: ${candidates.join("; ")}.`,
    field,
  );
}

interface Prepared {
  readonly header: object;
  /** The defaults from the product, for each line. */
  readonly products: readonly object[];
  /** The charts of analytic accounts, by the ids of their accounts. */
  readonly roots: Readonly<Record<string, number | undefined>>;
  /** The existing lines. */
  readonly lines: readonly Line[];
}

async function rootsOf(lines: readonly LineInput[], session: Session): Promise<Prepared["roots"]> {
  const ids = lines.flatMap(({ dimensions = [] }) => dimensions.flatMap(({ id }) => id ?? []));
  if (ids.length === 0) return {};
  const accountIds = ids.map((id) => referencedId(id, "lineItems.dimensions.id"));
  const accounts = { model: "analytic_account.account", fields: "root.name", company: "company" };
  const analyticAccounts = await select<AnalyticAccount>(session, accounts, [["id", "in", accountIds]]);
  return Object.fromEntries(analyticAccounts.map(({ id, root }) => [id, root?.id]));
}

const prepare =
  (model: string, trade: Trade) =>
  async ({ body }: WriteCall<DocumentInput>, session: Session, native?: TradeDocument): Promise<Prepared> => {
    const { contactId = native?.party?.id, currency = native?.currency?.code } = body;
    const input = { ...(contactId && { contactId: String(contactId) }), ...(currency && { currency }) };
    const header = await headerFor(model, trade, input, session);
    const lines = body.lineItems ?? [];
    const products: object[] = [];
    const lineModel = trade.type === undefined ? "sale.line" : `${model}.line`;
    for (const [index, line] of lines.entries()) {
      const product = await productFor(lineModel, header, line, session);
      await checkAccount(trade, { ...product, ...line }, `lineItems[${index}].accountId`, session);
      products.push({ ...lineCurrency(trade, header), ...product });
    }
    // The existing document already has its defaults, unless the contact changes.
    const isNew = native === undefined || body.contactId !== undefined;
    const newHeader = isNew ? header : { ...(body.currency !== undefined && { currency: header.currency }) };
    return { header: newHeader, products, roots: await rootsOf(lines, session), lines: native?.lines ?? [] };
  };

interface EncodedLine {
  readonly id?: number;
  readonly quantity?: number;
  readonly dimensions?: readonly string[];
  readonly taxes?: readonly unknown[];
  readonly analytic_accounts?: readonly unknown[];
}

function filledLines(
  { credited }: Trade,
  { lines = [] }: { readonly lines?: readonly EncodedLine[] },
  prepared: Prepared,
) {
  return lines.map(({ dimensions, ...line }, index) => ({
    ...prepared.products[index],
    ...line,
    ...(credited && { quantity: -(line.quantity ?? 1) }),
    ...(dimensions && {
      analytic_accounts: [["create", dimensions.map((id) => ({ root: prepared.roots[id], account: Number(id) }))]],
    }),
  })) as EncodedLine[];
}

/** Merges a line with its current values. Taxes and analytic accounts are replaced. */
function changedLine(lines: readonly Line[], { id, taxes, analytic_accounts: dimensions, ...line }: EncodedLine) {
  const current = lines.find((candidate) => candidate.id === id);
  if (current === undefined) throw invalidField("The document has no line with this id.", "lineItems.lineItemId");
  const idsOf = (records: readonly Identified[] | null | undefined) => records?.map((record) => record.id) ?? [];
  const values = {
    ...line,
    ...(taxes && { taxes: [["remove", idsOf(current.taxes)], ...taxes] }),
    ...(dimensions && { analytic_accounts: [["delete", idsOf(current.analytic_accounts)], ...dimensions] }),
  };
  return ["write", [id], values];
}

const newValues =
  (trade: Trade) =>
  (encoded: Encoded, prepared: Prepared, { marker }: WriteCall<unknown>): object => {
    const [first, ...others] = filledLines(trade, encoded, prepared);
    return { ...prepared.header, ...encoded, lines: [["create", [{ ...first, note: markerText(marker) }, ...others]]] };
  };

/** Lines with an id are changed, lines without one are created, and the remaining ones are deleted. */
const changedValues =
  (trade: Trade) =>
  (encoded: Encoded, prepared: Prepared): object => {
    const { lines: _lines, ...fields } = encoded;
    if (encoded["lines"] === undefined) return { ...prepared.header, ...fields };
    const lines = filledLines(trade, encoded, prepared);
    const removed = prepared.lines.filter(({ id }) => lines.every((line) => line.id !== id));
    const commands = lines.map((line) =>
      line.id === undefined ? ["create", [line]] : changedLine(prepared.lines, line),
    );
    return { ...prepared.header, ...fields, lines: [["delete", removed.map(({ id }) => id)], ...commands] };
  };

/** Presses the buttons for the requested status that were not pressed yet. */
const press =
  (kind: Source, { type, buttons }: Trade) =>
  async ({ id }: Identified, { body: { status } }: WriteCall<DocumentInput>, session: Session): Promise<void> => {
    const toPress = buttons(status);
    // Saving a draft invoice computes its taxes.
    if (type !== undefined && toPress.length === 0) await act(session, `model.${kind.model}.write`, [id], {});
    for (const [button, ...from] of toPress) {
      const document = await readOne<Invoice>(session, { ...kind, domain: [] }, id);
      if (!from.includes(document?.state ?? "")) continue;
      // Tryton warns about a due date in the past. A request to post counts as consent.
      const accepted = { user: document?.create_uid, name: `invoice_payment_term_${id}`, always: false };
      if (button === "post") await act(session, "model.res.user.warning.create", [accepted]);
      await act(session, `model.${kind.model}.${button}`, [id]);
    }
  };

const rules = [
  "If the body leaves out an item's unit, account or taxes, Kontor fills them in as Tryton's screens do.",
  "The note of the first line holds a reference that Kontor needs.",
];
const invoiceRules = [
  ...rules,
  "Any status but DRAFT posts the document, even with a due date in the past. If Tryton refuses to post it, Kontor deletes it again.",
];

interface Creating<Input extends object, Record> {
  readonly encoder: Encoder<Input>;
  readonly requires: readonly (keyof Input & string)[];
  readonly stub?: (id: string) => Partial<Record>;
}

export const createDocument = <Input extends DocumentInput, Record, Native extends TradeDocument>(
  kind: Kind<Record, Native>,
  trade: Trade,
  about: Creating<Input, Record>,
): WriteHandler<Input, Record> =>
  createOf<Input, Record, Native, Prepared>(kind, {
    ...about,
    prepare: prepare(kind.model, trade),
    marked: (reference) => [["lines.note", "=", reference]],
    values: newValues(trade),
    afterwards: (native, call, session) =>
      orTakenBack(session, kind.model, native.id, () => press(kind, trade)(native, call, session)),
    rules: trade.type === undefined ? rules : invoiceRules,
  });

export const changeDocument = <Input extends DocumentInput, Record>(
  kind: Kind<Record, Invoice>,
  trade: Trade,
  of: Encoder<Input>,
): WriteHandler<Input, Record> =>
  changeOf<Input, Record, Invoice, Prepared>(kind, {
    encoder: of,
    prepare: prepare(kind.model, trade),
    values: changedValues(trade),
    afterwards: press(kind, trade),
    rules: [
      "Only drafts can be changed. lineItems replaces all lines. VOIDED cancels the document, and any other status but DRAFT posts it.",
    ],
  });
