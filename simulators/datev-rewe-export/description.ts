/** DATEV's API descriptions, and their known errors. */
import type { Description } from "../../test/specs/description.ts";

const host = (name: string): string => `${name}.api.datev.de`;

export const description: Description = {
  files: [
    {
      name: "datev-accounting-clients.json",
      host: host("accounting-clients"),
      base: "/platform/v2",
      complete: true,
    },
    {
      name: "datev-accounting-data-exchange.json",
      host: host("accounting-data-exchange"),
      base: "/platform/v1",
      complete: true,
    },
    {
      name: "datev-accounting-documents.json",
      host: host("accounting-documents"),
      base: "/platform/v2",
      complete: true,
    },
    {
      name: "datev-accounting-dxso-jobs.json",
      host: host("accounting-dxso-jobs"),
      base: "/platform/v2",
      complete: true,
    },
  ],
  excused: [
    {
      about: /must have required property '(?:cash_discount\d_\w+|due_date_net)'/,
      reason:
        "The description requires field names of the desktop API that it does not define. It defines cashDiscount1Days and so on.",
    },
    {
      about: /accountNumber must be <= 99999999/,
      reason:
        "The description allows eight digits, although it mentions subledger accounts there. contraAccountNumber has nine digits for them.",
    },
  ],
};
