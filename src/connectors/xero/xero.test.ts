import { simulation } from "../../../simulators/xero/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { xero } from "./connector.ts";

conformance({ connector: xero, simulation });
