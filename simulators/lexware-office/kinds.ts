/** The kinds of records, and how the sales documents differ. */
import { type Row, text } from "../engine/values.ts";

/**
 * The five kinds of sales documents: the prefix of their number, and what they have: payment terms, shipping, an
 * expiry date. `money` means that payments can be read and that there may be an electronic invoice.
 */
export const salesKinds = {
  invoices: { prefix: "RE", title: "Rechnung", has: "terms shipping money" },
  "credit-notes": { prefix: "GS", title: "Rechnungskorrektur", has: "money" },
  quotations: { prefix: "AG", title: "Angebot", has: "terms end" },
  "order-confirmations": { prefix: "AB", title: "Auftragsbestätigung", has: "terms shipping" },
  "down-payment-invoices": { prefix: "RE", title: "Abschlagsrechnung", has: "terms shipping money" },
};
export type SalesKind = keyof typeof salesKinds;
export const sales = Object.keys(salesKinds) as SalesKind[];
export type Kind = "contacts" | "articles" | "vouchers" | SalesKind;
export const kinds: readonly Kind[] = ["contacts", "articles", "vouchers", ...sales];

export const isSales = (kind: Kind): kind is SalesKind => kind in salesKinds;
export const statusOf = ({ voucherStatus }: Row) => text(voucherStatus);
/** `downpaymentinvoice` for a document of down-payment-invoices. */
export const voucherTypeOf = ({ kind, type }: Row & { readonly kind: Kind }) =>
  isSales(kind) ? kind.replaceAll("-", "").slice(0, -1) : text(type);
