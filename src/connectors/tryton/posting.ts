/** Writing customer and supplier invoices: what Tryton's own screens would fill in, and posting. */
import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { as, type Encoded, type Encoder, elsewhere, encoder, invalid, nested, numberAs } from "../../kit/encode.ts";
import { createOf, type Kind, marking, one, type Source, select } from "./conventions.ts";
import { idAs, priceAs, referred } from "./fields.ts";
import { act, ask } from "./rpc.ts";
import type { AnalyticAccount, Invoice, Journal } from "./types.ts";

interface LineInput {
  readonly accountId?: string;
  readonly description?: string;
  readonly dimensions?: readonly { readonly id?: string }[];
  readonly itemId?: string;
  readonly quantity?: number;
  readonly taxCode?: string;
  readonly unitAmount?: number;
}

interface DocumentInput {
  readonly contactId?: string;
  readonly currency?: string;
  readonly lineItems?: readonly LineInput[];
  readonly status?: string;
}

const dimensionEncoder = encoder<{ readonly id?: string }>({ id: elsewhere });

const lineEncoder = encoder<LineInput>({
  accountId: idAs("account"),
  description: as("description"),
  dimensions: nested(dimensionEncoder, (all: readonly { readonly id?: string }[]) => ({
    dimensions: all.flatMap(({ id }) => id ?? []),
  })),
  itemId: idAs("product"),
  quantity: numberAs("quantity"),
  taxCode: (id, _input, field) => ({ taxes: [["add", [referred(id, field)]]] }),
  unitAmount: priceAs("unit_price"),
});

export const documentEncoders = {
  contactId: idAs("party"),
  currency: elsewhere,
  lineItems: nested(lineEncoder, (lines: readonly LineInput[], _input: unknown, field) => ({
    lines: lines.map((line) => ({ type: "line", ...lineEncoder(line, field) })),
  })),
  status: elsewhere,
};

interface Prepared {
  readonly context: { readonly company: number };
  readonly header: object;
  /** For each line, what the product brings with it. */
  readonly products: readonly object[];
  /** The charts of analytic accounts, by the ids of their accounts. */
  readonly roots: Readonly<Record<string, number | undefined>>;
}

const only = <Found>(found: readonly Found[], message: string, field: string): Found => {
  if (found[0] === undefined) throw invalid(message, field);
  return found[0];
};

async function currencyFor(code: string | undefined, session: Session): Promise<number> {
  const own = code === undefined;
  const source = own
    ? { model: "company.company", fields: ["currency"] }
    : { model: "currency.currency", fields: ["code"] };
  const domain = own ? [["id", "=", Number(session.company)]] : [["code", "=", code]];
  const found = await select<{ id: number; currency?: number }>(session, source, domain);
  const { id, currency = id } = only(found, `This target system has no currency ${code}.`, "currency");
  return currency;
}

async function headerFor(
  type: "in" | "out",
  { contactId, currency }: DocumentInput,
  session: Session,
): Promise<object> {
  if (contactId === undefined) throw invalid("This target system needs a contactId.", "contactId");
  const kind = { type, party: referred(contactId, "contactId"), company: Number(session.company) };
  const known = await select(session, { model: "party.party", fields: ["name"] }, [["id", "=", kind.party]]);
  only(known, "There is no contact with this id.", "contactId");
  const party = await ask<Readonly<Record<string, number | null>>>(
    session,
    "model.account.invoice.on_change_party",
    kind,
  );
  const { invoice_address: address, payment_term: term } = party;
  if (!address) throw invalid("This contact has no address, which this target system needs.", "contactId");
  const found = await ask<{ account?: number }>(session, "model.account.invoice.on_change_with", kind, ["account"]);
  const journals = { model: "account.journal", fields: ["code"] };
  const wanted = [["type", "=", type === "out" ? "revenue" : "expense"]];
  const journal = only(await select<Journal>(session, journals, wanted), "There is no journal for it.", "lineItems");
  return {
    ...{ ...kind, account: found.account, invoice_address: address, journal: journal.id },
    ...{ currency: await currencyFor(currency, session), ...(term && { payment_term: term }) },
  };
}

