/** The vendor's reference of resources as of 2021, with later additions. */
import type { Description } from "../../test/specs/description.ts";

export const description: Description = {
  files: [{ name: "exact-online.json", host: "start.exactonline.nl", base: "/api/v1", complete: true }],
  excused: [
    {
      about: /no such address$/,
      reason: "Periods, row versions and the lists by them are documented on pages that are newer than this crawl.",
    },
    { about: /StandardSalesPrice$/, reason: "A field that came after the crawl." },
  ],
};
