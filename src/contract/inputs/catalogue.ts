/** Request bodies for items and projects. */
import type { Static } from "typebox";
import { itemType, projectStatus, unitName } from "../enums.ts";
import { currency, flag, number, record, text, timestamp } from "../schema.ts";

export type ItemInput = Static<typeof ItemInput>;
export const ItemInput = record(
  "ItemInput",
  {},
  {
    assetAccountId: text,
    expenseAccountId: text,
    incomeAccountId: text,
    inventoryStartDate: timestamp,
    itemNumber: text,
    name: text,
    priceIncludesTax: flag,
    stockCount: number,
    taxCode: text,
    taxRatePercentage: number,
    type: itemType,
    unitName: unitName,
    unitPurchasePrice: number,
    unitSalesPrice: number,
  },
);

export type ItemPatch = Static<typeof ItemPatch>;
export const ItemPatch = record(
  "ItemPatch",
  {},
  {
    name: text,
    itemNumber: text,
    stockCount: number,
    type: itemType,
    unitName: unitName,
    unitPurchasePrice: number,
    unitSalesPrice: number,
    priceIncludesTax: flag,
  },
);

export type ProjectInput = Static<typeof ProjectInput>;
export const ProjectInput = record(
  "ProjectInput",
  {},
  {
    code: text,
    contactId: text,
    currency: currency,
    description: text,
    endDate: timestamp,
    name: text,
    number: text,
    parentProjectId: text,
    status: projectStatus,
    startDate: timestamp,
  },
);
