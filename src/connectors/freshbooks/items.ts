import type { WriteCall } from "../../contract/connector.ts";
import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item as ItemRecord } from "../../contract/records/catalogue.ts";
import type { Session } from "../../contract/session.ts";
import { type Encoded, encoder, fieldAs, numberAs, sentSeparately } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import {
  changedSince,
  companyCurrency,
  isDeleted,
  isSince,
  list,
  referenced,
  resultIn,
  stampOf,
} from "./conventions.ts";
import { amountOf, moneyOf } from "./fields.ts";
import { taxesFor, taxesOf } from "./taxes.ts";
import type { Item, Tax } from "./types.ts";

const folder = "/items/items";
const kind = "item";
const at = `${folder}/{itemId}`;
const itemIn = resultIn<Item>(kind);

/** An item with the tax that it names by its id. */
interface Taxed extends Item {
  readonly tax?: Tax | undefined;
}

const item = mapping<ItemRecord, Taxed>({
  id: ({ id }) => String(id),
  itemNumber: ({ sku }) => sku,
  lastModifiedDate: ({ updated }) => stampOf(updated),
  name: ({ name }) => name,
  stockCount: ({ inventory }) => amount(inventory),
  taxCode: ({ tax }) => tax?.name,
  taxRatePercentage: ({ tax }) => amount(tax?.amount),
  // Whatever currency is sent, the vendor stores the company's (recorded: CAD became USD).
  unitSalesPrice: ({ unit_cost: price }) => amountOf(price),
});
const raw = ({ tax: _tax, ...native }: Taxed): Item => native;

async function withTaxes(natives: readonly Item[], session: Session): Promise<readonly Taxed[]> {
  if (natives.every(({ tax1 }) => !tax1)) return natives;
  const taxes = new Map((await taxesOf(session)).map((tax) => [tax.id, tax]));
  return natives.map((native) => ({ ...native, tax: native.tax1 ? taxes.get(native.tax1) : undefined }));
}
const withTax = async (native: Item, session: Session): Promise<Taxed> =>
  (await withTaxes([native], session))[0] ?? native;

const patchEncoders = {
  itemNumber: fieldAs("sku"),
  name: fieldAs("name"),
  stockCount: Object.assign((count: number) => ({ inventory: decimal(count) }), { path: ["inventory"] }),
  unitSalesPrice: numberAs("price"),
};

interface Prepared {
  readonly currency: string | undefined;
  readonly taxes: ReadonlyMap<string, Tax>;
}

const prepare = async ({ body }: WriteCall<ItemInput | ItemPatch>, session: Session): Promise<Prepared> => ({
  currency: await companyCurrency(session),
  taxes: await taxesFor(session, [body as ItemInput], () => "taxCode"),
});

function sent(encoded: Encoded, prepared: unknown, { body }: WriteCall<ItemInput | ItemPatch>): object {
  const { currency, taxes } = prepared as Prepared;
  const { price, ...rest } = encoded as Encoded & { readonly price?: number };
  const { taxCode } = body as ItemInput;
  return {
    ...rest,
    ...(price !== undefined && { unit_cost: moneyOf(price, currency) }),
    ...(taxCode !== undefined && { tax1: taxes.get(taxCode)?.id }),
  };
}

/** Lines of documents have the names of items only, but a reference to an item that does not exist is a mistake. */
export async function checkItems(
  session: Session,
  lines: readonly { readonly itemId?: string | undefined }[],
): Promise<void> {
  for (const [index, { itemId }] of lines.entries())
    if (itemId !== undefined)
      await referenced<Item>(session, { folder, id: itemId, kind, field: `lineItems[${index}].itemId` });
}

export const items = {
  "items.list": list<ItemRecord, Taxed>("items", {
    path: folder,
    map: item,
    raw,
    join: withTaxes,
    filters: { lastModifiedAt: changedSince, itemNumber: (number) => ({ "search[sku]": number }) },
    localFilter: {
      when: ({ lastModifiedAt: since, itemNumber }) => since !== undefined || itemNumber !== undefined,
      fits: ({ updated, sku }, { lastModifiedAt: since, itemNumber }) =>
        isSince(stampOf(updated), since) && (itemNumber === undefined || sku === itemNumber),
    },
    rules: ["Services, which FreshBooks keeps apart from items, are not listed."],
  }),
  "items.get": get<ItemRecord, Taxed>({
    read: async ({ ids: { itemId = "" } }, session) => {
      const native = itemIn(await session.read(`${folder}${path`/${itemId}`}`));
      return native === undefined || isDeleted(native) ? undefined : withTax(native, session);
    },
    map: item,
    raw,
  }),
  "items.create": write<ItemInput, ItemRecord, Taxed>({
    method: "POST",
    path: folder,
    encoder: encoder<ItemInput>({ ...patchEncoders, taxCode: sentSeparately }),
    prepare,
    body: (encoded, prepared, call) => ({ [kind]: sent(encoded, prepared, call) }),
    record: itemIn,
    afterwards: (native, _call, session) => withTax(native, session),
    map: item,
    raw,
    requires: ["name"],
  }),
  "items.patch": write<ItemPatch, ItemRecord, Taxed>({
    method: "PUT",
    path: at,
    encoder: encoder<ItemPatch>(patchEncoders),
    prepare,
    body: (encoded, prepared, call) => ({ [kind]: sent(encoded, prepared, call) }),
    record: itemIn,
    afterwards: (native, _call, session) => withTax(native, session),
    map: item,
    raw,
    repeatable: true,
  }),
};
