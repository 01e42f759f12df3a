/** A service with two processes on one port, started with PROCESSES=2. */
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Demo } from "../../src/core/accounts/demo.ts";
import { type Kontor, kontor } from "../support/process.ts";

let folder = "";
let service: Kontor;
let demo: Demo;
const settings = () => ({ DATA_DIR: folder, PORT: "0", SANDBOX_ENTRIES: "1000", PROCESSES: "2" });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kontor-processes-"));
  service = kontor(["start"], settings());
  await service.until(/is running\.[^]*Demo keys/);
  demo = JSON.parse(await readFile(join(folder, "demo.json"), "utf8")) as Demo;
});
afterAll(async () => {
  service.process.kill("SIGTERM");
  await service.ended;
  await rm(folder, { recursive: true, force: true });
});

const childProcesses = (): number[] => {
  const { pid } = service.process;
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
};

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Uses a new connection, so that both processes get requests. */
function ask(path: string, { apiKey = demo.apiKey, body }: { apiKey?: string; body?: object } = {}): Promise<Answer> {
  const headers = { "x-api-key": apiKey, "x-account-key": demo.accountKey, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const sent = request(demo.baseUrl + path, { agent: false, method: body ? "POST" : "GET", headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, body: text })).once("error", reject);
    });
    sent.once("error", reject).end(body && JSON.stringify(body));
  });
}

const askOften = (times: number, apiKey?: string): Promise<number[]> =>
  Promise.all(
    Array.from({ length: times }, () => ask("/accounting/units?limit=5", apiKey === undefined ? {} : { apiKey })),
  ).then((answers) => answers.map(({ status }) => status));

async function run(...parameters: string[]): Promise<string> {
  const { code, out, err } = await kontor(parameters, settings()).ended;
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out;
}

test("metrics add up the counts of both processes, whichever of them responds", async () => {
  const counted = async (): Promise<number> => {
    const { body } = await ask("/metrics");
    return Number(/^kontor_requests_total\{operation="units.list".*status="200".*\} (\d+)$/m.exec(body)?.[1] ?? 0);
  };
  expect(await askOften(6)).toEqual(Array(6).fill(200));
  expect([await counted(), await counted(), await counted()]).toEqual([6, 6, 6]);
});

test("both processes refuse a revoked key from the next call on", async () => {
  const [tenant] = JSON.parse(await run("tenants", "list", "--json")) as { id: string }[];
  const made = await run("keys", "create", tenant?.id ?? "", "--json");
  const { id, apiKey } = JSON.parse(made) as { id: string; apiKey: string };
  expect(await askOften(4, apiKey)).toEqual(Array(4).fill(200));
  await run("keys", "revoke", id);
  expect(await askOften(4, apiKey)).toEqual(Array(4).fill(401));
});

test("a killed process is replaced while the other answers, and no confirmed write is lost", async () => {
  const confirmed: string[] = [];
  const write = async (companyName: string): Promise<void> => {
    const body = { contactType: "COMPANY", companyName };
    // A caller whose connection breaks got no confirmation.
    const answer = await ask("/accounting/customers", { body }).catch(() => undefined);
    if (answer?.status === 201) confirmed.push((JSON.parse(answer.body) as { data: { id: string } }).data.id);
  };
  const before = childProcesses();
  expect(before).toHaveLength(2);
  for (let turn = 0; turn < 4; turn++) await write(`Vorher ${turn}`);
  const underWay = [write("Gerade 1"), write("Gerade 2")];
  process.kill(before[0] ?? 0, "SIGKILL");
  await service.until(/child process ended, replacing it/);
  for (let turn = 0; turn < 4; turn++) await write(`Nachher ${turn}`);
  await Promise.all(underWay);
  expect(confirmed.length).toBeGreaterThanOrEqual(8);
  await service.until(/child process replaced/);
  const [survivor, added] = childProcesses();
  expect(survivor).toBe(before[1]);
  expect(before).not.toContain(added);
  const found = await Promise.all(confirmed.map((id) => ask(`/accounting/customers/${id}`)));
  expect(found.filter(({ status }) => status !== 200)).toEqual([]);
});

test("SIGTERM lets requests in flight finish in both processes, then stops everything", async () => {
  const lines = (await readFile(join(folder, "postgres/cluster/postmaster.pid"), "utf8")).split("\n");
  const password = (await readFile(join(folder, "postgres/password"), "utf8")).trim();
  const client = new pg.Client(`postgres://kontor:${password}@127.0.0.1:${lines[3]}/kontor`);
  await client.connect();
  const behaviour = { failures: [{ status: 503, times: 2, retry_after: 1 }] };
  await client.query("UPDATE sandbox.tokens SET behaviour = $1", [behaviour]);
  await client.end();
  const inFlight = askOften(2);
  await service.until(/("route":"\/sandbox[^\n]*"status":503[^]*){2}/);
  const processes = childProcesses();
  service.process.kill("SIGTERM");
  expect(await inFlight).toEqual([200, 200]);
  expect(await service.ended).toMatchObject({ code: 0, out: expect.stringMatching(/is running[^]*has stopped\.\n$/) });
  for (const pid of processes) expect(existsSync(`/proc/${pid}`)).toBe(false);
  expect(existsSync(join(folder, "running.json"))).toBe(false);
  expect(existsSync(join(folder, "postgres/cluster/postmaster.pid"))).toBe(false);
});

test("a failed start of one process stops all of them, with the same error as a single process", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address() as { port: number };
  const { code, out, err } = await kontor(["start"], { ...settings(), METRICS_PORT: String(port) }).ended;
  taken.close();
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err.trim().split("\n").at(-1)).toMatch(/^Port \d+ on 127\.0\.0\.1 is already in use\./);
  expect(existsSync(join(folder, "postgres/cluster/postmaster.pid"))).toBe(false);
});
