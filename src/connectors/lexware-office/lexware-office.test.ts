import { simulation } from "../../../simulators/lexware-office/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { lexwareOffice } from "./connector.ts";

conformance({
  connector: lexwareOffice,
  simulation,
});
