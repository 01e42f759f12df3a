/** Tax types: one word for how amounts are meant and for why there is no tax. */
import type { InvoiceInput } from "../../contract/inputs/sales.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { backwards, spell } from "./conventions.ts";
import type { SalesDocument, Whole } from "./vendorDocuments.ts";

const rules = {
  net: "NET",
  gross: "GROSS",
  vatfree: "TAXFREE",
  intraCommunitySupply: "INTRACOMMUNITY_GOODS",
  constructionService13b: "CONSTRUCTION_SERVICE",
  externalService13b: "INTRACOMMUNITY_SERVICE",
  thirdPartyCountryService: "EXPORT_SERVICE",
  thirdPartyCountryDelivery: "EXPORT_GOODS",
  photovoltaicEquipment: "PHOTOVOLTAIC_EQUIPMENT",
  // Sold to consumers elsewhere in the EU: besides, they are net or gross.
  distanceSales: "OSS_GOODS",
  electronicServices: "OSS_ELECTRONIC_SERVICES",
} as const;

export const taxRule = {
  taxRule: vocabulary(rules).read(
    ({ document: { taxConditions } }: Whole<SalesDocument>) => taxConditions?.taxSubType || taxConditions?.taxType,
  ),
};

export const lineAmountTypes = {
  lineAmountTypes: ({ document: { taxConditions } }: Whole<SalesDocument>) => {
    const taxType = taxConditions?.taxType;
    if (!taxType) return undefined;
    return taxType === "net" ? "EXCLUSIVE" : taxType === "gross" ? "INCLUSIVE" : "NOTAX";
  },
};

/** Whoever is exempt makes all documents without tax: the reason is not said on each of them. */
const spelled = { ...backwards(rules), SMALL_BUSINESS_EXEMPTION: "vatfree" };
const taxTypes = { EXCLUSIVE: "net", INCLUSIVE: "gross", NOTAX: "vatfree" };

type Taxed = Pick<InvoiceInput, "taxRule" | "lineAmountTypes" | "taxText">;

function conditions({ taxRule, lineAmountTypes, taxText }: Taxed): object {
  const rule = taxRule === undefined ? undefined : spell(spelled, "taxRule", taxRule);
  const meant = lineAmountTypes === undefined ? undefined : spell(taxTypes, "lineAmountTypes", lineAmountTypes);
  const subType = taxRule?.startsWith("OSS_") ? rule : undefined;
  const taxType = (subType === undefined ? rule : undefined) ?? meant;
  return {
    taxConditions: {
      ...(taxType !== undefined && { taxType }),
      ...(subType !== undefined && { taxSubType: subType }),
      ...(taxText !== undefined && { taxTypeNote: taxText }),
    },
  };
}

export const toldTaxes = {
  lineAmountTypes: (_: unknown, input: Taxed) => conditions(input),
  taxRule: (_: unknown, input: Taxed) => conditions(input),
  taxText: (_: unknown, input: Taxed) => conditions(input),
};
