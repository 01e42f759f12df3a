import { conformance } from "../../test/conformance/conformance.ts";
import { simulation } from "../simulation/simulation.ts";
import { exampleBooks } from "./connector.ts";

conformance({ connector: exampleBooks, simulation });
