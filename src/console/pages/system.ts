/** The health of Kontor itself: doctor's checks, processes, queue and retention. For operators. */

import { listWorkers } from "../../store/console/overview.ts";
import { html, type Markup } from "../../web/html.ts";
import type { Frame } from "../parts/layout.ts";
import { type Column, facts, table } from "../parts/list.ts";
import { decimal, duration, type Language, withTimes } from "../parts/time.ts";
import { badge, type Tone } from "../parts/tones.ts";
import type { Finding, View } from "../parts/view.ts";
import { sayWord } from "../texts/phrases.ts";
import { workerTable } from "./overview.ts";

const tones: Readonly<Record<Finding["state"], Tone>> = { ok: "good", warn: "attention", fail: "bad" };

export async function systemPage(view: View): Promise<Frame> {
  const { say, language, client, deps } = view;
  const { database, disk, freeBytes, oldestUndelivered, isPaused = false } = await deps.health();
  const healthBadge = (word: string): Markup => badge(word === "ok" ? "good" : "bad", sayWord(say, "health", word));
  return {
    title: say("system"),
    question: "question.system",
    isLive: true,
    content: html`${facts([
      [say("version"), deps.version],
      [say("service"), isPaused ? badge("attention", say("health.paused")) : badge("good", say("health.running"))],
      [say("database"), healthBadge(database)],
      [
        say("disk"),
        html`${healthBadge(disk)} ${freeBytes !== undefined && html`<span class="muted">${say("free", { size: gigabytes(freeBytes, language) })}</span>`}`,
      ],
      [
        say("oldestWaiting"),
        oldestUndelivered === null || oldestUndelivered === undefined
          ? say("noneWaiting")
          : duration(oldestUndelivered * 1000, language),
      ],
      [say("retention"), say("requestsKept", { days: deps.requestLogDays })],
    ])}<h2>${say("checks")}</h2>${checkTable(view, await deps.checks())}<h2>${say("workers")}</h2>${workerTable(view, await listWorkers(client))}`,
  };
}

const gigabytes = (bytes: number, language: Language): string => `${decimal(bytes / 1024 ** 3, language)} GB`;

function checkTable(view: View, findings: readonly Finding[]): Markup {
  const { say, language } = view;
  const columns: readonly Column<Finding>[] = [
    { title: "checkName", cell: ({ subject }) => sayWord(say, "checked", subject) },
    { title: "state", cell: ({ state }) => badge(tones[state], sayWord(say, "found", state)) },
    {
      title: "message",
      cell: (finding) => {
        const { text, advice } = language === "de" ? finding.german : finding;
        return html`${withTimes(text)}${advice !== undefined && html` <b>${advice}</b>`}`;
      },
    },
  ];
  return table(view, { columns, rows: findings, caption: say("checks") });
}
