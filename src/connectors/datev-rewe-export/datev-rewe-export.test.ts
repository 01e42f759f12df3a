import { description } from "../../../simulators/datev-rewe-export/description.ts";
import { simulation } from "../../../simulators/datev-rewe-export/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import { datevReweExport } from "./connector.ts";

conformance({
  connector: datevReweExport,
  simulation,
  description,
  withFile: ["files.create"],
  excuses: { "/^journalEntries\\.list: claims/": "a task, which the suite does not run: see tasks.test.ts" },
  requests: { "files.create": { documentType: "Rechnungseingang", note: "Bitte prüfen" } },
});
