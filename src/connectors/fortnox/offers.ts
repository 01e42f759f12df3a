import type * as inputs from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import { isPastDue } from "../../kit/documents/paymentStatus.ts";
import { file } from "../../kit/download.ts";
import { encoder, listAs, onlyAccepts } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { partOf, partsOf } from "../../kit/reading.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { list, modified, resource, unwrapped } from "./conventions.ts";
import { idOf, today } from "./fields.ts";
import * as sales from "./sales.ts";
import type { Offer } from "./types.ts";

const folder = "/offers";
const kind = "Offer";

const line = mapping<records.OfferLineItem, sales.Line>({
  id: ({ id }) => id,
  accountId: ({ row }) => idOf(row.AccountNumber),
  description: ({ row }) => row.Description,
  itemId: ({ row }) => row.ArticleNumber,
  quantity: ({ quantity }) => quantity,
  taxRatePercentage: ({ rate }) => rate,
  totalDiscountAmount: sales.discountAmountOf,
  totalDiscountPercentage: sales.discountPercentageOf,
  totalGrossAmount: ({ gross }) => gross,
  totalNetAmount: ({ net }) => net,
  unitAmount: ({ row }) => amount(row.Price),
  unitName: ({ row }) => row.Unit,
});

const headFields = twoWay({
  name: plainValue("CustomerName"),
  offerDate: day("OfferDate"),
  offerNumber: plainValue("DocumentNumber"),
});
const detailFields = twoWay({ reference: plainValue("YourReferenceNumber") });

const head = {
  ...sales.contactId.reads,
  ...sales.currency.reads,
  ...headFields.reads,
  id: ({ DocumentNumber }: Offer) => DocumentNumber,
  totalGrossAmount: ({ Total }: Offer) => amount(Total),
};

function stateOf({ Cancelled, ExpireDate, InvoiceReference, OrderReference, Sent }: Offer) {
  if (Cancelled === true) return "VOIDED";
  if ((idOf(OrderReference) ?? idOf(InvoiceReference)) !== undefined) return "ACCEPTED";
  if (isPastDue(ExpireDate, today())) return "EXPIRED";
  return Sent === true ? "SENT" : "DRAFT";
}

const listedOffer = mapping<records.Offer, Offer>(head);
const offer = mapping<records.Offer, Offer>({
  ...head,
  ...detailFields.reads,
  ...sales.totalsOf,
  addresses: sales.addresses,
  lineItems: nestedList(line, (native) => sales.linesOf(native, native.OfferRows)),
  status: stateOf,
});

const offerEncoder = encoder<inputs.OfferInput>({
  ...sales.contactId.writes,
  ...sales.currency.writes,
  ...headFields.writes,
  ...detailFields.writes,
  addresses: sales.addressesAs,
  lineItems: listAs(
    "OfferRows",
    encoder<inputs.OfferLineItemInput>({
      ...sales.rowEncoders,
      ...sales.accountEncoder,
      quantity: sales.quantityAs("Quantity"),
      unitDiscountPercentage: sales.percentAs,
      totalDiscountPercentage: sales.percentAs,
    }),
  ),
  status: onlyAccepts(["DRAFT"]),
});

const offers = resource<records.Offer, Offer>(folder, "offerId", { kind, map: offer });

const parts = {
  path: `${folder}/{offerId}`,
  parts: (reply: { readonly [name: string]: unknown }) => {
    const native = unwrapped<Offer>(kind)(reply);
    return native && sales.linesOf(native, native.OfferRows);
  },
  map: line,
  raw: ({ row }: sales.Line) => row,
};

export const offerOperations = {
  "offers.list": list<records.Offer, Offer>("Offers", {
    path: folder,
    map: listedOffer,
    filters: modified,
    rules: ["Lists have no lines and no status. Get a single record for them."],
  }),
  "offers.get": offers.get(),
  "offers.document.get": file(({ ids: { offerId: id = "" } }) => ({
    id,
    path: path`/offers/${id}/preview`,
    accept: "application/pdf",
    fileName: `${id}.pdf`,
  })),
  "offers.lineItems.list": partsOf(parts),
  "offers.lineItems.get": partOf({ ...parts, id: ({ id }: sales.Line) => id }),
  "offers.create": offers.create<inputs.OfferInput>({
    encoder: offerEncoder,
    within: sales.withinKind(kind),
    requires: ["contactId"],
    rules: ["Kontor sets freight and administration fee to 0. Quantities and prices have two decimals."],
  }),
};
