/** Taxes, payment terms and products. */
import type { ItemInput } from "../../contract/inputs/catalogue.ts";
import type { Item, TaxRateRecord } from "../../contract/records/catalogue.ts";
import type { PaymentTerm as PaymentTermRecord } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { type Encoded, encoder, sentSeparately } from "../../kit/encode.ts";

import { getInMemory, inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { noRecord, readCached } from "../../kit/reading.ts";
import { referencedRow } from "../../kit/referencedRow.ts";
import { enumValue, number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { all, get, idAs, idIn, list, mutation, one, orderOfCreation, stamps, updatedDate } from "./conventions.ts";
import type { PaymentTerm, PaymentTermLine, Product, Tax } from "./types.ts";

const taxes = { root: "taxes", selection: "id creationDate modificationDate name percentage groupId inactive" };

const usableTaxes = async (session: Session): Promise<readonly Tax[]> =>
  (await all<Tax>(session, taxes)).filter(({ inactive }) => inactive !== true);

const taxesOf = (session: Session): Promise<readonly Tax[]> =>
  readCached(session, "sage taxes", () => usableTaxes(session));

/** Lines name a tax by its id. */
const taxRate = mapping<TaxRateRecord, Tax>({
  ...stamps,
  ...values({ id: "id", code: "id", name: "name" }),
  percentage: ({ percentage }) => amount(percentage),
});

export async function taxOf(session: Session, code: string, field: string): Promise<Tax> {
  return referencedRow(await taxesOf(session), { field, value: code, kind: "tax", key: ({ id }) => id });
}

const paymentTerms = {
  root: "paymentTerms",
  selection: "id creationDate modificationDate name lines { type condition day }",
};

/** The instalment of a term that has only one. */
const onlyLine = ({ lines }: PaymentTerm): PaymentTermLine | undefined => (lines?.length === 1 ? lines[0] : undefined);

const dueTypes = vocabulary({ DAY_OF_PAYMENT: "DUE_IN_DAYS" });

const paymentTerm = mapping<PaymentTermRecord, PaymentTerm>({
  ...stamps,
  ...values({ id: "id", name: "name" }),
  paymentDays: (native) => (onlyLine(native)?.condition === "DAY_OF_PAYMENT" ? onlyLine(native)?.day : undefined),
  dueType: dueTypes.read((native: PaymentTerm) => onlyLine(native)?.condition, ["NONE", "END_OF_MONTH"]),
});

const products = {
  root: "products",
  selection:
    "id creationDate modificationDate code name category salesUnitPrice salesVatPercentage salesAccountingAccountId taxes { id }",
};

export const productConnection = products;

const categories = vocabulary({ PRODUCT: "PRODUCT", SERVICE: "SERVICE" });

const fields = twoWay({
  itemNumber: plainValue("code"),
  name: plainValue("name"),
  type: enumValue(categories, "category"),
  unitSalesPrice: number("salesUnitPrice"),
});

/** A group of taxes has one tax for each rate that it had. */
export const taxIdsOf = ({ taxes: ofGroup }: Product): readonly string[] => (ofGroup ?? []).map(({ id }) => id);

const item = mapping<Item, Product>({
  ...fields.reads,
  ...values({ id: "id", incomeAccountId: "salesAccountingAccountId" }),
  ...amounts({ taxRatePercentage: "salesVatPercentage" }),
  lastModifiedDate: updatedDate,
  taxCode: (product) => taxIdsOf(product)[0],
  type: categories.read(({ category }) => category, ["NOT_SPECIFIED", "CONCEPT", "FEE", "PRODUCT_AND_SERVICE"]),
});

async function readProduct(session: Session, id: string | undefined): Promise<Product> {
  const found = await one<Product>(session, products, id);
  if (found === undefined) throw noRecord();
  return found;
}

/** A product has a group of taxes, which its tax belongs to. */
const withGroup = (encoded: Encoded, prepared: unknown): object => {
  const { groupId } = (prepared ?? {}) as Partial<Tax>;
  return { ...encoded, ...(groupId && { taxGroupId: groupId }) };
};

export const catalogue = {
  "taxRates.list": inMemory<TaxRateRecord, Tax>({
    read: usableTaxes,
    map: taxRate,
    rules: ["Taxes that can no longer be used are not listed."],
  }),
  "taxRates.get": getInMemory<TaxRateRecord, Tax>({
    read: usableTaxes,
    map: taxRate,
    id: ({ id }) => id,
  }),
  "paymentTerms.list": list<PaymentTermRecord, PaymentTerm>({
    of: paymentTerms,
    map: paymentTerm,
    defaultOrder: orderOfCreation,
  }),
  "paymentTerms.get": get<PaymentTermRecord, PaymentTerm>({ of: paymentTerms, map: paymentTerm }),
  "items.list": list<Item, Product>({
    of: products,
    map: item,
    filters: {},
    orders: {},
    defaultOrder: orderOfCreation,
  }),
  "items.get": get<Item, Product>({ of: products, map: item }),
  "items.create": write<ItemInput, Item, Product>({
    ...mutation({ field: "createProduct", input: "ProductCreateGLDtoInput" }),
    encoder: encoder<ItemInput>({
      ...fields.writes,
      incomeAccountId: idAs("salesAccountingAccountId"),
      taxCode: sentSeparately,
    }),
    prepare: async ({ body: { taxCode } }, session) =>
      taxCode === undefined ? undefined : taxOf(session, taxCode, "taxCode"),
    body: withGroup,
    map: item,
    readBack: (reply, _call, session) => readProduct(session, idIn(reply)),
    readBackOnlyReads: true,
    stub: (reply) => ({ id: idIn(reply) ?? "" }),
    requires: ["itemNumber", "name"],
  }),
};
