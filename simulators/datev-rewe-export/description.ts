/** DATEV's own descriptions of its APIs, and where they are known to be wrong. */
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
        "It requires names of the desktop's API that it does not have; its own fields are cashDiscount1Days and so on.",
    },
    {
      about: /accountNumber must be <= 99999999/,
      reason:
        "It has eight digits for every account, but speaks of subledger accounts there; contraAccountNumber has nine for them.",
    },
  ],
};
