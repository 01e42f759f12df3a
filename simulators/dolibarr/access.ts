import type { VendorDescription } from "../engine/vendor.ts";
import type { Name } from "./shapes.ts";

const apiKey = "simulated-dolibarr-key";

/** A user's key, at the company's URL. */
export const access: Pick<VendorDescription<Name>, "base" | "keys"> = {
  base: "/erp.example/dolibarr/api/index.php",
  keys: {
    credentials: { baseUrl: "https://erp.example/dolibarr", apiKey },
    admits: ({ headers }) => headers["dolapikey"] === apiKey,
  },
};
