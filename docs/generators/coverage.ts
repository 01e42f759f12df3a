/** `npm run coverage`: generates docs/reference/coverage.md from the connectors. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectors } from "../../src/connectors/index.ts";
import type { Connector, OperationEvidence } from "../../src/contract/connector.ts";
import { handlerOperationOf, type OperationId, operationTable } from "../../src/contract/operations.ts";
import type { Report } from "../../src/verify/report.ts";
import { countsOf, matrixOf } from "../../test/cases/matrix.ts";
import { systems } from "../../test/cases/systems.ts";
import { documentedOnly, percentage, storedSeenElsewhere } from "../../test/evidence/fields.ts";
import { evidenceFiles, factsOf, kindOf } from "../../test/evidence/files.ts";
import { storedMutations } from "../../test/evidence/mutations.ts";
import { scarceEvidence, seenShapes } from "../../test/evidence/shapes.ts";
import { fieldsSeenByPath } from "../../test/evidence/types.ts";
import { vendors } from "../../test/evidence/vendors.ts";
import { differences } from "./differences.ts";
import { evidenceOf, liveRunOf } from "./evidence.ts";
import { table } from "./table.ts";

const root = join(import.meta.dirname, "../..");

type Proof = Pick<Report, "targetSystem" | "date" | "isProven" | "isReplay">;

/** Reports that people wrote with `kontor verify --report docs/proofs` and contributed. */
export const proofs = (): readonly Proof[] =>
  globSync("docs/proofs/*.json", { cwd: root }).map(
    (name) => JSON.parse(readFileSync(join(root, name), "utf8")) as Proof,
  );

/** The strongest evidence for a connector: the day of the newest report, the last live run, or its simulator. */
function provenAgainst(reports: readonly Proof[], { id, builtIn }: Connector): string {
  if (builtIn) return "built in";
  const days = reports
    .filter(({ targetSystem, isProven, isReplay }) => targetSystem === id && isProven && !isReplay)
    .map(({ date }) => date);
  return days.toSorted().at(-1) ?? liveRunOf(id) ?? "simulator";
}

export function coverage(shown: readonly Connector[], reports: readonly Proof[] = proofs()): string {
  const offered = operationTable.filter(([id]) => shown.some((connector) => offers(connector, id)));
  const rows = Object.entries(Object.groupBy(offered, ([id]) => resourceOf(id))).toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  );
  return [
    "# What each target system offers",
    "",
    "This page is generated from the code by `npm run coverage`, and a test checks that it is current. For the fields,",
    "filters, orderings and rules of each operation, see `GET /targetSystems/{slug}`. If a target system lacks a list, the",
    "response is an empty list with a warning; any other missing operation is refused with 422.",
    "",
    `${Object.entries(letters)
      .map(([action, letter]) => `**${letter}** ${action}`)
      .join(", ")}.`,
    "",
    "- **operations** counts all operations of the API that the target system carries out, asynchronous variants included.",
    "  `passThrough` and `asyncTask`, which work with every target system, are not counted.",
    "- **vendor webhooks**: the vendor reports changes itself. Changes of other target systems are polled.",
    "- **proven against** shows the strongest evidence: the date of the newest report of `npx kontor verify` against a live",
    "  account ([proofs](../extend/proofs.md)); the real program, its version and the day on which the conformance suite last",
    "  passed against it (`npm run test:live`); or only a simulator written from the vendor's documentation.",
    "",
    ...table([
      ["", ...shown.map(({ id }) => codes([id]))],
      ...rows.map(([resource, operations = []]) => {
        const ids = operations.map(([id]) => id);
        return [resource, ...shown.map((connector) => actionsOf(connector, ids))];
      }),
      ["operations", ...shown.map((connector) => String(offered.filter(([id]) => offers(connector, id)).length))],
      ["vendor webhooks", ...shown.map(({ webhooks }) => (webhooks === undefined ? "" : "yes"))],
      ["proven against", ...shown.map((connector) => provenAgainst(reports, connector))],
    ]),
    "",
    ...restsOn(),
    "## Differences between target systems",
    "",
    "Each row is a behaviour that callers notice, the target systems that have it, and the tests that show it.",
    "",
    ...table([
      ["behaviour", "target systems", "tests"],
      ...differences.map(({ behaviour, targetSystems, tests }) => [
        behaviour,
        codes(targetSystems),
        codes([...new Set(tests.map(([file]) => file))]),
      ]),
    ]),
    "",
    ...businessCases(),
  ].join("\n");
}

