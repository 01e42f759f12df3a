/**
 * The protocol's own conformance suite (`@modelcontextprotocol/conformance`), with a token of an assistant. Scenarios that
 * call tools, prompts and resources of its example server cannot run against another server: each is listed with the reason.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, request as send } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openBrowser } from "../support/oauth.ts";
import { type Service, startService } from "../support/service.ts";
import { newCode, openProgram, register, signIn } from "./endUser.ts";

interface Excuse {
  readonly reason: string;
  /** The checks that fail, if the others of the scenario apply. */
  readonly checks?: readonly string[];
}

const because = (reason: string, ...names: readonly string[]): Readonly<Record<string, Excuse>> =>
  Object.fromEntries(names.map((name) => [name, { reason }]));

/** In both revisions. */
const ofExampleServer = {
  ...because(
    "calls a tool of the suite's example server",
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-error",
    "tools-call-with-progress",
    "json-schema-2020-12",
  ),
  ...because(
    "reads a resource of the suite's example server; those of Kontor are parts of lists",
    "resources-read-text",
    "resources-read-binary",
    "resources-templates-read",
  ),
  ...because(
    "Kontor has no prompts, which are optional",
    "prompts-list",
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
  ),
  ...because("Kontor completes no arguments, which is optional", "completion-complete"),
};

const excuses: Readonly<Record<string, Readonly<Record<string, Excuse>>>> = {
  "2026-07-28": {
    ...ofExampleServer,
    "server-stateless": {
      reason:
        "these checks call tools of the suite's example server; the last two need subscriptions, which Kontor has not",
      checks: [
        "sep-2575-server-rejects-undeclared-capability",
        "sep-2575-missing-capability-http-400",
        "sep-2575-http-server-no-independent-requests-on-stream",
        "sep-2575-server-no-log-without-loglevel",
        "sep-2575-server-sends-subscription-ack",
        "sep-2575-server-tags-subscription-id",
      ],
    },
    caching: {
      reason: "this check needs prompts, which Kontor has not",
      checks: ["sep-2549-prompts-list-caching-hints"],
    },
    ...because(
      "calls a tool of the suite's example server that asks for input; tools.test.ts tests the questions of Kontor",
      "input-required-result-basic-elicitation",
      "input-required-result-basic-sampling",
      "input-required-result-basic-list-roots",
      "input-required-result-request-state",
      "input-required-result-multiple-input-requests",
      "input-required-result-multi-round",
      "input-required-result-non-tool-request",
      "input-required-result-result-type",
      "input-required-result-tampered-state",
      "input-required-result-capability-check",
    ),
    ...because(
      "an optional extension that Kontor does not offer; not scored by the suite",
      "tasks-lifecycle",
      "tasks-capability-negotiation",
      "tasks-wire-fields",
      "tasks-request-state-removal",
      "tasks-mrtr-input",
      "tasks-request-headers",
      "tasks-dispatch-and-envelope",
      "tasks-required-task-error",
      "tasks-mrtr-composition",
    ),
    ...because(
      "calls a tool of the suite's example server with headers of its own; not scored by the suite",
      "http-custom-header-server-validation",
    ),
  },
  "2025-11-25": {
    ...ofExampleServer,
    ...because(
      "calls a tool of the suite's example server that needs a session; Kontor serves this revision without sessions",
      "tools-call-with-logging",
      "tools-call-sampling",
      "tools-call-elicitation",
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
    ),
    ...because("Kontor sends no log messages to clients, which is optional", "logging-set-level"),
    ...because(
      "Kontor has no resources that change, so no subscriptions, which are optional",
      "resources-subscribe",
      "resources-unsubscribe",
    ),
  },
};

let service: Service;
let url: string;
const closing: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  service = await startService({ ASSISTANT_ATTEMPTS: "10000" });
  closing.push(() => service.stop());
  const { access } = await signIn(service, await openProgram(service.url));
  url = `${await openProxy(service.url, { authorization: `Bearer ${access}` })}/mcp`;
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

