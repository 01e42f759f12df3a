import { simulation } from "../../../simulators/bexio/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { bexio } from "./connector.ts";

conformance({ connector: bexio, simulation });
