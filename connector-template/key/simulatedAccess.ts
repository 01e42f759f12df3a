import type { VendorDescription } from "../../simulators/engine/vendor.ts";

const apiKey = "fiktiv-example-books-key";

/** The end user copies an API key from the vendor's settings. */
export const access: Pick<VendorDescription<string>, "base" | "keys"> = {
  base: "/api.example-books.example/v1",
  keys: {
    credentials: { apiKey },
    admits: ({ headers }) => headers.authorization === `Bearer ${apiKey}`,
  },
};
