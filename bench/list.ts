/** A list through Kontor against a bare proxy that parses and re-serialises the same vendor body. */
import type { ChildProcess } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import autocannon from "autocannon";
import { connect } from "./connection.ts";
import type { Bench, Figure } from "./figure.ts";
import { median } from "./figure.ts";
import { openWorkplace, processorTime, startNeighbour } from "./program.ts";
import { vendorPage } from "./vendorPage.ts";

const rounds = 5;
const connections = 10;
const path = "/accounting/journalEntries?limit=100";

interface Round {
  readonly perSecond: number;
  readonly slowest: number;
  readonly processor: number;
}

interface Side {
  readonly process: ChildProcess;
  readonly url: string;
  readonly headers: Record<string, string>;
}

export const list: Bench = async ({ seconds }) => {
  const place = await openWorkplace();
  try {
    const first = await place.start();
    const body = join(place.folder, "page.json");
    await writeFile(body, await vendorPage(first));
    await first.stop();
    const vendor = await startNeighbour("vendor", [body]);
    const proxy = await startNeighbour("proxy", [vendor.url]);
    const kontor = await place.start({ TARGET_SITE_SANDBOX_KEY: vendor.url });
    const sides = {
      proxy: { ...proxy, headers: {} },
      kontor: {
        ...kontor,
        headers: { "x-api-key": kontor.demo.apiKey, "x-account-key": await connect(place.folder, "sandbox-key") },
      },
    };
    const compared = await compare(sides, seconds);
    proxy.stop();
    await kontor.stop();
    vendor.stop();
    return compared;
  } finally {
    await place.remove();
  }
};

async function compare(sides: { proxy: Side; kontor: Side }, seconds: number): Promise<readonly Figure[]> {
  await load(sides.proxy, 5);
  await load(sides.kontor, 5);
  const pairs: { proxy: Round; kontor: Round }[] = [];
  for (let round = 0; round < rounds; round++)
    pairs.push({ proxy: await load(sides.proxy, seconds), kontor: await load(sides.kontor, seconds) });
  const ratio = (of: keyof Round) => median(pairs.map(({ proxy, kontor }) => kontor[of] / proxy[of]));
  const each = (of: keyof Round, digits: number) =>
    (["kontor", "proxy"] as const).map((side) => median(pairs.map((pair) => pair[side][of])).toFixed(digits));
  const how = `list: 100 journal entries, bin/kontor.js start with an API-key connection, keys, limits, decryption and logging to a file on, against Fastify + undici; the vendor is a third process with one fixed body; ${rounds} rounds of ${seconds} s a side in turn, ${connections} connections, medians of the rounds' ratios (Kontor : proxy)`;
  const figure = (what: string, of: keyof Round, rule: { most?: number; least?: number; unit: string }): Figure => {
    const found = ratio(of);
    const [ours, theirs] = each(of, of === "perSecond" ? 0 : 2);
    return {
      what,
      measured: `${found.toFixed(2)} × (${ours} : ${theirs} ${rule.unit})`,
      target: rule.least === undefined ? `≤ ${rule.most} ×` : `≥ ${rule.least} × (heading for 0.9)`,
      met: rule.least === undefined ? found <= (rule.most ?? 0) : found >= rule.least,
      how,
    };
  };
  return [
    figure("list: requests/s", "perSecond", { least: 0.5, unit: "per second" }),
    figure("list: processor time a request", "processor", { most: 2, unit: "ms" }),
    figure("list: slowest hundredth", "slowest", { most: 1.5, unit: "ms" }),
  ];
}

async function load({ process: child, url, headers }: Side, duration: number): Promise<Round> {
  const before = processorTime(child);
  const result = await autocannon({ url: url + path, headers, connections, duration });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals and ${result.errors} faults from ${url}`);
  const answered = result["2xx"];
  return {
    perSecond: answered / result.duration,
    slowest: result.latency.p99,
    processor: (processorTime(child) - before) / answered,
  };
}
