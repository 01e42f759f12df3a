/** Writes and posts invoices, bills and credits. */
import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import {
  type Encoded,
  type Encoder,
  encoder,
  fieldAs,
  fieldsAs,
  invalidField,
  nested,
  numberAs,
  onlyAccepts,
  sentSeparately,
} from "../../kit/encode.ts";
import { idAs, idOf, lastId, referencedId } from "../../kit/models/reading.ts";
import { type LineInput, markerText, type DocumentInput as SharedInput } from "../../kit/models/writing.ts";
import { portion } from "../../kit/money.ts";
import { readCached } from "../../kit/reading.ts";
import { changeOf, createOf, idFor, type Kind, orTakenBack, readOne, removeOf, select } from "./conventions.ts";
import { itemsOf, type MoveType, moveSource } from "./documents.ts";
import { textOf } from "./fields.ts";
import { checkOpen, closedFor } from "./fiscalYears.ts";
import { act } from "./rpc.ts";
import type { Line, Move } from "./types.ts";

interface DocumentInput extends SharedInput {
  readonly dueDate?: string;
  readonly journalCode?: string;
  readonly paymentTermCode?: string;
  readonly paymentTermId?: string;
}

export const dimensionEncoder = encoder<{ readonly id?: string }>({ id: sentSeparately });

/** The full amount, in each plan that has one of the accounts. */
export const distribution = (dimensions: readonly { readonly id?: string }[], _input: unknown, field: string) => ({
  analytic_distribution: Object.fromEntries(
    dimensions.flatMap(({ id }) => (id === undefined ? [] : [[referencedId(id, `${field}.id`), 100]])),
  ),
});

export const taxesAs = (name: string) => (id: string, _input: unknown, field: string) => ({
  [name]: [[6, 0, [referencedId(id, field)]]],
});

/** Invoices and bills name the discount and the line id differently. */
const names = {
  invoices: { discount: "discountItemPercentage", id: "lineItemId" },
  bills: { discount: "totalDiscountPercentage", id: "id" },
} as const;

type RatedLine = LineInput & { readonly taxRatePercentage?: number };

/** Without this, Odoo would add the default tax of the item, the account or the company. */
const untaxed = ({ taxCode, taxRatePercentage: rate }: RatedLine): object =>
  taxCode === undefined && rate === 0 ? { tax_ids: [[6, 0, []]] } : {};

/** Changes an existing line, or creates one. */
const commandOf = ({ id, ...line }: Encoded): readonly unknown[] => (id === undefined ? [0, 0, line] : [1, id, line]);

const linesAs = (kind: keyof typeof names, change: boolean) => {
  const { discount, id } = names[kind];
  const encoders = { ...lineEncoders, [discount]: numberAs("discount"), ...(change && { [id]: idAs("id") }) };
  const line = encoder<LineInput>(encoders);
  return nested(line, (lines: readonly LineInput[], _input: unknown, field) => ({
    invoice_line_ids: lines.map((input) => commandOf({ ...untaxed(input), ...line(input, field) })),
  }));
};

const lineEncoders = {
  ...fieldsAs(idAs, { accountId: "account_id", itemId: "product_id" }),
  ...fieldsAs(numberAs, { quantity: "quantity", unitAmount: "price_unit" }),
  description: fieldAs("name"),
  dimensions: nested(dimensionEncoder, distribution),
  taxCode: taxesAs("tax_ids"),
};

export const documentEncoders = (kind: keyof typeof names, change = false) => ({
  contactId: idAs("partner_id"),
  currency: sentSeparately,
  journalCode: sentSeparately,
  lineItems: linesAs(kind, change),
  status: change ? sentSeparately : onlyAccepts(newStatuses),
});

/** A new document is a draft, or is posted. */
const newStatuses = ["DRAFT", "OPEN", "SUBMITTED", "DOCUMENT_CREATED", "OVERDUE"] as const;

export async function currencyFor(session: Session, code: string | undefined) {
  if (code === undefined) return {};
  const refusal = invalidField(`This target system has no currency ${code}.`, "currency");
  return { currency_id: await idFor(session, "res.currency", [["name", "=", code]], refusal) };
}

/** The codes of the company's journals. */
export async function journalFor(session: Session, code: string | undefined) {
  if (code === undefined) return {};
  const domain = [["code", "=", code] as const, ["company_id", "=", Number(session.company)] as const];
  const refusal = invalidField(`This target system has no journal ${code}.`, "journalCode");
  return { journal_id: await idFor(session, "account.journal", domain, refusal) };
}

interface Prepared {
  readonly header: object;
  /** The lines that the document has. */
  readonly lines: readonly Line[];
}

