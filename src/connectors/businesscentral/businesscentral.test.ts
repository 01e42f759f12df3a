import { simulation } from "../../../simulators/businesscentral/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { businesscentral } from "./connector.ts";

conformance({ connector: businesscentral, simulation });
