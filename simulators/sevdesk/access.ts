import type { VendorDescription } from "../engine/vendor.ts";

const apiKey = "fiktiv-sevdesk-key";

/** The end user copies an API key from the vendor's settings. */
export const access: Pick<VendorDescription<string>, "base" | "keys"> = {
  base: "/api.sevdesk.example/v1",
  keys: {
    credentials: { apiKey },
    admits: ({ headers }) => headers.authorization === `Bearer ${apiKey}`,
  },
};
