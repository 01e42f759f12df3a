/** Runs `verify` against the service or a recording, shows progress and writes the report. */

import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type ReplyBody, type SendRequest } from "../verify/asking.ts";
import { type EvidenceDraft, evidenceDrafts } from "../verify/evidenceDrafts.ts";
import { type RecordedCall, record, replay } from "../verify/recording.ts";
import { openRedaction } from "../verify/redact.ts";
import { type Report, reportText } from "../verify/report.ts";
import { CannotVerify, verify } from "../verify/verify.ts";
import { type Call, CannotDo, exitCodes, type Terminal, WrongUsage } from "./command.ts";
import { connectInBrowser } from "./connect.ts";

export async function runVerify(call: Call): Promise<number> {
  const report = await reportFor(call);
  const folder = textOption(call, "report");
  if (folder !== undefined) await writeReport(folder, report);
  call.terminal.print(call.options["json"] === true ? JSON.stringify(report, null, 2) : reportText(report));
  return report.isProven ? exitCodes.done : exitCodes.failed;
}

async function reportFor(call: Call): Promise<Report> {
  const from = textOption(call, "replay");
  const to = textOption(call, "record");
  if (from !== undefined && to !== undefined) throw new WrongUsage("--record and --replay cannot be combined.");
  const progress = showProgress(call);
  try {
    if (from !== undefined) {
      const { date, recorded } = await readRecording(from);
      const clock = { now: () => date, wait: async () => {} };
      return await verify({ ask: replay(recorded), clock, isReplay: true, progress });
    }
    const live = await askLive(call);
    const clock = { now: Date.now, wait: (seconds: number) => setTimeout(seconds * 1000) };
    const recording = record(live, openRedaction(randomBytes(16).toString("hex")));
    const started = Date.now();
    const report = await verify({ ask: to === undefined ? live : recording.ask, clock, progress });
    if (to !== undefined) {
      await writeRecording(to, { date: started, recorded: recording.recorded });
      await writeDrafts(to, evidenceDrafts(recording.recorded, report));
    }
    return report;
  } catch (error) {
    if (error instanceof CannotVerify) throw new CannotDo(error.message, { cause: error });
    throw error;
  }
}

function textOption({ options }: Pick<Call, "options">, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** Only on an interactive terminal; a file gets just the report. */
function showProgress({ terminal, options }: { terminal: Terminal; options: Call["options"] }) {
  return (done: number, of: number, what: string): void => {
    if (!terminal.live || options["json"] === true) return;
    terminal.rewrite(done === of ? "" : `${done + 1} of ${of}: ${what}`);
  };
}

async function askLive(call: Call): Promise<SendRequest> {
  const demo = await demoKeys(call);
  const url = textOption(call, "url") ?? demo?.baseUrl;
  const apiKey = textOption(call, "api-key") ?? demo?.apiKey;
  const targetSystem = textOption(call, "connect");
  const missing = "There is no demo in this installation. Pass --url, --api-key and --account-key (or --connect).";
  if (url === undefined || apiKey === undefined) throw new WrongUsage(missing);
  const accountKey =
    targetSystem === undefined
      ? (textOption(call, "account-key") ?? demo?.accountKey)
      : await connectInBrowser({ url, apiKey, targetSystem, terminal: call.terminal });
  if (accountKey === undefined) throw new WrongUsage(missing);
  const headers = { "x-api-key": apiKey, "x-account-key": accountKey };
  const company = textOption(call, "company");
  const environment = textOption(call, "environment");
  const scope = {
    ...(company !== undefined && { companyId: company }),
    ...(environment !== undefined && { environmentName: environment }),
  };
  return async (path, query) => {
    const parameters = path.startsWith("/accounting/") ? { ...scope, ...query } : query;
    const answer = await fetch(`${url}${path}?${new URLSearchParams(parameters).toString()}`, { headers }).catch(
      (cause: unknown) => {
        throw new CannotDo(`${url} does not respond. Is the service running? Start it with: npm start`, { cause });
      },
    );
    const body = (await answer.json()) as ReplyBody;
    const wait = Number(answer.headers.get("retry-after"));
    return { status: answer.status, body, ...(wait > 0 && { retryAfter: wait }) };
  };
}

interface DemoKeys {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly accountKey: string;
}

async function demoKeys({ options, readConfig }: Call): Promise<DemoKeys | undefined> {
  if (["url", "api-key", "account-key"].every((name) => options[name] !== undefined)) return undefined;
  try {
    return JSON.parse(await readFile(join(readConfig().dataFolder, "demo.json"), "utf8")) as DemoKeys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function writeReport(folder: string, report: Report): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${report.targetSystem}.md`), reportText(report));
  await writeFile(join(folder, `${report.targetSystem}.json`), `${JSON.stringify(report, null, 2)}\n`);
}

interface RecordingFile {
  /** When it was recorded. Lists by fiscal year depend on it. */
  readonly date: number;
  readonly recorded: readonly RecordedCall[];
}

const recordingFile = "recording.json";

async function writeRecording(folder: string, recording: RecordingFile): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, recordingFile), `${JSON.stringify(recording, null, 1)}\n`, { mode: 0o600 });
}

async function writeDrafts(folder: string, drafts: readonly EvidenceDraft[]): Promise<void> {
  for (const { path, evidence } of drafts) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), `${JSON.stringify(evidence, null, 2)}\n`, { mode: 0o600 });
  }
}

async function readRecording(folder: string): Promise<RecordingFile> {
  try {
    return JSON.parse(await readFile(join(folder, recordingFile), "utf8")) as RecordingFile;
  } catch (cause) {
    throw new CannotDo(`There is no recording in ${folder}.`, { cause });
  }
}
