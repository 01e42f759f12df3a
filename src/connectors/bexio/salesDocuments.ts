/** What offers, orders and invoices share. */
import { Big } from "big.js";
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import { file } from "../../kit/download.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { eachRead, preparedUser } from "./conventions.ts";
import { currencyOf, ids, references, swissInstants } from "./fields.ts";
import { type Line, linesOf, netOf, pricingOf } from "./lines.ts";
import type { PrintedDocument, SalesDocument, User } from "./types.ts";

/** The tax of the document, which bexio keeps with four decimals. */
export const taxOf = ({ total_taxes: tax }: SalesDocument): number | undefined =>
  amount(tax) === undefined ? undefined : new Big(tax ?? 0).round(2, Big.roundHalfUp).toNumber();

export const grossOf = ({ total }: SalesDocument): number | undefined => amount(total);

/** What is left of the total, which is rounded after the tax. */
export const netTotalOf = (document: SalesDocument): number | undefined => {
  const gross = grossOf(document);
  const tax = taxOf(document);
  return gross === undefined || tax === undefined ? undefined : new Big(gross).minus(tax).toNumber();
};

const isDiscount = ({ type }: { readonly type: string }): boolean => type === "KbPositionDiscount";

/** bexio's discount is a position of its own and lowers the total of the lines. */
export const discountOf = (document: SalesDocument): number | undefined => {
  const net = netTotalOf(document);
  if (net === undefined || !document.positions?.some(isDiscount)) return undefined;
  const lines = (linesOf(document) ?? []).map((line) => netOf(line) ?? 0);
  return lines
    .reduce((sum, line) => sum.plus(line), new Big(0))
    .minus(net)
    .toNumber();
};

/** The address as it is printed, with the recipient's name in its first line. */
const recipientOf = ({ contact_address: text }: SalesDocument): string | undefined => text?.split("\n")[0];
const linesOfAddress = ({ contact_address: text }: SalesDocument): string | undefined => {
  const [, ...rest] = text?.split("\n") ?? [];
  return rest.length === 0 ? undefined : rest.join(", ");
};

export const documentFields = {
  ...references({ contactId: "contact_id" }),
  ...swissInstants({ updatedDate: "updated_at" }),
  currency: currencyOf,
  oneLineAddress: linesOfAddress,
};
export const name = recipientOf;

export const tradeFields = {
  ...ids({ id: "id" }),
  ...documentFields,
  totalGrossAmount: grossOf,
  totalNetAmount: netTotalOf,
  totalTaxAmount: taxOf,
};

/** Lists have no positions, so each document is read. */
export const withPositions =
  (folder: string) =>
  <Document extends SalesDocument>(documents: readonly Document[], session: Session): Promise<readonly Document[]> =>
    eachRead(documents, async ({ id }) => (await session.read(path`/2.0/${folder}/${String(id)}`)) as Document);

/** The PDF, which bexio returns as Base64 in JSON. */
export const printed = (folder: string, idName: string) => ({
  ...file(({ ids: found }) => ({ id: found[idName] ?? "", path: "" })),
  get: async ({ ids: found }: { readonly ids: Readonly<Record<string, string>> }, session: Session) => {
    const id = found[idName] ?? "";
    const { name: fileName, mime, content } = (await session.read(path`/2.0/${folder}/${id}/pdf`)) as PrintedDocument;
    if (!content) throw new Failure("target_bad_response", "The target system returned no document.");
    const about = { id, ...(mime && { contentType: mime }), ...(fileName && { fileName }) };
    return { record: { ...about, base64Encoded: true, content }, raw: { ...about } };
  },
});

/** Whether prices include tax, said in every new document, because the default is a setting of the company. */
export function taxTypesOf(types: string | undefined): object {
  return { mwst_type: 0, mwst_is_net: types !== "INCLUSIVE" };
}

export const amountTypesAs = Object.assign(
  (types: string, _input: unknown, field: string): object => {
    if (types === "INCLUSIVE" || types === "EXCLUSIVE") return taxTypesOf(types);
    throw cannotStore(
      "Send lineAmountTypes EXCLUSIVE or INCLUSIVE. For no tax, send lines with a tax code of 0 %.",
      field,
    );
  },
  { words: ["EXCLUSIVE", "INCLUSIVE"], path: ["mwst_is_net"] },
);

function typesOf(document: SalesDocument) {
  const { hasTax, isNet } = pricingOf(document);
  if (document.mwst_type === 1 || document.mwst_type === 2) return "NOTAX";
  if (!hasTax) return undefined;
  return isNet ? "EXCLUSIVE" : "INCLUSIVE";
}

export const lineAmountTypesOf = Object.assign(typesOf, {
  unread: (document: SalesDocument) =>
    typesOf(document) === undefined ? `mwst_type ${document.mwst_type}` : undefined,
});

interface NewLine {
  readonly itemId?: string;
  readonly taxCode?: string;
}

/** A free position needs a tax; an article has its own. */
function checkLines({ body: { lineItems = [] } }: WriteCall<{ readonly lineItems?: readonly NewLine[] }>): void {
  for (const [index, { itemId, taxCode }] of lineItems.entries()) {
    const at = `lineItems[${index}]`;
    if (itemId !== undefined) continue;
    if (taxCode === undefined)
      throw cannotStore(
        "A line without an item needs taxRatePercentage or taxCode. GET /accounting/taxRates lists the codes.",
        `${at}.taxCode`,
      );
  }
}

/** bexio wants the user in every new document. */
export async function preparedDocument(
  call: WriteCall<{ readonly lineItems?: readonly NewLine[] }>,
  session: Session,
): Promise<User> {
  checkLines(call);
  return preparedUser(call, session);
}

export const allLines = (document: SalesDocument): readonly Line[] => linesOf(document) ?? [];
