/** Quotes. Customers approve them on a page of the vendor's. */
import type { Call } from "../../contract/connector.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, partOf, partsOf } from "../../kit/reading.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { list, readRecord, recordIn } from "./conventions.ts";
import * as sales from "./sales.ts";
import type { Quote } from "./types.ts";

const kind = "quote";

const states = vocabulary({ pending_approval: "SENT", approved: "ACCEPTED", canceled: "VOIDED" });

const line = mapping<records.OfferLineItem, sales.Line>({
  ...sales.lineFields,
  name: ({ title }) => title,
  type: () => "ITEM" as const,
});

const offer = mapping<records.Offer, Quote>({
  ...sales.created,
  ...values({ id: "id", offerNumber: "number" }),
  addresses: sales.recipients,
  contactId: sales.contactOf,
  currency: sales.currencyOf,
  lineItems: nestedList(line, (quote: Quote) => sales.linesOf(quote)),
  offerDate: sales.dayOf,
  status: states.read(({ status }: Quote) => status),
  totalDiscountAmount: sales.discountOf,
  totalGrossAmount: sales.grossOf,
  totalNetAmount: sales.netOf,
  totalTaxAmount: sales.taxOf,
});

const parts = {
  read: ({ ids }: Call, session: Session) => readRecord<Quote>(session, path`/quotes/${ids["offerId"]}`, kind),
  parts: (quote: Quote) => sales.linesOf(quote),
  map: line,
  raw: sales.rawLine,
};

export const offers = {
  "offers.list": sales.sayingSpecialList(
    list<records.Offer, Quote>("quotes", {
      path: "/quotes",
      map: offer,
      filters: { status: () => ({}) },
      localFilter: {
        when: ({ status }) => status !== undefined,
        fits: ({ status }, wanted) => states.toVendor(wanted.status ?? "", "status").includes(status ?? ""),
      },
    }),
  ),
  "offers.get": sales.sayingSpecialGet(
    get<records.Offer, Quote>({ path: "/quotes/{offerId}", map: offer, record: recordIn<Quote>(kind) }),
  ),
  ...operationsOf("offers.lineItems", {
    list: partsOf(parts),
    get: partOf({ ...parts, id: sales.idOfLine }),
  }),
};
