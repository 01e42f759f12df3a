/** What invoices, credit notes, offers and order confirmations have in common when they are read. */

import type { Call, GetHandler, ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Address } from "../../contract/records/contacts.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session } from "../../contract/session.ts";
import { accountingDay } from "../../kit/dates.ts";
import { file } from "../../kit/download.ts";
import { each, type Mapping, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { partOf, partsOf } from "../../kit/reading.ts";
import { stamps } from "./conventions.ts";
import type { ContactAddress } from "./types.ts";
import type { Entry, Line, SalesDocument, Whole } from "./vendorDocuments.ts";
import { idIn } from "./voucherlist.ts";

export const readDocument = async (place: string, session: Session): Promise<Whole<SalesDocument>> => ({
  document: (await session.read(place)) as SalesDocument,
});

export const entryFields = {
  ...stamps,
  contactId: (entry: Entry) => entry.contactId,
  currency: ({ currency }: Entry) => currency,
};

const address = mapping<Address, ContactAddress>({
  addressLine1: ({ street }) => street,
  addressLine2: ({ supplement }) => supplement,
  city: ({ city }) => city,
  countryCode: ({ countryCode }) => countryCode,
  postalCode: ({ zip }) => zip,
});

/** Some have no more than a name. */
const addressesIn = ({ address: own }: SalesDocument) =>
  own && (own.street || own.supplement || own.city || own.zip || own.countryCode) ? [own] : undefined;

export const documentFields = {
  addresses: each(address, ({ document }: Whole<SalesDocument>) => addressesIn(document)),
  contactId: ({ document }: Whole<SalesDocument>) => document.address?.contactId,
  createdDate: ({ document }: Whole<SalesDocument>) => stamps.createdDate(document),
  currency: ({ document }: Whole<SalesDocument>) => document.totalPrice?.currency,
  updatedDate: ({ document }: Whole<SalesDocument>) => stamps.updatedDate(document),
};

export const documentTotals = {
  totalDiscountAmount: ({ document }: Whole<SalesDocument>) => amount(document.totalPrice?.totalDiscountAbsolute),
  totalDiscountPercentage: ({ document }: Whole<SalesDocument>) => amount(document.totalPrice?.totalDiscountPercentage),
  totalGrossAmount: ({ document }: Whole<SalesDocument>) => amount(document.totalPrice?.totalGrossAmount),
  totalNetAmount: ({ document }: Whole<SalesDocument>) => amount(document.totalPrice?.totalNetAmount),
  totalTaxAmount: ({ document }: Whole<SalesDocument>) => amount(document.totalPrice?.totalTaxAmount),
};

export const documentDay = ({ document }: Whole<SalesDocument>) => accountingDay(document.voucherDate);

/** A line, with what its document says about it. */
export interface Placed {
  readonly line: Line;
  readonly position: number;
  readonly taxType: string;
}

const placed = ({ lineItems, taxConditions }: SalesDocument): Placed[] =>
  (lineItems ?? []).map((line, index) => ({ line, position: index + 1, taxType: taxConditions?.taxType ?? "net" }));

export const placedIn = ({ document }: Whole<SalesDocument>): Placed[] => placed(document);

/** Lines have no id of their own. */
export const positions = "The id of a line is its position in the document.";
export const positionOf = ({ position }: Placed): string => String(position);

/** One amount with or without tax; where there is no tax, it is both. */
export const grossOf = ({ line, taxType }: Placed) => (taxType === "net" ? undefined : amount(line.lineItemAmount));
export const netOf = ({ line, taxType }: Placed) => (taxType === "gross" ? undefined : amount(line.lineItemAmount));

export const lineFields = {
  description: ({ line }: Placed) => line.description,
  itemId: ({ line }: Placed) => line.id,
  quantity: ({ line }: Placed) => amount(line.quantity),
  taxRatePercentage: ({ line }: Placed) => amount(line.unitPrice?.taxRatePercentage),
  unitAmount: ({ line: { unitPrice }, taxType }: Placed) =>
    amount(taxType === "gross" ? unitPrice?.grossAmount : unitPrice?.netAmount),
};

export const pricedLineFields = {
  ...lineFields,
  id: positionOf,
  totalGrossAmount: grossOf,
  totalNetAmount: netOf,
  unitDiscountPercentage: ({ line }: Placed) => amount(line.discountPercentage),
  unitName: ({ line }: Placed) => line.unitName,
};

const lines = <Record>(place: (call: Call) => string, map: Mapping<Record, Placed>) => ({
  ...{ path: place, parts: placed, map },
  raw: ({ line }: Placed) => line,
  rules: [positions],
});

export const linesOf = <Record>(place: (call: Call) => string, map: Mapping<Record, Placed>): ListHandler<Record> =>
  partsOf(lines(place, map));

export const lineOf = <Record>(place: (call: Call) => string, map: Mapping<Record, Placed>): GetHandler<Record> =>
  partOf({ ...lines(place, map), id: positionOf });

/** The document as Lexware Office hands it out: mostly PDF, an XRechnung as XML. */
export function paperOf(place: (call: Call) => string): GetHandler<Document> {
  const handler = file((call) => ({ id: idIn(call), path: `${place(call)}/file` }));
  return {
    ...handler,
    get: async (call, session) => {
      try {
        return await handler.get(call, session);
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== "target_conflict") throw error;
        throw new Failure("not_found", "A draft has no document yet.", { ...error.details, cause: error });
      }
    },
  };
}
