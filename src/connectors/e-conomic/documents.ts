/** Quotes, orders and invoices are one shape; where they are is their state. */
import type { WriteCall } from "../../contract/connector.ts";
import type { Address } from "../../contract/records/contacts.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { allAs, as, type Encoded, encoder, invalid, nested, only, spread } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { ifFound } from "../../kit/reading.ts";
import { number, same, twoWay } from "../../kit/twoWay.ts";
import { categories } from "./catalogue.ts";
import { allOf, firstOf, numbered } from "./conventions.ts";
import { documentAddress, idIn, linkedId, links, placesOf, stamp, wholeNumber } from "./fields.ts";
import { merged, sendable } from "./replacing.ts";
import type { Customer, Document, Line, Linked, PaymentTerms } from "./types.ts";

/** A document's customer cannot be changed. */
export const customerField = twoWay({ contactId: linkedId("customer.customerNumber") });
export const currencyField = twoWay({ currency: same("currency") });
/** Of quotes and invoices. */
export const namedFields = twoWay({
  name: same("recipient.name"),
  reference: same("references.other"),
});
/** Of invoices and credit notes. */
export const receivableFields = twoWay({ paymentTermId: linkedId("paymentTerms.paymentTermsNumber") });

/** What all of them tell. */
export const head = {
  ...stamp,
  ...customerField.reads,
  ...currencyField.reads,
  addresses: each(documentAddress, ({ recipient, delivery }: Document) => placesOf(recipient, delivery)),
};
export const receivableHead = {
  ...head,
  ...receivableFields.reads,
  reference: namedFields.reads.reference,
};

const lineDimension = mapping<LineDimension, { readonly number: string }>({
  id: ({ number }) => `department-${number}`,
  categoryName: () => categories.department,
});
const departmentOf = (distribution: Linked) => {
  const number = idIn(distribution, "departmentalDistributionNumber");
  return number === undefined ? [] : [{ number }];
};

export const netOf = ({ totalNetAmount }: Line) => amount(totalNetAmount);
export const grossOf = (line: Line) =>
  amount(line.vatAmount) === undefined || netOf(line) === undefined ? undefined : sum([line.vatAmount, netOf(line)]);

const lineFields = twoWay({
  description: same("description"),
  quantity: number("quantity"),
  unitAmount: number("unitNetPrice"),
});
const tradeLineFields = twoWay({ totalDiscountPercentage: number("discountPercentage") });

const described = {
  ...lineFields.reads,
  ...links({ itemId: "product.productNumber" }),
};
export const taxedLine = { ...described, ...amounts({ taxRatePercentage: "vatRate" }) };
export const lineId = ({ lineNumber }: Line) => String(lineNumber ?? "");
export const dimensionsOf = {
  dimensions: each(lineDimension, (line: Line) => departmentOf(line.departmentalDistribution)),
};

/** Lines of quotes and orders, which do not tell what they come to. */
export const tradeLine = {
  id: lineId,
  ...described,
  ...tradeLineFields.reads,
  ...values({ unitName: "unit.name" }),
};

/** Item numbers may be any text. */
export const lineEncoders = { ...lineFields.writes, itemId: as("product", "productNumber") };
export const tradeLineEncoders = { ...lineEncoders, ...tradeLineFields.writes };

const department = encoder<LineDimension>({ id: as("departmentalDistribution") });
/** A line can be of one department. */
export const departmentAs = nested(department, (dimensions: readonly LineDimension[], _input: unknown, field) => ({
  ...(dimensions.length > 0 && { departmentalDistribution: departmentNumber(dimensions, field) }),
}));
export function departmentNumber(
  [first, ...others]: readonly { readonly id?: string | undefined }[],
  field: string,
): object {
  const [, number] = /^department-(\d+)$/.exec(first?.id ?? "") ?? [];
  if (number === undefined || others.length > 0)
    throw invalid("This target system takes one department here, by its id: department-2.", field);
  return { departmentalDistributionNumber: Number(number), distributionType: "department" };
}
const recipientEncoder = encoder<Address>({
  ...allAs(as, {
    addressLine1: "recipient.address",
    city: "recipient.city",
    countryCode: "recipient.country",
    postalCode: "recipient.zip",
  }),
});
export const recipientAs = only(spread(recipientEncoder));

/** What a document cannot be without, as the vendor itself fills it in for this customer. */
export async function templateFor({ body }: WriteCall<{ readonly contactId?: string }>, session: Session) {
  const number = String(wholeNumber(body.contactId ?? "", "contactId"));
  const reading = session.read(`${numbered("/customers", number)}/templates/invoice`);
  const template = (await ifFound(reading)) as Document | undefined;
  if (template === undefined) throw invalid("This target system has no such customer.", "contactId");
  const layout = template.layout ?? (await layoutFor(number, session));
  return sendable({ ...template, layout }) as Encoded;
}

async function layoutFor(number: string, session: Session): Promise<Linked> {
  const { layout } = (await session.read(numbered("/customers", number))) as Customer;
  if (layout) return layout;
  const first = await firstOf<{ readonly layoutNumber?: number }>(session, "/layouts");
  return { layoutNumber: first?.layoutNumber };
}

/** The day comes from the terms of payment, unless these say that it is told. */
export async function termsFor(
  body: { readonly dueDate?: string; readonly paymentTermId?: string },
  session: Session,
): Promise<Encoded> {
  if (body.dueDate === undefined || body.paymentTermId !== undefined) return {};
  const terms = await allOf<PaymentTerms>(session, "/payment-terms");
  const told = terms.find(({ paymentTermsType }) => paymentTermsType === "dueDate");
  if (told === undefined)
    throw invalid(
      "This target system makes the day out of the terms of payment: send paymentTermId, or have terms of the type dueDate made there.",
      "dueDate",
    );
  return { paymentTerms: { paymentTermsNumber: told.paymentTermsNumber } };
}

/** What is told goes before what the vendor would fill in, which would be today's. */
export const fromTemplate = (encoded: Encoded, template: unknown): Encoded => {
  const { dueDate: _dueDate, ...known } = template as Encoded;
  return merged(known, encoded);
};
