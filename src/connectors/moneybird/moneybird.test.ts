import { simulation } from "../../../simulators/moneybird/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { moneybird } from "./connector.ts";

conformance({ connector: moneybird, simulation });
