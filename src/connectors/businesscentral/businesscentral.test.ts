import { simulation } from "../../../simulators/businesscentral/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { businesscentral } from "./connector.ts";

conformance({
  connector: businesscentral,
  simulation,
  requests: {
    "paymentTerms.create": ({ fresh }) => ({
      code: fresh(),
      name: "30 Tage, 10 Tage 2 %",
      paymentDays: 30,
      discountDays: 10,
      discountPercentage: 2,
    }),
  },
});
