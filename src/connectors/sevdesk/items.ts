import type { ItemInput, ItemPatch } from "../../contract/inputs/catalogue.ts";
import type { Item } from "../../contract/records/catalogue.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, instants, values } from "../../kit/columns.ts";
import { type Encoded, encoder, fieldAs, numberAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { get } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { counted, list, recordIn, referenceTo } from "./conventions.ts";
import { defaultUnitId, readUnits, unitId, unitWordOf } from "./references.ts";
import type { Part as Article, Reply, Unity } from "./types.ts";

/** An article with the units that it may name. */
interface Part extends Article {
  readonly units?: readonly Unity[];
}

const item = mapping<Item, Part>({
  ...values({ id: "id", itemNumber: "partNumber", name: "name" }),
  ...instants({ lastModifiedDate: "update" }),
  ...amounts({
    stockCount: "stock",
    taxRatePercentage: "taxRate",
    unitPurchasePrice: "pricePurchase",
    unitSalesPrice: "priceNet",
  }),
  unitName: ({ unity, units }) => unitWordOf(unity, units),
});

const withUnits = async (part: Part, session: Session): Promise<Part> => ({ ...part, units: await readUnits(session) });
const withoutUnits = ({ units: _units, ...part }: Part): Part => part;

const encoders = {
  itemNumber: fieldAs("partNumber"),
  name: fieldAs("name"),
  stockCount: numberAs("stock"),
  unitName: fieldAs("unit"),
  unitPurchasePrice: numberAs("pricePurchase"),
  unitSalesPrice: numberAs("priceNet"),
};

const prepare = (_call: unknown, session: Session): Promise<readonly Unity[]> => readUnits(session);

/** Every part needs a unit and a stock. */
function newPart(encoded: Encoded, units: unknown): object {
  const { unit, ...fields } = encoded;
  return { stock: 0, ...fields, ...unityOf(unit as string | undefined, units as readonly Unity[], true) };
}
function changedPart(encoded: Encoded, units: unknown): object {
  const { unit, ...fields } = encoded;
  return { ...fields, ...unityOf(unit as string | undefined, units as readonly Unity[], false) };
}
const unityOf = (unit: string | undefined, units: readonly Unity[], isNew: boolean): object => {
  if (unit !== undefined) return { unity: referenceTo("Unity", unitId(unit, units, "unitName")) };
  return isNew ? { unity: referenceTo("Unity", defaultUnitId(units)) } : {};
};

const shared = {
  record: recordIn<Part>,
  afterwards: (part: Part, _call: unknown, session: Session) => withUnits(part, session),
  map: item,
  raw: withoutUnits,
};

const rules = ["Prices are net. Units that the contract does not have are left out."];

export const items = {
  "items.list": list<Item, Part>({
    path: "/Part",
    query: counted,
    map: item,
    filters: { itemNumber: (number) => ({ partNumber: number }) },
    join: async (parts, session) => {
      const units = await readUnits(session);
      return parts.map((part) => ({ ...part, units }));
    },
    raw: withoutUnits,
    rules,
  }),
  "items.get": get({
    read: async ({ ids: { itemId = "" } }, session) => {
      const part = recordIn((await session.read(`/Part/${encodeURIComponent(itemId)}`)) as Reply<Part>);
      return part && withUnits(part, session);
    },
    map: item,
    raw: withoutUnits,
    rules,
  }),
  "items.create": write<ItemInput, Item, Part>({
    ...shared,
    method: "POST",
    path: "/Part",
    encoder: encoder<ItemInput>({ ...encoders, taxRatePercentage: numberAs("taxRate") }),
    requires: ["name", "itemNumber", "taxRatePercentage"],
    prepare,
    body: newPart,
    rules: ["Without unitName the item is counted in pieces."],
  }),
  "items.patch": write<ItemPatch, Item, Part>({
    ...shared,
    method: "PUT",
    path: "/Part/{itemId}",
    encoder: encoder<ItemPatch>(encoders),
    prepare,
    body: changedPart,
    repeatable: true,
  }),
};
