/** Master data that documents refer to: items, projects, tax rates and units. */
import { itemType, projectStatus, unitName } from "../../contract/enums.ts";
import type { ItemInput, ItemPatch, ProjectInput } from "../../contract/inputs/catalogue.ts";
import { type Item, type Project, TaxRateRecord, type Unit } from "../../contract/records/catalogue.ts";
import { get } from "../../kit/reading.ts";
import { by, byWord, change, create, list, modified } from "./conventions.ts";
import {
  currency,
  day,
  decimal,
  encoderOf,
  flag,
  identity,
  mappingOf,
  openWord,
  shape,
  stamps,
  text,
  word,
} from "./fields.ts";

const changeable = {
  itemNumber: text,
  name: text,
  priceIncludesTax: flag,
  stockCount: decimal,
  type: word(itemType),
  unitName: word(unitName),
  unitPurchasePrice: decimal,
  unitSalesPrice: decimal,
};

export const item = shape<Item, ItemInput>(
  {
    ...changeable,
    assetAccountId: text,
    expenseAccountId: text,
    incomeAccountId: text,
    inventoryStartDate: day,
    taxCode: text,
    taxRatePercentage: decimal,
  },
  { ...identity, lastModifiedDate: stamps.updatedDate },
);

const project = shape<Project, ProjectInput>(
  {
    code: text,
    contactId: text,
    currency,
    description: text,
    endDate: day,
    name: text,
    number: text,
    parentProjectId: text,
    status: word(projectStatus),
    startDate: day,
  },
  { ...identity, ...stamps },
);

const taxRate = mappingOf<TaxRateRecord>({
  ...identity,
  ...stamps,
  code: text,
  description: text,
  name: text,
  percentage: decimal,
  type: word(TaxRateRecord.properties.type),
  usage: word(TaxRateRecord.properties.usage),
});

const unit = mappingOf<Unit>({ ...identity, code: text, description: text, type: openWord });

export const catalogue = {
  "items.list": list({
    ...item,
    path: "/items",
    filters: { ...modified, ...byWord("type"), ...by("itemNumber") },
  }),
  "items.get": get({ ...item, path: "/items/{itemId}" }),
  "items.create": create({ ...item, path: "/items", requires: ["name"] }),
  "items.patch": change({ ...item, path: "/items/{itemId}", encoder: encoderOf<ItemPatch>(changeable) }),
  "projects.list": list({ ...project, path: "/projects", filters: modified }),
  "projects.get": get({ ...project, path: "/projects/{projectId}" }),
  "projects.create": create({ ...project, path: "/projects", requires: ["name"] }),
  "taxRates.list": list({ path: "/tax-rates", map: taxRate, filters: { ...modified, ...by("isActive") } }),
  "taxRates.get": get({ path: "/tax-rates/{taxRateId}", map: taxRate }),
  "units.list": list({ path: "/units", map: unit }),
};
