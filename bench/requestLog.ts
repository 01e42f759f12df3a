/** What the log for people costs a list: the same program with it and without it, in turn, in one run. */
import type { Bench } from "./figure.ts";
import { median, quartiles } from "./figure.ts";
import { listPath, openListSide, openVendor } from "./listSides.ts";
import { loadInTurn } from "./load.ts";

const rounds = 3;
const allowed = 1.03;

export const requestLog: Bench = async ({ seconds }) => {
  const vendor = await openVendor();
  const stops: (() => Promise<void>)[] = [vendor.close];
  try {
    const open = async (days: string) => {
      const { side, close } = await openListSide(vendor.url, undefined, { REQUEST_LOG_DAYS: days });
      stops.push(close);
      return side;
    };
    const sides = { with: await open("7"), without: await open("0") };
    const all = await loadInTurn(sides, { path: listPath, rounds, seconds, warmUpRequests: 500 });
    const ratios = all.map((round) => round.with.processor / round.without.processor);
    const [low, , high] = quartiles(ratios).map((value) => value.toFixed(3));
    const each = (["with", "without"] as const).map((side) =>
      median(all.map((round) => round[side].processor)).toFixed(3),
    );
    return [
      {
        what: "request log: processor time a request",
        measured: `${median(ratios).toFixed(3)} × (${each.join(" : ")} ms; quartiles ${low} to ${high})`,
        target: `≤ ${allowed} ×`,
        met: median(ratios) <= allowed,
        how: `request log: the list with REQUEST_LOG_DAYS=7 and with 0, two programs of this checkout, ${rounds} rounds of ${seconds} s a side in turn; median of the rounds' ratios`,
      },
    ];
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
};
