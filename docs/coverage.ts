/** `npm run coverage`: writes docs/coverage.md, what every connector offers, read from the connectors themselves. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectors } from "../src/connectors/index.ts";
import type { Connector } from "../src/contract/connector.ts";
import { carriedOutBy, type OperationId, operationTable } from "../src/contract/operations.ts";
import type { Report } from "../src/verify/report.ts";
import { kinds } from "./kinds.ts";
import { table } from "./table.ts";

const file = new URL("coverage.md", import.meta.url);

type Proof = Pick<Report, "targetSystem" | "date" | "isProven" | "isReplay">;

/** Reports of `kontor verify --report docs/proofs`, handed in by who ran it. */
export const proofs = (): readonly Proof[] =>
  globSync("proofs/*.json", { cwd: import.meta.dirname }).map(
    (name) => JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8")) as Proof,
  );

/** The day of the newest live proof. */
function provenOn(proven: readonly Proof[], { id, builtIn }: Connector): string {
  if (builtIn) return "built in";
  const days = proven.filter(({ targetSystem, isProven, isReplay }) => targetSystem === id && isProven && !isReplay);
  return (
    days
      .map(({ date }) => date)
      .toSorted()
      .at(-1) ?? "not yet"
  );
}

export function coverage(shown: readonly Connector[], proven: readonly Proof[] = proofs()): string {
  const theirs = operationTable.filter(([id]) => shown.some(({ operations }) => operations[carriedOutBy(id)]));
  const rows = Object.entries(Object.groupBy(theirs, ([id]) => resourceOf(id))).toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  );
  return [
    "# What each target system offers",
    "",
    "Made from the code by `npm run coverage`; a test checks that it is current. Fields, filters, orderings and rules of each",
    "operation: `GET /targetSystems/{slug}`. A list that is missing answers with an empty list and a warning, any other",
    "operation with 422. Connectors are built against simulators; the last row says when somebody proved one against the",
    "real system with `npx kontor verify` (see [proofs](proofs/README.md)).",
    "",
    `${Object.entries(letters)
      .map(([action, letter]) => `**${letter}** ${action}`)
      .join(", ")}.`,
    "",
    ...table([
      ["", ...shown.map(({ id }) => `\`${id}\``)],
      ...rows.map(([resource, operations = []]) => {
        const ids = operations.map(([id]) => id);
        return [resource, ...shown.map((connector) => actionsOf(connector, ids))];
      }),
      ["operations", ...shown.map((connector) => String(Object.keys(connector.operations).length))],
      ["tells of changes itself", ...shown.map(({ webhooks }) => (webhooks === undefined ? "" : "yes"))],
      ["last proven live", ...shown.map((connector) => provenOn(proven, connector))],
    ]),
    "",
    "## Kinds of target system",
    "",
    "What one of them does otherwise than the others, which ones do it, and the tests that show it.",
    "",
    ...table([
      ["kind", "shown by", "tests"],
      ...kinds.map(({ says, shownBy, tests }) => [
        says,
        shownBy.map((slug) => `\`${slug}\``).join(", "),
        tests.map(([file, name]) => `\`${file}\`: ${name}`).join("; "),
      ]),
    ]),
    "",
  ].join("\n");
}

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
  const offered = ids.filter((id) => connector.operations[carriedOutBy(id)] !== undefined);
  const actions = offered.map((id) => id.slice(id.lastIndexOf(".") + 1));
  const known = Object.entries(letters).filter(([action]) => actions.includes(action));
  return known.map(([, letter]) => letter).join("");
}

if (import.meta.main) writeFileSync(file, coverage(connectors));
