/** Checks of the running service, for `doctor`. */
import type { Config } from "../config.ts";
import { readServiceFile, type ServiceSettings } from "../store/serviceFile.ts";
import { bad, doubtful, type Finding, good } from "../wiring/checks/finding.ts";
import { reasonIn } from "../wiring/checks/reason.ts";
import { tryPort } from "./service.ts";

export async function checkPort(config: Config): Promise<Finding> {
  const note = await readServiceFile(config.dataFolder);
  if (note !== undefined && (await answersHealth(note.localUrl)))
    return good("port", { en: `Kontor is running at ${note.url}.`, de: `Kontor läuft unter ${note.url}.` });
  if (config.port === 0)
    return good("port", {
      en: "a free one is chosen at start (PORT=0).",
      de: "Beim Start wird ein freier gewählt (PORT=0).",
    });
  try {
    await tryPort(config);
    return good("port", {
      en: `${config.port} on ${config.host} is free; Kontor is not running.`,
      de: `${config.port} auf ${config.host} ist frei; Kontor läuft nicht.`,
    });
  } catch (error) {
    return bad("port", { en: "cannot be opened.", de: "kann nicht geöffnet werden." }, reasonIn(error));
  }
}

async function answersHealth(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(3000) })).ok;
  } catch {
    return false;
  }
}

export interface RunningService {
  readonly settings: ServiceSettings | undefined;
  /** Undefined if the version is too old to report it. */
  readonly health: { readonly status: string; readonly version: string } | undefined;
}

/** The running service of this data folder, if any. */
export async function findService({ dataFolder }: Pick<Config, "dataFolder">): Promise<RunningService | undefined> {
  const note = await readServiceFile(dataFolder);
  if (note === undefined || !(await answersHealth(note.localUrl))) return undefined;
  const answer = await fetch(`${note.localUrl}/health/details`, { signal: AbortSignal.timeout(3000) }).catch(
    () => undefined,
  );
  const health = answer?.ok === true ? ((await answer.json()) as RunningService["health"]) : undefined;
  return { settings: note.settings, health };
}

/** Whether the service reports itself as healthy. */
export function healthFinding({ health }: RunningService): Finding {
  if (health === undefined)
    return doubtful(
      "service",
      { en: "does not report its health.", de: "meldet seinen Zustand nicht." },
      { en: "Check its log.", de: "Prüfen Sie sein Protokoll." },
    );
  const text = {
    en: `Kontor ${health.version} reports status ${health.status}.`,
    de: `Kontor ${health.version} meldet den Status ${health.status}.`,
  };
  if (health.status === "ok") return good("service", text);
  return doubtful("service", text, { en: "See GET /health/details.", de: "Siehe GET /health/details." });
}
