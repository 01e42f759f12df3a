/**
 * `npm run mutations -- <slug>`: renames every field that a connector reads or writes, one at a time, and reports the share
 * that the evidence notices. Connector and simulator share a belief about a name, so only a body that was seen can tell it
 * from a wrong one. Instead of the name in both programs, the name in the bodies is changed, which is the same to a reader.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mock } from "node:test";
import type { Connector } from "../../src/contract/connector.ts";
import { openHttpClient } from "../../src/core/outbound/client.ts";
import { bodiesOf, declaredFields, percentage, storedDocumentedOnly } from "./fields.ts";
import { casesOf, type Evidence, type EvidenceFile, evidenceFiles, sharedReplies } from "./files.ts";
import { play } from "./play.ts";
import { type EvidenceVendor, openEvidenceVendor } from "./vendor.ts";
import { vendors } from "./vendors.ts";

/** The result for a vendor, in `mutations.json`. */
export interface Mutations {
  readonly fields: number;
  readonly noticed: number;
  /** Fields that were seen, but whose new name nothing notices. */
  readonly unnoticed: readonly string[];
}

const resultsPath = join(import.meta.dirname, "mutations.json");

export const storedMutations = (): Readonly<Record<string, Mutations>> =>
  JSON.parse(readFileSync(resultsPath, "utf8")) as Readonly<Record<string, Mutations>>;

interface Case {
  readonly file: EvidenceFile;
  readonly evidence: Evidence;
  readonly names: ReadonlySet<string>;
}

async function mutationsOf(connector: Connector, vendor: EvidenceVendor): Promise<Mutations> {
  const shared = sharedReplies(connector.id);
  const sharedNames = namesIn(shared.exchanges);
  const cases: readonly Case[] = evidenceFiles(connector.id).flatMap((file) =>
    casesOf(file.evidence).map((evidence) => ({ file, evidence, names: namesIn(bodiesOf(evidence)) })),
  );
  const isNoticed = async (field: string): Promise<boolean> => {
    const renamedShared = { ...shared, exchanges: renamed(shared.exchanges, field) };
    for (const { file, evidence, names } of cases) {
      if (!names.has(field) && !sharedNames.has(field)) continue;
      const parts = { connector, vendor, shared: renamedShared };
      if ((await differencesIn(file, renamedIn(evidence, field), parts)).length > 0) return true;
    }
    return false;
  };
  const fields = declaredFields(connector.id);
  const unnoticed: string[] = [];
  for (const field of fields) if (!(await isNoticed(field))) unnoticed.push(field);
  const documented = new Set(storedDocumentedOnly(connector.id)?.fields);
  return {
    fields: fields.length,
    noticed: fields.length - unnoticed.length,
    unnoticed: unnoticed.filter((field) => !documented.has(field)),
  };
}

/** A connector that stumbles over the renamed field has noticed it. */
const differencesIn = (...parameters: Parameters<typeof play>): Promise<readonly string[]> =>
  play(...parameters).catch((error: unknown) => [String(error)]);

function renamedIn(evidence: Evidence, field: string): Evidence {
  const { request, reply, further, post } = evidence;
  return {
    ...evidence,
    ...(request && { request: { ...request, ...("body" in request && { body: renamed(request.body, field) }) } }),
    ...(reply && { reply: renamedReply(reply, field) }),
    ...(further && {
      further: further.map((exchange) => ({ ...exchange, reply: renamedReply(exchange.reply, field) })),
    }),
    ...(post && { post: { ...post, ...("body" in post && { body: renamed(post.body, field) }) } }),
  };
}

type Reply = NonNullable<Evidence["reply"]>;

const renamedReply = (reply: Reply, field: string): Reply => ({
  ...reply,
  ...("body" in reply && { body: renamed(reply.body, field) }),
  ...(reply.lines && { lines: renamed(reply.lines, field) }),
});

function renamed<Value>(value: Value, field: string): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => renamed(item, field)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]: [string, unknown]) => {
    const [, bare = name, dot = ""] = /^(.*?)(\.?)$/.exec(name) ?? [];
    return [bare === field ? `${bare}Renamed${dot}` : name, renamed(inner, field)];
  });
  return Object.fromEntries(entries) as Value;
}

function namesIn(value: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== "object" || value === null) return names;
  for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
    if (!Array.isArray(value)) names.add(name.replace(/\.$/, ""));
    namesIn(inner, names);
  }
  return names;
}

if (import.meta.main) {
  mock.timers.enable({ apis: ["Date"], now: new Date("2026-11-15T12:00:00Z") });
  const slugs = process.argv.slice(2);
  const outbound = openHttpClient({ allowPrivate: false });
  const vendor = await openEvidenceVendor(outbound);
  for (const connector of vendors.filter(({ id }) => slugs.length === 0 || slugs.includes(id))) {
    const result = await mutationsOf(connector, vendor);
    const { fields, noticed, unnoticed } = result;
    writeFileSync(resultsPath, `${JSON.stringify({ ...storedMutations(), [connector.id]: result }, undefined, 2)}\n`);
    process.stdout.write(`${connector.id}: ${noticed} of ${fields} (${percentage(noticed, fields)} %)\n`);
    if (unnoticed.length > 0) process.stdout.write(`  seen, but not noticed: ${unnoticed.join(", ")}\n`);
  }
  await vendor.close();
  await outbound.close();
}
