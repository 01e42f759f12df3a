/** Calls to target systems and their bytes: by target system with the day's budgets, by connection, and by tenant. */
import { slowdownAt, usedShare } from "../../core/limits/usage.ts";
import type { Page } from "../../store/console/query.ts";
import { sumUsage, type UsageSum } from "../../store/console/usage.ts";
import { type Budget, callCauses, listBudgets, type UsageQuery } from "../../store/log/vendorUsage.ts";
import { html, type Markup, type Part } from "../../web/html.ts";
import type { Frame } from "../parts/layout.ts";
import { type Column, list, offsetOf, table } from "../parts/list.ts";
import { badge } from "../parts/tones.ts";
import { linkTo, nameOfSystem, type View } from "../parts/view.ts";
import { sayWord } from "../texts/phrases.ts";

/** Of the connections with the most calls. */
const mostConnections = 10;

export async function usagePage(view: View): Promise<Frame> {
  const { say, scope } = view;
  const period: UsageQuery = { tenantId: scope.tenantId, from: dayOf(scope.from), to: dayOf(scope.to) };
  return {
    title: say("usage"),
    question: "question.usage",
    hasRange: true,
    content: html`<p class="muted">${period.from} – ${period.to}. ${say("wholeDays")}</p>
${scope.tenantId === null ? await allTenants(view, period) : await oneTenant(view, period, scope.tenantId)}`,
  };
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

async function oneTenant(view: View, period: UsageQuery, tenantId: string): Promise<Markup> {
  const { say, client } = view;
  const budgets = await listBudgets(client, [tenantId]);
  const used = (await sumUsage(client, period, "targetSystem")).rows;
  const unused = budgets.filter((budget) => !used.some(({ id }) => id === budget.targetSystem));
  const systems = [...used, ...unused.map(({ targetSystem }) => withoutCalls(targetSystem))];
  const connections = (await sumUsage(client, period, "connection")).rows.slice(0, mostConnections);
  const budgetOf = ({ id }: UsageSum): Part => {
    const budget = budgets.find(({ targetSystem }) => targetSystem === id);
    return budget && budgetPart(view, budget);
  };
  return html`<h2>${say("byTargetSystem")}</h2>${
    systems.length === 0
      ? html`<p class="empty">${say("empty.usage")}</p>`
      : table(view, {
          columns: [
            systemColumn(view),
            ...sumColumns(view, systems),
            { title: "budgetToday", cell: budgetOf, isLabelled: true },
          ],
          rows: systems,
          caption: say("byTargetSystem"),
        })
  }
<p class="muted">${say("budgetHelp")}</p>
${connections.length > 0 && html`<h2>${say("busiestConnections")}</h2>${table(view, { columns: [connectionColumn(view), ...sumColumns(view, connections)], rows: connections, caption: say("busiestConnections") })}`}`;
}

async function allTenants(view: View, period: UsageQuery): Promise<Markup> {
  const { say, client } = view;
  const offset = offsetOf(view);
  const page = await sumUsage(client, period, "tenant", offset);
  const systems = (await sumUsage(client, period, "targetSystem")).rows;
  const budgets = await listBudgets(
    client,
    page.rows.map(({ id }) => id),
  );
  const budgetOf = ({ id }: UsageSum): Part => {
    const own = budgets.filter(({ tenantId }) => tenantId === id);
    const [most] = own.toSorted((one, other) => usedShare(other) - usedShare(one));
    return most && html`${nameOfSystem(view, most.targetSystem)}: ${budgetPart(view, most)}`;
  };
  return html`<h2>${say("byTenant")}</h2>${tenantList(view, { page, offset, budgetOf })}
${systems.length > 0 && html`<h2>${say("byTargetSystem")}</h2>${table(view, { columns: [systemColumn(view), ...sumColumns(view, systems)], rows: systems, caption: say("byTargetSystem") })}`}`;
}

interface Tenants {
  readonly page: Page<UsageSum>;
  readonly offset: number;
  /** The budget of which the largest part is used. */
  readonly budgetOf: (row: UsageSum) => Part;
}

function tenantList(view: View, { page, offset, budgetOf }: Tenants): Markup {
  const { say } = view;
  const name: Column<UsageSum> = {
    title: "tenant",
    cell: ({ id, name: tenant }) =>
      html`<a href="${linkTo(view, "/console/usage", { tenant: id })}">${tenant ?? id}</a>`,
  };
  return list(view, {
    page,
    columns: [name, ...sumColumns(view, page.rows), { title: "tightestBudget", cell: budgetOf, isLabelled: true }],
    filters: [],
    caption: say("byTenant"),
    empty: say("empty.usage"),
    next: String(offset + page.rows.length),
  });
}

const withoutCalls = (id: string): UsageSum => ({
  id,
  name: null,
  targetSystem: null,
  calls: 0,
  bytes: 0,
  errors: 0,
  causes: {},
});

const systemColumn = (view: View): Column<UsageSum> => ({
  title: "targetSystem",
  cell: ({ id }) =>
    html`<a href="${linkTo(view, "/console/connections", { system: id })}">${nameOfSystem(view, id)}</a>`,
});

const connectionColumn = (view: View): Column<UsageSum> => ({
  title: "connection",
  cell: ({ id, name, targetSystem }) =>
    html`<span class="who"><a href="${linkTo(view, `/console/connections/${id}`)}">${name ?? id}</a> <span class="muted">${nameOfSystem(view, targetSystem)}</span></span>`,
});

/** A column for each cause that occurs. */
function sumColumns(view: View, rows: readonly UsageSum[]): Column<UsageSum>[] {
  const amount = ({ calls, bytes }: { calls: number; bytes: number }): Markup =>
    html`${count(view, calls)} <span class="muted">${size(view, bytes)}</span>`;
  const causes = callCauses.filter((cause) => rows.some((row) => row.causes[cause] !== undefined));
  return [
    { title: "calls", cell: (row) => html`<strong>${amount(row)}</strong>`, isNumber: true },
    ...causes.map(
      (cause): Column<UsageSum> => ({
        title: `cause.${cause}`,
        cell: ({ causes: { [cause]: sum } }) => sum && amount(sum),
        isNumber: true,
      }),
    ),
    { title: "failed", cell: ({ errors }) => (errors > 0 ? count(view, errors) : undefined), isNumber: true },
  ];
}

const count = ({ language }: View, value: number): string => value.toLocaleString(language);

export function size({ language }: View, bytes: number): string {
  const unit = bytes < 1e6 ? "kB" : bytes < 1e9 ? "MB" : "GB";
  const value = bytes / { kB: 1e3, MB: 1e6, GB: 1e9 }[unit];
  return `${value.toLocaleString(language, { maximumFractionDigits: value < 100 ? 1 : 0 })} ${unit}`;
}

/** How much of a budget is used, and what follows. */
function budgetPart(view: View, budget: Budget): Markup {
  const { say } = view;
  const { callsToday, callsPerDay, bytesToday, bytesPerDay } = budget;
  const used = Math.round(usedShare(budget) * 100);
  const calls =
    callsPerDay !== null && say("budgetCalls", { used: count(view, callsToday), budget: count(view, callsPerDay) });
  const bytes =
    bytesPerDay !== null && say("budgetBytes", { used: size(view, bytesToday), budget: size(view, bytesPerDay) });
  const slowdown = slowdownAt(usedShare(budget));
  const text = [calls, bytes].filter(Boolean).join(", ");
  return html`<span class="budget${slowdown > 1 ? " attention" : ""}"><progress max="100" value="${Math.min(100, used)}" aria-label="${text}"></progress> <strong>${used} %</strong> <span class="muted">${text}</span></span>${slowdown > 1 && html` ${badge("attention", sayWord(say, "slowdown", String(slowdown)))}`}`;
}
