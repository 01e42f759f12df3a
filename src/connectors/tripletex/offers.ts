/** Offers are projects that are not ordered yet. */
import type { OfferLineItem, Offer as OfferRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { noRecord, partOf, partsOf } from "../../kit/reading.ts";
import { resource, search } from "./conventions.ts";
import { currencyOf, dayOf, identity, idOf, stamps } from "./fields.ts";
import { itemName, lineFields, totals, tradeLine } from "./lines.ts";
import type { Line, Project, Wrapped } from "./types.ts";

const offerLine = mapping<OfferLineItem, Line>({ ...tradeLine, name: itemName });

const offer = mapping<OfferRecord, Project>({
  ...identity,
  ...stamps,
  ...totals,
  contactId: ({ customer }) => idOf(customer),
  currency: currencyOf,
  lineItems: nestedList(offerLine, ({ orderLines }) => orderLines),
  ...values({ name: "customer.name", offerNumber: "number", reference: "reference" }),
  offerDate: ({ startDate }) => dayOf(startDate),
});

const fields = `*,changes,currency(code),customer(id,name),${lineFields}`;
const isOffered = ({ isOffer }: Project): boolean => isOffer === true;
const parts = {
  path: "/project/{offerId}",
  query: { fields },
  parts: ({ value }: Wrapped<Project>) => {
    if (value === undefined || !isOffered(value)) throw noRecord();
    return value.orderLines;
  },
  map: offerLine,
};

export const offers = {
  "offers.list": search({
    map: offer,
    sources: () => [{ path: "/project", query: { fields, isOffer: true } }],
    rules: ["Offers are projects that are not ordered yet. The target system does not say what became of an offer."],
  }),
  "offers.get": resource("/project", "offerId", { map: offer, fields }).get(isOffered),
  "offers.lineItems.list": partsOf(parts),
  "offers.lineItems.get": partOf({ ...parts, id: ({ id }) => String(id) }),
};