async function prepare({ body }: WriteCall<DocumentInput>, session: Session, native?: Move): Promise<Prepared> {
  if (native !== undefined) checkPosted(native, body);
  if (native?.state === "posted" && body.status === "VOIDED") await checkVoidable(session, native);
  if ((native?.state ?? "draft") === "draft" && isPosting(body.status)) await checkDay(session, body, native);
  await checkPrices(session, body.lineItems);
  return {
    header: { ...(await currencyFor(session, body.currency)), ...(await journalFor(session, body.journalCode)) },
    lines: native === undefined ? [] : itemsOf(native),
  };
}

interface PriceDigits {
  readonly id: number;
  readonly digits?: number;
}

/** How many decimals Odoo keeps of a price. */
const priceDigits = (session: Session): Promise<number> =>
  readCached(session, "price digits", async () => {
    const source = { model: "decimal.precision", fields: ["digits"] };
    const [row] = await select<PriceDigits>(session, source, { domain: [["name", "=", "Product Price"]], limit: 1 });
    return row?.digits ?? 2;
  });

/** Odoo rounds the price before it multiplies. A line that would come to another amount is refused. */
async function checkPrices(session: Session, lines: readonly LineInput[] = []): Promise<void> {
  const digits = lines.some(({ unitAmount = 0 }) => hasMoreDecimals(unitAmount, 2)) ? await priceDigits(session) : 2;
  for (const [index, { quantity = 1, unitAmount = 0 }] of lines.entries()) {
    const stored = portion(quantity, Number(unitAmount.toFixed(digits)), 1);
    if (stored === portion(quantity, unitAmount, 1)) continue;
    const field = `lineItems[${index}].unitAmount`;
    throw cannotStore(
      `Odoo keeps prices with ${digits} decimals, so that the line would come to ${stored}. Send quantity 1 with the line's net amount as ${field}, or raise the decimal accuracy "Product Price" in Odoo.`,
      field,
    );
  }
}

const hasMoreDecimals = (value: number, digits: number): boolean => Number(value.toFixed(digits)) !== value;

const dayFields = ["invoiceDate", "billDate", "vendorCreditDate"] as const;
type DatedInput = DocumentInput & { readonly [Name in (typeof dayFields)[number]]?: string };

/** Odoo's API changes posted documents, although its pages do not: the ledger would change without a trace. */
function checkPosted(native: Move, body: DatedInput): void {
  if (native.state === "draft") return;
  const isOther = (value: string | undefined, stored: string | null | undefined): boolean =>
    value !== undefined && value !== stored;
  const contacts = [textOf(native.partner_id), textOf(native.commercial_partner_id)];
  const changed = {
    contactId: body.contactId !== undefined && !contacts.includes(body.contactId),
    currency: isOther(body.currency, native.currency_id?.label),
    dueDate: isOther(body.dueDate?.slice(0, 10), native.invoice_date_due),
    lineItems: body.lineItems !== undefined,
    ...Object.fromEntries(dayFields.map((name) => [name, isOther(body[name]?.slice(0, 10), native.invoice_date)])),
  };
  const field = Object.entries(changed).find(([, isChanged]) => isChanged)?.[0];
  if (field === undefined) return;
  throw new Failure(
    "document_locked",
    `This document is posted in Odoo, so its ${field} cannot change. Reset it to draft in Odoo, or void it with status VOIDED and create another.`,
    { field },
  );
}

const isPosting = (status: string | undefined): boolean =>
  status !== undefined && status !== "DRAFT" && status !== "VOIDED";

const sideOf = (type: Move["move_type"]) => (type?.startsWith("in_") ? "purchase" : "sale");

const hasTaxes = (native: Move): boolean => itemsOf(native).some(({ tax_ids: taxes = [] }) => taxes.length > 0);

/** The day and the taxes of the document, as the body leaves them. */
function checkDay(session: Session, body: DatedInput, native: Move | undefined): Promise<void> {
  const sent = dayFields.find((name) => body[name] !== undefined);
  const isPurchase = "billDate" in body || "vendorCreditDate" in body;
  const lines: readonly RatedLine[] | undefined = body.lineItems;
  const isTaxed =
    lines?.some(({ taxCode, taxRatePercentage: rate }) => taxCode !== undefined || rate !== 0) ??
    (native !== undefined && hasTaxes(native));
  const posting = {
    field: sent ?? "status",
    subject: sent ?? "The document's day",
    day: sent === undefined ? (native?.invoice_date ?? undefined) : body[sent]?.slice(0, 10),
    side: native === undefined ? (isPurchase ? "purchase" : "sale") : sideOf(native.move_type),
    isTaxed,
  } as const;
  return checkOpen(session, posting, "Use a later day, or leave the document a draft.");
}

/** Odoo refuses it with the day alone. */
async function checkVoidable(session: Session, native: Move): Promise<void> {
  const closed = await closedFor(session, { side: sideOf(native.move_type), isTaxed: hasTaxes(native) });
  if ((native.date ?? "") > closed) return;
  throw new Failure(
    "document_locked",
    `This document was posted on ${native.date}, and the books are closed until ${closed} at Odoo, so it cannot be voided. Create a credit instead.`,
    { field: "status" },
  );
}