/** The suite cannot send headers of its own, so a proxy adds the token. */
async function openProxy(target: string, added: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, ...added };
    const forwarded = send(new URL(incoming.url ?? "/", target), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((ready) => void server.listen(0, "127.0.0.1", ready));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const program = ((): string => {
  const require = createRequire(import.meta.url);
  const file = require.resolve("@modelcontextprotocol/conformance/package.json");
  const { bin } = require(file) as { bin: Readonly<Record<string, string>> };
  return join(dirname(file), bin["conformance"] ?? "");
})();

interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

function run(parameters: readonly string[], onOutput: (output: string) => void = () => {}): Promise<Outcome> {
  const child = spawn(process.execPath, [program, ...parameters], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    output += part;
    onOutput(output);
  });
  const complaints = text(child.stderr);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => void complaints.then((complaint) => resolve({ code, output: output + complaint })));
  });
}

/** The lines of the summary: `✓ tools-list: 3 passed, 0 failed`. */
const scenariosIn = (output: string) =>
  [...output.matchAll(/^[✓✗] ([\w/-]+): (\d+) passed, (\d+) failed/gm)].map(([, name = "", passed, failed]) => ({
    name,
    passed: Number(passed),
    failed: Number(failed),
  }));

/** The checks of a scenario that failed, from the folder that the suite writes. */
async function failedChecks(folder: string, scenario: string): Promise<string[]> {
  const found = (await readdir(folder)).find((name) => new RegExp(`^(?:server-)?${scenario}-\\d`).test(name));
  const checks = JSON.parse(await readFile(join(folder, found ?? "", "checks.json"), "utf8")) as {
    readonly id: string;
    readonly status: string;
  }[];
  return checks.filter(({ status }) => status === "FAILURE").map(({ id }) => id);
}

describe.each(Object.entries(excuses))("the server suite of %s", (revision, excused) => {
  test("passes, except for what needs the suite's example server", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kontor-conformance-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { output } = await run(["server", "--url", url, "--requirements", revision, "--output-dir", folder]);
    const scenarios = scenariosIn(output);
    const failed = scenarios.filter((scenario) => scenario.failed > 0).map(({ name }) => name);
    expect(failed.toSorted()).toEqual(Object.keys(excused).toSorted());
    for (const [name, { checks }] of Object.entries(excused))
      if (checks !== undefined) expect(await failedChecks(folder, name), name).toEqual(checks);
    const passed = scenarios.filter((scenario) => scenario.failed === 0 && scenario.passed > 0);
    expect(passed.length).toBeGreaterThan(4);
  });
});

describe("the suite for authorization servers", () => {
  test("passes with a person who agrees", async () => {
    const port = await freePort();
    const redirectUri = `http://127.0.0.1:${port}/callback`;
    const { body } = await register(service.url, { redirect_uris: [redirectUri] });
    let isSeen = false;
    const agree = async (address: string): Promise<void> => {
      const browser = openBrowser(service.url);
      const { code } = await newCode(service);
      const entered = await browser.submit(await browser.open(address), { code, decision: "continue" });
      const page = await browser.open(entered.location?.href ?? "");
      const { location } = await browser.submit(page, { decision: "allow", access: "read" });
      await fetch(location?.href ?? "");
    };
    const { code, output } = await run(
      ["authorization", "--url", service.url, "--client-id", String(body["client_id"]), "--port", String(port)],
      (soFar) => {
        const [address] = /^http\S+\/auth\/assistants\/authorize\?\S+$/m.exec(soFar) ?? [];
        if (address === undefined || isSeen) return;
        isSeen = true;
        void agree(address);
      },
    );
    expect(code, output).toBe(0);
    expect(scenariosIn(output)).toEqual([
      { name: "authorization-server-metadata-endpoint", passed: 2, failed: 0 },
      { name: "authorization-code-grant", passed: 1, failed: 0 },
    ]);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => void server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => void server.close(closed));
  return port;
}
