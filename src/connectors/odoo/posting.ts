/** Writes and posts invoices, bills and credits. */
import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import type { Session } from "../../contract/session.ts";
import {
  allAs,
  as,
  type Encoded,
  type Encoder,
  elsewhere,
  encoder,
  invalid,
  nested,
  numberAs,
} from "../../kit/encode.ts";
import { idAs, referred } from "../../kit/models/reading.ts";
import { type LineInput, marking, type DocumentInput as SharedInput } from "../../kit/models/writing.ts";
import { changeOf, createOf, idFor, type Kind, orTakenBack, readOne, removeOf } from "./conventions.ts";
import { itemsOf, type MoveType, moveSource } from "./documents.ts";
import { act } from "./rpc.ts";
import type { Line, Move } from "./types.ts";

interface DocumentInput extends SharedInput {
  readonly dueDate?: string;
  readonly journalCode?: string;
  readonly paymentTermCode?: string;
  readonly paymentTermId?: string;
}

export const dimensionEncoder = encoder<{ readonly id?: string }>({ id: elsewhere });

/** The full amount, in each plan that has one of the accounts. */
export const distribution = (dimensions: readonly { readonly id?: string }[], _input: unknown, field: string) => ({
  analytic_distribution: Object.fromEntries(
    dimensions.flatMap(({ id }) => (id === undefined ? [] : [[referred(id, `${field}.id`), 100]])),
  ),
});

export const taxesAs = (name: string) => (id: string, _input: unknown, field: string) => ({
  [name]: [[6, 0, [referred(id, field)]]],
});

/** Invoices and bills name the discount and the line id differently. */
const names = {
  invoices: { discount: "discountItemPercentage", id: "lineItemId" },
  bills: { discount: "totalDiscountPercentage", id: "id" },
} as const;

/** Changes an existing line, or creates one. */
const commandOf = ({ id, ...line }: Encoded): readonly unknown[] => (id === undefined ? [0, 0, line] : [1, id, line]);

const linesAs = (kind: keyof typeof names, change: boolean) => {
  const { discount, id } = names[kind];
  const encoders = { ...lineEncoders, [discount]: numberAs("discount"), ...(change && { [id]: idAs("id") }) };
  const line = encoder<LineInput>(encoders);
  return nested(line, (lines: readonly LineInput[], _input: unknown, field) => ({
    invoice_line_ids: lines.map((input) => commandOf(line(input, field))),
  }));
};

const lineEncoders = {
  ...allAs(idAs, { accountId: "account_id", itemId: "product_id" }),
  ...allAs(numberAs, { quantity: "quantity", unitAmount: "price_unit" }),
  description: as("name"),
  dimensions: nested(dimensionEncoder, distribution),
  taxCode: taxesAs("tax_ids"),
};

export const documentEncoders = (kind: keyof typeof names, change = false) => ({
  contactId: idAs("partner_id"),
  currency: elsewhere,
  journalCode: elsewhere,
  lineItems: linesAs(kind, change),
  status: elsewhere,
});

export async function currencyFor(session: Session, code: string | undefined) {
  if (code === undefined) return {};
  const refusal = invalid(`This target system has no currency ${code}.`, "currency");
  return { currency_id: await idFor(session, "res.currency", [["name", "=", code]], refusal) };
}

/** The codes of the company's journals. */
export async function journalFor(session: Session, code: string | undefined) {
  if (code === undefined) return {};
  const domain = [["code", "=", code] as const, ["company_id", "=", Number(session.company)] as const];
  const refusal = invalid(`This target system has no journal ${code}.`, "journalCode");
  return { journal_id: await idFor(session, "account.journal", domain, refusal) };
}

interface Prepared {
  readonly header: object;
  /** The lines that the document has. */
  readonly lines: readonly Line[];
}

const prepare = async ({ body }: WriteCall<DocumentInput>, session: Session, native?: Move): Promise<Prepared> => ({
  header: { ...(await currencyFor(session, body.currency)), ...(await journalFor(session, body.journalCode)) },
  lines: native === undefined ? [] : itemsOf(native),
});

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
    invoice_origin: marking(marker),
  });

const anyMove: Kind<unknown, Move> = { ...moveSource, links: {}, map: undefined as never };

/** Presses a button if the record is in the state that the button needs. */
async function press(session: Session, id: number, button: string): Promise<void> {
  if ((await readOne<Move>(session, anyMove, id))?.state !== "draft") return;
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
  if (changedIds.some((id) => !ids.includes(id))) throw invalid("The document has no line with this id.", "lineItems");
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
      await press(session, id, status === "VOIDED" ? "button_cancel" : "action_post");
    },
    rules: [
      "lineItems replaces all lines: lines with an id are changed, lines without one are created, and the remaining lines are deleted. Odoo allows this for drafts only.",
      "VOIDED cancels a draft. Any other status but DRAFT posts it.",
    ],
  });

/** Odoo refuses to delete posted documents. */
export const removeDraft = (kind: Kind<unknown, Move>) => removeOf(kind, "Only drafts can be deleted.");