/** Without this, the contact's payment term would decide the due date. */
const withoutTerm = ({ dueDate, paymentTermId, paymentTermCode }: DocumentInput): object =>
  dueDate !== undefined && paymentTermId === undefined && paymentTermCode === undefined
    ? { invoice_payment_term_id: false }
    : {};

const valuesOf =
  (type: MoveType) =>
  (encoded: Encoded, { header }: Prepared, { body, marker }: WriteCall<DocumentInput>): object => ({
    move_type: type,
    ...header,
    ...withoutTerm(body),
    ...encoded,
    invoice_origin: markerText(marker),
  });

const anyMove: Kind<unknown, Move> = { ...moveSource, links: {}, map: undefined as never };

/** Presses a button if the record is in a state that the button needs. */
async function press(session: Session, id: number, button: string, states = ["draft"]): Promise<void> {
  const { state } = (await readOne<Move>(session, anyMove, id)) ?? {};
  if (!state || !states.includes(state)) return;
  await act(session, { model: anyMove.model, method: button, ids: [id] });
}

/** Posts the document unless it is posted. A draft that cannot be posted is deleted, because the caller did not ask for one. */
export const post = (id: number, session: Session): Promise<void> =>
  orTakenBack(session, anyMove.model, id, () => press(session, id, "action_post"));

const writeRules = [
  "If the body leaves out an item's text, price, account or taxes, Odoo fills them in.",
  "Any status but DRAFT posts the document. If Odoo refuses to post it, Kontor deletes it again.",
  "The source document of a new record holds a reference that Kontor needs.",
];

interface Creating<Input extends object, Record> {
  readonly type: MoveType;
  readonly encoder: Encoder<Input>;
  readonly stub?: (id: string) => Partial<Record>;
  readonly requires: readonly (keyof Input & string)[];
}

export const createDocument = <Input extends DocumentInput, Record>(
  kind: Kind<Record, Move>,
  { type, ...about }: Creating<Input, Record>,
): WriteHandler<Input, Record> =>
  createOf<Input, Record, Move, Prepared>(kind, {
    ...about,
    prepare,
    marked: (reference) => [["invoice_origin", "=", reference]],
    values: valuesOf(type),
    afterwards: async ({ id }, { body: { status } }, session) => {
      if (status !== undefined && status !== "DRAFT") await post(id, session);
    },
    undo: (id, session) => act(session, { model: kind.model, method: "unlink", ids: [Number(id)] }),
    rules: writeRules,
  });

type Command = readonly [command: number, id: number, values: object];

/** Lines with an id are changed, lines without one are created, and the remaining ones are deleted. */
function changedValues(encoded: Encoded, { header, lines }: Prepared, { body }: WriteCall<DocumentInput>): object {
  const { invoice_line_ids: commands, ...encodedHeader } = encoded as {
    readonly invoice_line_ids?: readonly Command[];
  };
  const values = { ...header, ...withoutTerm(body), ...encodedHeader };
  if (commands === undefined) return values;
  const changedIds = commands.flatMap(([command, id]) => (command === 1 ? [id] : []));
  const ids = lines.map(({ id }) => id);
  if (changedIds.some((id) => !ids.includes(id)))
    throw invalidField("The document has no line with this id.", "lineItems");
  const deletions = ids.filter((id) => !changedIds.includes(id)).map((id) => [2, id, 0]);
  return { ...values, invoice_line_ids: [...deletions, ...commands] };
}

export const changeDocument = <Input extends DocumentInput, Record>(
  kind: Kind<Record, Move>,
  encoded: Encoder<Input>,
): WriteHandler<Input, Record> =>
  changeOf<Input, Record, Move, Prepared>(kind, {
    encoder: encoded,
    prepare,
    values: changedValues,
    afterwards: async ({ id }, { body: { status } }, session) => {
      if (status === undefined || status === "DRAFT") return;
      if (status === "VOIDED") await press(session, id, "button_cancel", ["draft", "posted"]);
      else await press(session, id, "action_post");
    },
    rules: [
      "lineItems replaces all lines: lines with an id are changed, lines without one are created, and the remaining lines are deleted. Odoo allows this for drafts only.",
      "A posted document keeps its contact, dates, currency and lines, because Odoo's own users reset it to draft before they change it.",
      "VOIDED cancels the document. Any other status but DRAFT posts a draft.",
    ],
  });

export const removeDraft = (kind: Kind<unknown, Move>): WriteHandler<undefined, { id: string }> => {
  const handler = removeOf(kind, "Only drafts can be deleted.");
  return {
    ...handler,
    prepare: async (call, session) => {
      const native = await readOne<Move>(session, kind, idOf(lastId(call)));
      if (native?.state === "posted")
        throw new Failure(
          "document_locked",
          "This document is posted in Odoo, so it cannot be deleted. Void it with status VOIDED, reset it to draft in Odoo, or create a credit.",
        );
      return handler.prepare?.(call, session);
    },
  };
};
