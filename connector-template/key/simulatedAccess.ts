import type { VendorDescription } from "../../simulators/engine/vendor.ts";

const apiKey = "fiktiv-example-books-key";

/** A key that an end user copies from its settings. */
export const access: Pick<VendorDescription<string>, "base" | "keys"> = {
  base: "/api.example-books.example/v1",
  keys: {
    credentials: { apiKey },
    admits: ({ headers }) => headers.authorization === `Bearer ${apiKey}`,
  },
};
