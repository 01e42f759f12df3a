import { simulation } from "../../../simulators/sevdesk/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { sevdesk } from "./connector.ts";

conformance({ connector: sevdesk, simulation });
