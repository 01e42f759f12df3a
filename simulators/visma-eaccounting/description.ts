/** The vendor's description of 2020 in Swagger 2.0, and what has changed since. */
import type { Description } from "../../test/specs/description.ts";

export const description: Description = {
  files: [
    { name: "visma-eaccounting-v2-swagger.json", host: "eaccountingapi.vismaonline.com", base: "", complete: true },
  ],
  excused: [
    {
      about: /asks with the unknown parameter \$(?:filter|page|pagesize)$/,
      reason: "The vendor's pages on filtering and pagination have these parameters for all lists.",
    },
    {
      about: /answers with the unknown status 201$/,
      reason: "The description has 200 everywhere; clients that ran against the vendor got 201 for new records.",
    },
    {
      about: /(?:PaymentStatus|PaymentDate|CreditedBy)$/,
      reason: "Fields of invoices that came after 2020 (changelog; recorded).",
    },
    {
      about: /(?:IsDiscountInFixedAmount|DiscountFixedAmount)$/,
      reason: "Fields of rows that came after 2020 (changelog).",
    },
    {
      about: /customerinvoicedrafts.* with the unknown field \S*DueDate$/,
      reason: "A field that came in 2023 (changelog).",
    },
  ],
};
