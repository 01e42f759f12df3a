import { expect, test } from "vitest";
import type { Terminal } from "./cli/command.ts";
import { commands } from "./cli/commands.ts";
import { showProgress } from "./cli/progress.ts";
import { formatTable } from "./cli/table.ts";
import { runCommandLine } from "./cli.ts";
import { nearest } from "./contract/nearest.ts";

function record(live = false): { terminal: Terminal; out: string[]; err: string[] } {
  const out: string[] = [];
  const err: string[] = [];
  const print = (text: string): void => void out.push(text);
  return { terminal: { live, print, rewrite: print, complain: (text) => void err.push(text) }, out, err };
}

async function kontor(...parameters: string[]): Promise<{ code: number; out: string; err: string }> {
  const { terminal, out, err } = record();
  const code = await runCommandLine(parameters, { terminal, environment: {} });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

test("help lists every command and the exit codes", async () => {
  const { code, out } = await kontor("help");
  expect(code).toBe(0);
  for (const { name, summary } of commands) expect(out).toMatch(new RegExp(`^  ${name}.*${summary}$`, "m"));
  expect(out).toContain("Exit codes: 0 success, 1 failure, 2 invalid usage");
  expect((await kontor()).out).toBe(out);
  expect((await kontor("--help")).out).toBe(out);
  expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
});

test.each(commands.map(({ name }) => [name]))("%s has a help text of its own", async (name) => {
  const { code, out } = await kontor("help", ...name.split(" "));
  expect(code).toBe(0);
  expect(out).toContain(`Usage: kontor ${name}`);
  expect(await kontor(...name.split(" "), "--help")).toEqual({ code, out, err: "" });
});

test("a group's help shows its commands", async () => {
  const { code, out } = await kontor("tenants", "--help");
  expect(code).toBe(0);
  expect(out).toMatch(/kontor tenants create <name>.*\n.*tenants list.*\n.*tenants disable <tenant-id>/);
  expect((await kontor("help", "tenants")).out).toBe(out);
});

test.each([
  ["tennants list", `Unknown command "tennants". Did you mean "tenants"?`],
  ["tenants lsit", `Did you mean "tenants list"?`],
  ["frobnicate", `Unknown command "frobnicate".\nRun "kontor help" for all commands.`],
  ["tenants", `"kontor tenants" requires one of: create, list, disable, enable, end, delete.`],
  ["tenants create", `"kontor tenants create" requires <name>.`],
  ["tenants create one two", `Unexpected argument "two" for "kontor tenants create".`],
  ["tenants list --jsn", "Unknown option '--jsn'.\nUsage: kontor tenants list"],
  ["connections list --tenant", "Option '--tenant <value>' argument missing"],
])("kontor %s is wrong usage", async (line, text) => {
  const { code, err, out } = await kontor(...line.split(" "));
  expect(err).toContain(text);
  expect(code).toBe(2);
  expect(out).toBe("");
});

test("a tenant's name must be one line of text", async () => {
  expect(await kontor("tenants", "create", " \n ")).toMatchObject({ code: 2, err: /1 to 200 characters/ });
});

test("lists connectors as a table and as JSON", async () => {
  expect((await kontor("connectors")).out).toMatch(/^ID .*\nsandbox /);
  const listed = JSON.parse((await kontor("connectors", "--json")).out) as { id: string; operations: string[] }[];
  expect(listed.find(({ id }) => id === "sandbox")?.operations).toContain("invoices.list");
});

test("lists no sandbox connectors if the sandbox is off", async () => {
  const { terminal, out } = record();
  await runCommandLine(["connectors", "--json"], { terminal, environment: { SANDBOX: "off" } });
  const listed = (JSON.parse(out.join("\n")) as { id: string }[]).map(({ id }) => id);
  expect(listed.filter((id) => id.startsWith("sandbox"))).toEqual([]);
  expect(listed.length).toBeGreaterThan(3);
});

test("reports all invalid settings together", async () => {
  const { terminal, err } = record();
  const environment = { PORT: "x", LOG_LEVEL: "loud", ALLOW_PRIVATE_NETWORK: "home" };
  expect(await runCommandLine(["start"], { terminal, environment })).toBe(2);
  expect(err.join()).toMatch(/PORT must be[^]*ALLOW_PRIVATE_NETWORK must be[^]*LOG_LEVEL must be/);
});

test("suggests only similar words", () => {
  expect(nearest("stat", ["start", "serve"])).toBe("start");
  expect(nearest("sreve", ["start", "serve"])).toBe("serve");
  expect(nearest("tsart", ["start", "serve"])).toBe("start");
  expect(nearest("xyz", ["start", "serve"])).toBeUndefined();
});

test("shows progress as one rewritten line on a terminal and as a few lines in a file", () => {
  const person = record(true);
  const file = record(false);
  const shortWork = record(false);
  for (const { terminal, out } of [person, file]) {
    const progress = showProgress(terminal, "Filling");
    for (let done = 0; done <= 40_000; done += 100) progress(done, 40_000);
    expect(out).toContain("Filling: 100 %");
  }
  expect(person.out).toHaveLength(102);
  expect(file.out).toEqual(["Filling: 0 %", "Filling: 25 %", "Filling: 50 %", "Filling: 75 %", "Filling: 100 %"]);
  showProgress(shortWork.terminal, "Filling")(2000, 2000);
  expect(shortWork.out).toEqual([]);
});

test("makes columns as wide as needed", () => {
  expect(
    formatTable([
      ["ID", "NAME"],
      ["1", "Long name"],
      ["1000", ""],
    ]),
  ).toBe("ID    NAME\n1     Long name\n1000");
});