/** The share of fields that were seen in bodies of the path where they are read or written. */
function seenAtTheirPath({ id }: Connector): string {
  const elsewhere = storedSeenElsewhere(id);
  const listed = Object.values(elsewhere).flat().length;
  if (listed === 0) return "";
  const seen = [...fieldsSeenByPath(id).values()].flat().length;
  return `${percentage(seen, seen + listed)} %`;
}

/** What each connector rests on, and each of its operations. */
function restsOn(): string[] {
  const tables = vendors.map((connector) => ({ connector, table: evidenceOf(connector) }));
  const mutations = storedMutations();
  const rows = operationTable
    .map(([id]) => id)
    .filter((id) => id === handlerOperationOf(id) && vendors.some((connector) => offers(connector, id)))
    .map((id) => [id, ...tables.map(({ connector, table }) => basisOf(connector, id, table[id]))]);
  const summary = vendors.map((connector) => {
    const facts = (kind: string) =>
      String(
        evidenceFiles(connector.id)
          .filter(({ evidence }) => kindOf(evidence) === kind)
          .reduce((sum, { evidence }) => sum + factsOf(evidence).length, 0),
      );
    const table = evidenceOf(connector);
    const { fields, noticed } = mutations[connector.id] ?? { fields: 0, noticed: 0 };
    return [
      codes([connector.id]),
      facts("live run"),
      facts("recording"),
      facts("vendor sample"),
      facts("documentation"),
      String(seenShapes(connector.id).size),
      `${Object.keys(table).length} of ${Object.keys(connector.operations).length}`,
      `${documentedOnly(connector).seenPercentage} %`,
      seenAtTheirPath(connector),
      `${percentage(noticed, fields)} %`,
    ];
  });
  return [
    "## Evidence for the connectors",
    "",
    "Simulator and connector are written from the same documentation, so they can share a mistake. Recorded responses cannot:",
    "`src/connectors/<slug>/evidence` has them as files, each with its source, and `npm test` replays them.",
    "",
    "- **live run**: replies of the real program in a run of ours. **recording**: replies that others recorded and published.",
    "  **vendor sample**: replies that the vendor publishes. **documentation**: facts without a recorded body.",
    "- **different shapes** counts seen replies that differ in their path, names or types. The same reply in the files of two",
    "  operations counts once.",
    "- **operations recorded** counts operations with a live run, a recording or a sample. The others rest on documentation alone.",
    "- **fields recorded**: the share of the vendor's fields that the connector reads or writes and that occur in a recorded body.",
    "  The others are listed in `documentedOnly.json`.",
    "- **at their path**: of the fields that the simulator sends, or the connector writes, at a path (in JSON-RPC: a model) with",
    "  recorded bodies, the share that one of these has. `seenElsewhere.json` lists the others by path.",
    "- **renames noticed**: the share of all fields whose new name the evidence notices (`npm run mutations`). Facts from",
    "  documentation count here, although they can share the connector's mistake: all of DATEV's are of that kind.",
    "",
    ...table([
      [
        "",
        "live run",
        "recording",
        "vendor sample",
        "documentation",
        "different shapes",
        "operations recorded",
        "fields recorded",
        "at their path",
        "renames noticed",
      ],
      ...summary,
    ]),
    "",
    "Every vendor has at least 25 seen replies of different shapes, over half of its operations, with these exceptions:",
    "",
    ...Object.entries(scarceEvidence).map(([slug, { searched }]) => `- \`${slug}\`: ${searched}`),
    "",
    "Each operation: **live** for a run against the real program, the number of recordings and samples, **d** for documentation",
    "alone, and nothing if it is not offered. `GET /targetSystems/{slug}` has the same in `evidence` of each operation, with the",
    "version and the day of the run.",
    "",
    ...table([["", ...vendors.map(({ id }) => codes([id]))], ...rows]),
    "",
  ];
}

