/** All checks in the order in which they run: checks that only read come first. */
import type { OperationId } from "../../src/contract/operations.ts";
import { claimFindings } from "./claims.ts";
import { documentStageFindings, isDocument } from "./documents.ts";
import type { Facts } from "./facts.ts";
import { expiryFindings, faultFindings, faults, readFaultFindings } from "./failures.ts";
import { filterFindings, orderFindings } from "./filters.ts";
import { modifiedFindings, modifiedOnly } from "./modified.ts";
import { pagedOnly, pagingFindings } from "./paging.ts";
import { ledgerFindings, rawFindings } from "./raw.ts";
import { offeredOperations } from "./reading.ts";
import { getFindings, listFindings, unknownIdFindings } from "./reads.ts";
import { secretFindings } from "./secrets.ts";
import { sheetFindings } from "./sheet.ts";
import type { Stage } from "./stage.ts";
import { webhookFindings } from "./webhooks.ts";
import { lostFindings, refusedFindings, writable, writeFindings } from "./writes.ts";

/** A requirement for connectors. `run` returns one finding per violation. */
export interface Check {
  readonly name: string;
  /** The subjects of the check, one test each: operations, or kinds of failure. */
  readonly each: (facts: Facts) => readonly string[];
  readonly run: (stage: Stage, subject: string) => Promise<readonly string[]>;
  /** Whether a sixth of the subjects are enough for a run of all tests. */
  readonly isSampled?: boolean;
}

const perOperation = (
  name: string,
  each: (facts: Facts) => readonly OperationId[],
  run: (stage: Stage, id: OperationId) => Promise<readonly string[]>,
): Check => ({ name, each, run: (stage, id) => run(stage, id as OperationId) });

const sampled = (check: Check): Check => ({ ...check, isSampled: true });

const once = (name: string, run: (stage: Stage) => Promise<readonly string[]>): Check => ({
  name,
  each: () => [name],
  run,
});

const lists = (facts: Facts): OperationId[] => offeredOperations(facts, "list");
const writes = (facts: Facts): OperationId[] => writable({ facts });
const gets = (facts: Facts): OperationId[] => offeredOperations(facts, "get");
const listHandlerOf = ({ connector }: Facts, id: OperationId) =>
  connector.operations[id] as { readonly filters: readonly string[]; readonly orders: readonly string[] };
const ledgers: readonly OperationId[] = ["journalEntries.list", "trialBalance.list"];

export const checks: readonly Check[] = [
  once("fact sheet", async ({ facts }) => sheetFindings(facts)),
  perOperation("lists", lists, listFindings),
  perOperation("single records", gets, getFindings),
  perOperation("unknown records", (facts) => gets(facts).filter((id) => id.split(".").length === 2), unknownIdFindings),
  sampled(perOperation("paging", (facts) => lists(facts).filter(pagedOnly), pagingFindings)),
  sampled(
    perOperation(
      "filters",
      (facts) =>
        lists(facts).filter((id) => listHandlerOf(facts, id).filters.some((name) => name !== "lastModifiedAt")),
      filterFindings,
    ),
  ),
  sampled(
    perOperation(
      "orderings",
      (facts) => lists(facts).filter((id) => listHandlerOf(facts, id).orders.length > 0),
      orderFindings,
    ),
  ),
  perOperation("rawData", (facts) => [...lists(facts), ...gets(facts)], rawFindings),
  perOperation("ledger", (facts) => lists(facts).filter((id) => ledgers.includes(id)), ledgerFindings),
  perOperation("documents", (facts) => lists(facts).filter(isDocument), documentStageFindings),
  perOperation(
    "lastModifiedAt",
    (facts) =>
      lists(facts).filter((id) => modifiedOnly(id) && listHandlerOf(facts, id).filters.includes("lastModifiedAt")),
    modifiedFindings,
  ),
  {
    name: "failures",
    each: () => faults,
    run: (stage, kind) => faultFindings(stage, kind as (typeof faults)[number]),
  },
  perOperation("failures of every read", (facts) => [...lists(facts), ...gets(facts)], readFaultFindings),
  once("expired tokens", expiryFindings),
  perOperation("writes", writes, writeFindings),
  sampled(perOperation("writes whose response is lost", writes, lostFindings)),
  sampled(perOperation("failures of every write", writes, refusedFindings)),
  { ...once("webhooks", webhookFindings), each: ({ connector }) => (connector.webhooks ? ["webhooks"] : []) },
  once("every claimed field occurs", claimFindings),
  once("secrets", secretFindings),
];
