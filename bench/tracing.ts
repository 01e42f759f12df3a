/** The cost of traces: the same list with an exporter for every request, with one for a tenth of them, and without. */
import { type Bench, type Figure, median, quartiles } from "./figure.ts";
import { connections, loadInTurn, type Round } from "./load.ts";
import { startNeighbour } from "./program.ts";
import { listOf100, openSide, openVendor } from "./sides.ts";

const rounds = 15;
const allowed = 1.05;

export const tracing: Bench = async ({ seconds: usual }) => {
  const seconds = usual / 2;
  const vendor = await openVendor();
  const stops: (() => Promise<void>)[] = [vendor.close];
  try {
    const collector = await startNeighbour("collector", []);
    stops.push(async () => collector.stop());
    const open = async (settings: Readonly<Record<string, string>>) => {
      const { side, close } = await openSide(vendor.url, undefined, settings);
      stops.push(close);
      return side;
    };
    const exported = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const sides = {
      off: await open({}),
      on: await open(exported),
      tenth: await open({
        ...exported,
        OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
        OTEL_TRACES_SAMPLER_ARG: "0.1",
      }),
    };
    const all = await loadInTurn(sides, { ...listOf100.request, rounds, seconds, warmUpRequests: 1000 });
    return [
      figure(all, "on", { what: "every request", seconds }),
      figure(all, "tenth", { what: "a tenth of the requests", seconds }),
    ];
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
};

type Rounds = readonly Readonly<Record<"off" | "on" | "tenth", Round>>[];

function figure(
  all: Rounds,
  side: "on" | "tenth",
  { what, seconds }: { readonly what: string; readonly seconds: number },
): Figure {
  const ratios = all.map((round) => round[side].processor / round.off.processor);
  const [low, , high] = quartiles(ratios).map((value) => value.toFixed(3));
  const each = [side, "off"] as const;
  const times = each.map((name) => median(all.map((round) => round[name].processor)).toFixed(2));
  const rates = median(all.map((round) => round[side].perSecond / round.off.perSecond)).toFixed(3);
  return {
    what: `tracing ${what}: CPU time per request`,
    measured: `${median(ratios).toFixed(3)} × (${times.join(" : ")} ms; quartiles ${low} to ${high}; requests/s ${rates} ×)`,
    target: `≤ ${allowed} ×`,
    met: median(ratios) <= allowed,
    how: `tracing: a list of 100 journal entries with OTEL_EXPORTER_OTLP_ENDPOINT naming a collector on this machine, against the same program without it; ${rounds} rounds of ${seconds.toFixed(1)} s a side in turn, ${connections} connections, median of the rounds' ratios`,
  };
}