/** Unit, account and taxes of an item, as the vendor's own screens fill them in. */
async function productFor(header: object, { itemId }: LineInput, session: Session): Promise<object> {
  if (itemId === undefined) return {};
  const { type, party, company, currency } = header as Readonly<Record<string, unknown>>;
  const line = { type: "line", invoice_type: type, party, company, currency, product: referred(itemId, "itemId") };
  const { unit, account, taxes } = await ask<{
    readonly unit?: number;
    readonly account?: number;
    readonly taxes?: { readonly add?: readonly (readonly [number, { readonly id: number }])[] };
  }>(session, "model.account.invoice.line.on_change_product", line);
  const added = taxes?.add?.map(([, { id }]) => id) ?? [];
  return { unit, ...(account && { account }), ...(added.length > 0 && { taxes: [["add", added]] }) };
}

async function rootsOf(lines: readonly LineInput[], session: Session): Promise<Prepared["roots"]> {
  const ids = lines.flatMap(({ dimensions = [] }) => dimensions.flatMap(({ id }) => id ?? []));
  if (ids.length === 0) return {};
  const wanted = ids.map((id) => referred(id, "lineItems.dimensions.id"));
  const accounts = { model: "analytic_account.account", fields: ["root.name"] };
  const found = await select<AnalyticAccount>(session, accounts, [["id", "in", wanted]]);
  return Object.fromEntries(found.map(({ id, root }) => [id, root?.id]));
}

const prepare =
  (type: "in" | "out") =>
  async ({ body }: WriteCall<DocumentInput>, session: Session): Promise<Omit<Prepared, "context">> => {
    const header = await headerFor(type, body, session);
    const lines = body.lineItems ?? [];
    const products: object[] = [];
    for (const line of lines) products.push(await productFor(header, line, session));
    return { header, products, roots: await rootsOf(lines, session) };
  };

function valuesOf(encoded: Encoded, { header, products, roots }: Prepared, { marker }: WriteCall<unknown>): object {
  const { lines = [], ...own } = encoded as { readonly lines?: readonly { readonly dimensions?: readonly string[] }[] };
  const filled = lines.map(({ dimensions, ...line }, index) => ({
    ...products[index],
    ...line,
    ...(dimensions && {
      analytic_accounts: [["create", dimensions.map((id) => ({ root: roots[id], account: Number(id) }))]],
    }),
    ...(index === 0 && { note: marking(marker) }),
  }));
  return { ...header, ...own, lines: [["create", filled]] };
}

/** Posts what is not posted yet. What Tryton will not post is taken back: nobody asked for a draft. */
const post =
  (kind: Source) =>
  async (
    { id }: Pick<Invoice, "id">,
    { body: { status } }: WriteCall<DocumentInput>,
    session: Session,
  ): Promise<void> => {
    if (status === undefined || status === "DRAFT") return;
    const invoice = await one<Invoice>(session, { ...kind, domain: [] }, id);
    if (invoice === undefined || (invoice.state !== "draft" && invoice.state !== "validated")) return;
    // A due day in the past is asked about: whoever posts through us has said yes.
    const accepted = { user: invoice.create_uid, name: `invoice_payment_term_${id}`, always: false };
    await act(session, "model.res.user.warning.create", [accepted]);
    try {
      await act(session, "model.account.invoice.post", [id]);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "target_rejected") throw error;
      await act(session, "model.account.invoice.delete", [id]);
      throw new Failure(error.code, error.message, { ...error.details, undone: true });
    }
  };

const writeRules = [
  "What the body does not say of an item's unit, account and taxes is filled in as Tryton's own screens do.",
  "Any status but DRAFT posts it, also with a due day in the past. What Tryton refuses to post is deleted again.",
  "The note of the first line is a reference of ours. A draft has no taxes before it is validated or posted.",
];

interface Creating<Input extends object, Record> {
  readonly type: "in" | "out";
  readonly encoder: Encoder<Input>;
  readonly stub: (id: string) => Partial<Record>;
  readonly requires: readonly (keyof Input & string)[];
}

export const createDocument = <Input extends DocumentInput, Record>(
  kind: Kind<Record, Invoice>,
  { type, ...about }: Creating<Input, Record>,
): WriteHandler<Input, Record> =>
  createOf<Input, Record, Invoice>(kind, {
    ...about,
    prepare: prepare(type),
    marked: (reference) => [["lines.note", "=", reference]],
    values: valuesOf,
    afterwards: post(kind),
    rules: writeRules,
  });
