/** Runs the guide's signature checks, each in its own language, against signatures that the service makes. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Secret } from "../../src/core/secrets/secret.ts";
import { callbackSignature, newSigningSecret, sign } from "../../src/core/secrets/signature.ts";

const file = (name: string): string => new URL(`../../docs/snippets/${name}`, import.meta.url).pathname;

interface Language {
  readonly name: string;
  readonly snippet: string;
  /** Programs that have to be installed. */
  readonly needs: readonly string[];
  readonly build?: (folder: string) => readonly string[];
  readonly run: (folder: string) => readonly string[];
}

const languages: readonly Language[] = [
  { name: "TypeScript", snippet: "verify.ts", needs: [], run: () => [process.execPath, file("verify.ts")] },
  { name: "Python", snippet: "verify.py", needs: ["python3"], run: () => ["python3", file("verify.py")] },
  { name: "PHP", snippet: "verify.php", needs: ["php"], run: () => ["php", file("verify.php")] },
  {
    name: "C#",
    snippet: "Verify.cs",
    needs: ["mcs", "mono"],
    build: (folder) => ["mcs", `-out:${join(folder, "verify.exe")}`, file("Verify.cs")],
    run: (folder) => ["mono", join(folder, "verify.exe")],
  },
  {
    name: "Java",
    snippet: "Verify.java",
    needs: ["javac", "java"],
    build: (folder) => ["javac", "-d", folder, file("Verify.java")],
    run: (folder) => ["java", "-cp", folder, "Verify"],
  },
  {
    name: "Go",
    snippet: "verify.go",
    needs: ["go"],
    build: (folder) => ["go", "build", "-o", join(folder, "verify"), file("verify.go")],
    run: (folder) => [join(folder, "verify")],
  },
];

const start = ([program = "", ...parameters]: readonly string[]) =>
  spawnSync(program, parameters, { encoding: "utf8" });
const isInstalled = (program: string): boolean => start(["which", program]).status === 0;

const secret = newSigningSecret();
const accountKey = "kacc_example";
const signed = (now: number) => {
  const { ts, service_signature } = callbackSignature(new Secret(secret), { accountKey }, now);
  return [accountKey, ts, service_signature, secret] as const;
};
const event = JSON.stringify({ eventType: "CREATED", resource: "ACCOUNT_KEY", accountKey, note: "Bäckerei & Söhne" });
const minute = 60_000;

describe.each(languages)("$name", ({ needs, build, run }) => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kontor-snippet-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const missing = needs.find((program) => !isInstalled(program));
  test("accepts valid signatures and refuses all others", (context) => {
    context.skip(missing !== undefined, `${missing} is not installed`);
    const built = build && start(build(folder));
    expect(built?.status ?? 0, built?.stderr).toBe(0);
    const exitOf = (...parameters: readonly string[]) => start([...run(folder), ...parameters]).status;
    const [, ts, signature] = signed(Date.now());
    expect(exitOf(...signed(Date.now()))).toBe(0);
    expect(exitOf(...signed(Date.now() - minute))).toBe(0);
    expect(exitOf(...signed(Date.now() - 6 * minute))).toBe(1);
    expect(exitOf(...signed(Date.now() + 10 * minute))).toBe(1);
    expect(exitOf("kacc_another", ts, signature, secret)).toBe(1);
    expect(
      exitOf(
        accountKey,
        ts,
        signature.replace(/./, (digit) => (digit === "0" ? "1" : "0")),
        secret,
      ),
    ).toBe(1);
    expect(exitOf(accountKey, ts, signature, newSigningSecret())).toBe(1);
    expect(exitOf(accountKey, "soon", signature, secret)).toBe(1);
    expect(exitOf(event, sign(new Secret(secret), event), secret)).toBe(0);
    expect(exitOf(`${event} `, sign(new Secret(secret), event), secret)).toBe(1);
  });
});

test("the guide contains each program word for word", () => {
  const guide = readFileSync(new URL("../../docs/guides/connecting.md", import.meta.url), "utf8");
  for (const { snippet } of languages) expect(guide).toContain(`\n${readFileSync(file(snippet), "utf8").trim()}\n`);
});
