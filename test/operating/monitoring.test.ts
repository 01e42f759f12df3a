/** The alerts and the dashboard, checked by Prometheus itself with a real scrape of the service. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { freePort } from "../../bench/program.ts";
import { waitForPort } from "../support/loopback.ts";
import { startService } from "../support/service.ts";

const root = join(import.meta.dirname, "../..");
const alertsFile = join(root, "deploy/prometheus/alerts.yaml");
const isInstalled = spawnSync("promtool", ["--version"]).status === 0;

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
}
const rules = (parse(readFileSync(alertsFile, "utf8")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}
const dashboard = JSON.parse(readFileSync(join(root, "deploy/grafana/kontor.json"), "utf8")) as Dashboard;
/** Grafana fills in these variables. */
const filledIn = (expr: string): string => expr.replaceAll("$job", "kontor").replaceAll("$__rate_interval", "5m");

async function folderForTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-monitoring-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Series that set off each alert. */
const causes: Readonly<Record<string, readonly string[]>> = {
  KontorDown: ['up{job="kontor", instance="a"}: 0x60'],
  KontorFails: [
    'kontor_requests_total{job="kontor", instance="a", status="200"}: 0+90x60',
    'kontor_requests_total{job="kontor", instance="a", status="503"}: 0+10x60',
  ],
  KontorSlow: [
    'kontor_request_seconds_bucket{job="kontor", system="xero", le="10"}: 0+1x60',
    'kontor_request_seconds_bucket{job="kontor", system="xero", le="30"}: 0+9x60',
    'kontor_request_seconds_bucket{job="kontor", system="xero", le="+Inf"}: 0+9x60',
  ],
  KontorTargetSystemFails: [
    'kontor_vendor_call_seconds_count{job="kontor", system="xero", status="200"}: 0+5x60',
    'kontor_vendor_call_seconds_count{job="kontor", system="xero", status="timeout"}: 0+5x60',
  ],
  KontorDeliveriesLate: ['kontor_deliveries_oldest_seconds{job="kontor"}: 1000x60'],
  KontorPollsBehind: ['kontor_polls_behind{job="kontor"}: 101x60'],
  KontorDatabaseBusy: ['kontor_database_connections{job="kontor", instance="a", state="awaited"}: 21x60'],
  KontorEventLoopBlocked: ['nodejs_eventloop_lag_p99_seconds{job="kontor", instance="a"}: 0.6x60'],
  KontorRequestLogDropped: ['kontor_request_log_dropped_total{job="kontor"}: 0+1x60'],
};

const seriesOf = (line: string): { series: string; values: string } => {
  const at = line.lastIndexOf("}: ") + 1;
  return { series: line.slice(0, at), values: line.slice(at + 2) };
};

test("each alert has a remedy in the guide", () => {
  const guide = readFileSync(join(root, "docs/operate/monitoring.md"), "utf8");
  expect(rules.map(({ alert }) => alert).filter((alert) => !guide.includes(`| \`${alert}\``))).toEqual([]);
});

describe.skipIf(!isInstalled)("with Prometheus (skipped if Debian's prometheus is not installed)", () => {
  test("the alerts are valid", () => {
    const { status, stderr } = spawnSync("promtool", ["check", "rules", "--lint-fatal", alertsFile], {
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test.each(rules)("$alert is raised by its cause", async ({ alert }) => {
    const folder = await folderForTest();
    const file = join(folder, "test.json");
    const evaluation = `count(ALERTS{alertname="${alert}", alertstate="firing"})`;
    const unitTest = {
      rule_files: [alertsFile],
      evaluation_interval: "1m",
      tests: [
        {
          interval: "1m",
          input_series: causes[alert]?.map(seriesOf),
          promql_expr_test: [{ expr: evaluation, eval_time: "30m", exp_samples: [{ labels: "{}", value: 1 }] }],
        },
      ],
    };
    await writeFile(file, JSON.stringify(unitTest));
    const { status, stdout } = spawnSync("promtool", ["test", "rules", file], { encoding: "utf8" });
    expect({ status, stdout }).toMatchObject({ status: 0 });
  });

  test("every query of the dashboard and of the alerts finds what the service reports", async () => {
    const service = await startService();
    onTestFinished(() => service.stop());
    const port = await freePort();
    const folder = await folderForTest();
    const settings = {
      global: { scrape_interval: "1s" },
      scrape_configs: [{ job_name: "kontor", static_configs: [{ targets: [new URL(service.url).host] }] }],
    };
    await writeFile(join(folder, "prometheus.json"), JSON.stringify(settings));
    const parameters = ["--config.file=prometheus.json", "--storage.tsdb.path=data"];
    const child = spawn("prometheus", [...parameters, `--web.listen-address=127.0.0.1:${port}`], {
      cwd: folder,
      stdio: "ignore",
    });
    onTestFinished(async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    });
    await waitForPort(port);
    const count = async (expr: string): Promise<number> => {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/query`, {
        method: "POST",
        body: new URLSearchParams({ query: expr }),
      });
      const { data } = (await response.json()) as { data?: { result: readonly unknown[] } };
      return data?.result.length ?? -1;
    };
    // Without their limits, and without the statuses of failures, of which there are none here.
    const conditions = rules.map(({ expr }) =>
      expr.replace(/ (?:==|>) [\d.]+\s*$/, "").replace(/\{status[!=]~"[^"]+"\}/, ""),
    );
    const queries = [
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => filledIn(expr))),
      ...conditions,
    ];
    expect(queries.length).toBeGreaterThan(20);
    // Rates need two values of each series, so there are a few requests between two scrapes.
    await vi.waitFor(
      async () => {
        expect((await service.ask("units.list")).status).toBe(200);
        expect((await fetch(`${service.url}/accounting/invoices`)).status).toBe(401);
        const empty = [];
        for (const query of queries) if ((await count(query)) < 1) empty.push(query);
        expect(empty).toEqual([]);
      },
      { timeout: 60_000, interval: 500 },
    );
  });
});