function basisOf(connector: Connector, id: OperationId, found: OperationEvidence | undefined): string {
  if (connector.operations[id] === undefined) return "";
  if (found === undefined) return "d";
  const { recordings, liveRun } = found;
  return [liveRun === undefined ? [] : "live", recordings ?? []].flat().join(" ");
}

/** Which business cases each target system stores and reads right. `test/cases` proves it. */
function businessCases(): string[] {
  const counts = systems.map(countsOf);
  const count = (name: keyof (typeof counts)[number]) => counts.map((numbers) => String(numbers[name]));
  const heads = systems.map(({ connector }) => codes([connector.id]));
  return [
    "## Business cases",
    "",
    "Each row is a fact as a bookkeeper states it. It is written through the API with the same body at every target system,",
    "or entered at the vendor, and then read back. The tests run against the sandbox and the vendors' simulators",
    "(`npm run cases`).",
    "",
    "**✓** right, **r** refused with the field, **u** refused without the field, **d** stored otherwise and reported in",
    "`meta.differences`, **w** wrong with a warning, **s** wrong without notice, **–** not offered, **·** not tested. In",
    "parentheses: the vendor cannot represent the fact, or its API cannot show it. Each such cell has a reason with its",
    "source, in `test/cases/excuses` and `test/cases/vendors`.",
    "",
    "`tryton` and `hledger-web` are not in the table, because they have no simulator: live runs of the real programs prove",
    "them instead (`test/live/tryton.ts`, `test/live/hledgerWeb.ts`). At `odoo` and `dolibarr`, live runs prove the cells",
    "about the writing of invoices, bills, credits, payments and refunds as well (`test/live/odooWrites.ts`,",
    "`test/live/dolibarrWrites.ts`).",
    "",
    ...table([
      ["", ...heads],
      ["right", ...count("right")],
      ["refused with the field", ...count("refused")],
      ["excused", ...count("excused")],
      ["not representable", ...count("unrepresentable")],
      ["to do", ...count("todo")],
      ["dry run predicts", ...count("dryRuns")],
      ["cases", ...count("total")],
    ]),
    "",
    ...table([
      ["fact", "rules", ...heads],
      ...matrixOf(systems).map(({ fact, rules, cells }) => [fact, rules.join(", "), ...cells]),
    ]),
    "",
  ];
}

const codes = (texts: readonly string[]): string => texts.map((text) => `\`${text}\``).join(", ");

/** Asynchronous variants are offered with the operation that they run. */
const offers = (connector: Connector, id: OperationId): boolean =>
  connector.operations[handlerOperationOf(id)] !== undefined;

const letters: Readonly<Record<string, string>> = {
  list: "L",
  get: "G",
  create: "C",
  createAsync: "A",
  update: "U",
  patch: "P",
  delete: "D",
  bulk: "B",
};

const resourceOf = (id: OperationId): string => id.slice(0, id.lastIndexOf("."));

function actionsOf(connector: Connector, ids: readonly OperationId[]): string {
  const actions = ids.filter((id) => offers(connector, id)).map((id) => id.slice(id.lastIndexOf(".") + 1));
  const known = Object.entries(letters).filter(([action]) => actions.includes(action));
  return known.map(([, letter]) => letter).join("");
}

if (import.meta.main) writeFileSync(join(root, "docs/reference/coverage.md"), coverage(connectors));
