/** A list through Kontor against a bare proxy that parses and re-serialises the same vendor body. */
import type { Bench, Figure } from "./figure.ts";
import { median } from "./figure.ts";
import { listPath, openListSide, openVendor } from "./listSides.ts";
import { connections, loadInTurn, type Round, type Side } from "./load.ts";

const rounds = 4;

export const list: Bench = async ({ seconds }) => {
  const vendor = await openVendor();
  try {
    const kontor = await openListSide(vendor.url);
    const all = await loadInTurn({ proxy: vendor.proxy, kontor: kontor.side }, { path: listPath, rounds, seconds });
    const figures = [...compared(all, seconds), await overDirect(kontor.side, vendor.url)];
    await kontor.close();
    return figures;
  } finally {
    await vendor.close();
  }
};

type Pairs = readonly Readonly<Record<"proxy" | "kontor", Round>>[];

function compared(pairs: Pairs, seconds: number): readonly Figure[] {
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
      target: rule.least === undefined ? `≤ ${rule.most} ×` : `≥ ${rule.least} ×`,
      met: rule.least === undefined ? found <= (rule.most ?? 0) : found >= rule.least,
      how,
    };
  };
  return [
    figure("list: requests/s", "perSecond", { least: 0.9, unit: "per second" }),
    figure("list: processor time a request", "processor", { most: 1.15, unit: "ms" }),
    figure("list: slowest hundredth", "slowest", { most: 1.5, unit: "ms" }),
  ];
}

const asks = 400;
const allowedMs = 1.5;

/** What a caller waits for longer than it would at the vendor's own door. */
async function overDirect({ url, headers }: Side, vendor: string): Promise<Figure> {
  const times: { direct: number; kontor: number }[] = [];
  for (let turn = 0; turn < asks; turn++)
    times.push({ direct: await timeOf(vendor, {}), kontor: await timeOf(url + listPath, headers) });
  const direct = median(times.map((one) => one.direct));
  const kontor = median(times.map((one) => one.kontor));
  return {
    what: "list: over a direct call, one connection",
    measured: `+ ${(kontor - direct).toFixed(2)} ms (${kontor.toFixed(2)} : ${direct.toFixed(2)} ms)`,
    target: `≤ + ${allowedMs} ms`,
    met: kontor - direct <= allowedMs,
    how: `list, one connection: medians of ${asks} requests to the vendor and to Kontor in turn, one after the other, until the last byte`,
  };
}

async function timeOf(url: string, headers: Side["headers"]): Promise<number> {
  const start = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  return performance.now() - start;
}
