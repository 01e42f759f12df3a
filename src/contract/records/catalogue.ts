/** Master data that documents refer to: items, units, tax rates, projects. */
import type { Static } from "typebox";
import { itemType, projectStatus, unitName } from "../enums.ts";
import { currency, flag, number, oneOf, record, text, timestamp } from "../schema.ts";

export type Item = Static<typeof Item>;
export const Item = record(
  "Item",
  { id: text },
  {
    assetAccountId: text,
    expenseAccountId: text,
    incomeAccountId: text,
    inventoryStartDate: timestamp,
    itemNumber: text,
    lastModifiedDate: timestamp,
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

export type Unit = Static<typeof Unit>;
export const Unit = record("Unit", { id: text }, { code: text, description: text, type: text });

export type TaxRateRecord = Static<typeof TaxRateRecord>;
export const TaxRateRecord = record(
  "TaxRateRecord",
  { id: text },
  {
    code: text,
    createdDate: timestamp,
    description: text,
    name: text,
    percentage: number,
    type: oneOf("INCLUSIVE", "EXCLUSIVE", "NO_TAX", "ZERO_TAX"),
    updatedDate: timestamp,
    usage: oneOf("INVOICE", "BILL", "JOURNAL_ENTRY", "CASH", "ALL"),
  },
);

export type Project = Static<typeof Project>;
export const Project = record(
  "Project",
  { id: text },
  {
    code: text,
    createdDate: timestamp,
    contactId: text,
    currency: currency,
    description: text,
    endDate: timestamp,
    name: text,
    number: text,
    parentProjectId: text,
    status: projectStatus,
    startDate: timestamp,
    updatedDate: timestamp,
  },
);
