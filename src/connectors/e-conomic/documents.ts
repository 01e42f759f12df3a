/**
 * Fields of quotes, orders and invoices. e-conomic has no status field: the collection that a document is in, such as
 * drafts, sent or booked, is its status.
 */
import type { WriteCall } from "../../contract/connector.ts";
import type { Address } from "../../contract/records/contacts.ts";
import type { LineDimension } from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import {
  type Encoded,
  encoder,
  fieldAs,
  fieldsAs,
  inParent,
  invalidField,
  nested,
  singleEntry,
} from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { categories } from "./catalogue.ts";
import { allOf, firstOf, numbered } from "./conventions.ts";
import { documentAddress, idIn, linkedId, links, placesOf, stamp, wholeNumber } from "./fields.ts";
import { merged, sendable } from "./replacing.ts";
import type { Customer, Document, Line, Linked, PaymentTerms } from "./types.ts";

/** A document's customer cannot be changed. */
export const customerField = twoWay({ contactId: linkedId("customer.customerNumber") });
export const currencyField = twoWay({ currency: plainValue("currency") });
/** Fields that quotes and invoices share. */
export const namedFields = twoWay({
  name: plainValue("recipient.name"),
  reference: plainValue("references.other"),
});
/** Fields that invoices and credit notes share. */
export const receivableFields = twoWay({ paymentTermId: linkedId("paymentTerms.paymentTermsNumber") });

export const head = {
  ...stamp,
  ...customerField.reads,
  ...currencyField.reads,
  addresses: nestedList(documentAddress, ({ recipient, delivery }: Document) => placesOf(recipient, delivery)),
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
  description: plainValue("description"),
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
  dimensions: nestedList(lineDimension, (line: Line) => departmentOf(line.departmentalDistribution)),
};

/** Lines of quotes and orders, which have no tax of their own. */
export const tradeLine = {
  id: lineId,
  totalNetAmount: netOf,
  ...described,
  ...tradeLineFields.reads,
  ...values({ unitName: "unit.name" }),
};

/** Item numbers may be any text. */
export const lineEncoders = { ...lineFields.writes, itemId: fieldAs("product", "productNumber") };
export const tradeLineEncoders = { ...lineEncoders, ...tradeLineFields.writes };

const department = encoder<LineDimension>({ id: fieldAs("departmentalDistribution") });
/** A line belongs to one department at most. */
export const departmentAs = nested(department, (dimensions: readonly LineDimension[], _input: unknown, field) => ({
  ...(dimensions.length > 0 && { departmentalDistribution: departmentNumber(dimensions, field) }),
}));
export function departmentNumber(
  [first, ...others]: readonly { readonly id?: string | undefined }[],
  field: string,
): object {
  const [, number] = /^department-(\d+)$/.exec(first?.id ?? "") ?? [];
  if (number === undefined || others.length > 0)
    throw invalidField("This target system takes one department here. Use its id, such as department-2.", field);
  return { departmentalDistributionNumber: Number(number), distributionType: "department" };
}
const recipientEncoder = encoder<Address>({
  ...fieldsAs(fieldAs, {
    addressLine1: "recipient.address",
    city: "recipient.city",
    countryCode: "recipient.country",
    postalCode: "recipient.zip",
  }),
});
export const recipientAs = singleEntry(inParent(recipientEncoder));

/** The fields that a document requires, as the vendor fills them in for this customer. */
export async function templateFor({ body }: WriteCall<{ readonly contactId?: string }>, session: Session) {
  const number = String(wholeNumber(body.contactId ?? "", "contactId"));
  const reading = session.read(`${numbered("/customers", number)}/templates/invoice`);
  const template = (await undefinedIfMissing(reading)) as Document | undefined;
  if (template === undefined) throw invalidField(`The target system has no customer "${number}".`, "contactId");
  const layout = template.layout ?? (await layoutFor(number, session));
  return sendable({ ...template, layout }) as Encoded;
}

async function layoutFor(number: string, session: Session): Promise<Linked> {
  const { layout } = (await session.read(numbered("/customers", number))) as Customer;
  if (layout) return layout;
  const first = await firstOf<{ readonly layoutNumber?: number }>(session, "/layouts");
  return { layoutNumber: first?.layoutNumber };
}

/** The vendor calculates the due date from the payment terms, except for terms of the type dueDate. */
export async function termsFor(
  body: { readonly dueDate?: string; readonly paymentTermId?: string },
  session: Session,
): Promise<Encoded> {
  if (body.dueDate === undefined || body.paymentTermId !== undefined) return {};
  const terms = await allOf<PaymentTerms>(session, "/payment-terms");
  const anyDay = terms.find(({ paymentTermsType }) => paymentTermsType === "dueDate");
  if (anyDay === undefined)
    throw invalidField(
      "This target system calculates the due date from the payment terms. Send paymentTermId, or create terms of the type dueDate there.",
      "dueDate",
    );
  return { paymentTerms: { paymentTermsNumber: anyDay.paymentTermsNumber } };
}

/** The caller's fields replace those of the template. Its due date, which counts from today, is left out. */
export const fromTemplate = (encoded: Encoded, template: unknown): Encoded => {
  const { dueDate: _dueDate, ...defaults } = template as Encoded;
  return merged(defaults, encoded);
};
