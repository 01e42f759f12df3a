/** `npm run coverage`: writes docs/coverage.md, what every connector offers, read from the connectors themselves. */
import { writeFileSync } from "node:fs";
import { connectors } from "../src/connectors/index.ts";
import type { Connector } from "../src/contract/connector.ts";
import { carriedOutBy, type OperationId, operationTable } from "../src/contract/operations.ts";

const file = new URL("coverage.md", import.meta.url);

export function coverage(shown: readonly Connector[]): string {
  const theirs = operationTable.filter(([id]) => shown.some(({ operations }) => operations[carriedOutBy(id)]));
  const rows = Object.entries(Object.groupBy(theirs, ([id]) => resourceOf(id))).toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  );
  return [
    "# What each target system offers",
    "",
    "Made from the code by `npm run coverage`; a test checks that it is current. Fields, filters, orderings and rules of each",
    "operation: `GET /targetSystems/{slug}`. A list that is missing answers with an empty list and a warning, any other",
    "operation with 422.",
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
    ]),
    "",
  ].join("\n");
}

/** The first row is the head. Columns are as wide as the formatter wants them. */
function table(rows: readonly (readonly string[])[]): string[] {
  const [head = [], ...others] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[], fill = " ") =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width, fill)).join(" | ")} |`;
  return [line(head), line([], "-"), ...others.map((row) => line(row))];
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
