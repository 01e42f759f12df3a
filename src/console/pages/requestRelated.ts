/** Everything related to a request: its events, its link to the explorer and its code samples. */

import { firstExample } from "../../reference/openapi/minimalExamples.ts";
import type { SampleRequest } from "../../reference/site/samples.ts";
import type { OpenedRequest } from "../../store/console/requests.ts";
import { listShownEvents, type ShownEvent } from "../../store/console/work.ts";
import { html, type Markup } from "../../web/html.ts";
import { timeOf } from "../parts/time.ts";
import { linkTo, type View } from "../parts/view.ts";
import { idsIn, operationOf, parameterPrefix } from "./explorer.ts";
import type { Step } from "./requestStep.ts";

/** The events for the record that a write created or changed, and whether they were delivered. */
export async function followUpStep(view: View, request: OpenedRequest): Promise<Step[]> {
  const { say } = view;
  const { connectionId, facts: details, at } = request;
  if (connectionId === null || details.recordId === undefined) return [];
  const rows = await eventsOfRecord(view, { connection: connectionId, record: details.recordId, since: at });
  const first = rows.at(-1);
  const isBad = rows.some(({ failed }) => failed > 0);
  return [
    {
      title: say("step.after"),
      milliseconds: 0,
      tone: isBad ? "bad" : "good",
      offset: first === undefined ? request.milliseconds : first.recordedAt.getTime() - at.getTime(),
      word: say("eventsCount", { count: rows.length }),
      about: eventItems(view, rows),
    },
  ];
}

interface RecordOfConnection {
  readonly connection: string;
  readonly record: string;
  readonly since: Date;
}

export async function eventsOfRecord(
  { client, scope, now }: View,
  { connection, record, since }: RecordOfConnection,
): Promise<readonly ShownEvent[]> {
  const period = { tenantId: scope.tenantId, from: since, to: new Date(now + 60_000) };
  const { rows } = await listShownEvents(client, period, { connection, record });
  return rows;
}

/** Each event with a link to its deliveries. */
export function eventItems(view: View, events: readonly ShownEvent[]): Markup {
  const { say } = view;
  if (events.length === 0) return html`<p class="muted">${say("noEventsYet")}</p>`;
  const items = events.map(
    ({ logId, eventType, resource, sequence, recordedAt, taken, waiting, failed }) =>
      html`<li><a href="${linkTo(view, "/console/deliveries", { connection: logId, sequence })}">${resource} ${eventType}</a> ${timeOf(view, recordedAt)} · ${say("delivered")}: ${taken} / ${waiting} / ${failed}</li>`,
  );
  return html`<ul>${items}</ul>`;
}

/** The log keeps neither bodies nor the values of parameters, so examples from the reference take their place. */
export function sampleOf({ deps }: View, { method, facts: details, ...request }: OpenedRequest): SampleRequest {
  const parameters = details.parameters ?? [];
  const operation = operationOf(request.operation);
  const query = parameters.length > 0 ? `?${parameters.map((name) => `${name}=<${name}>`).join("&")}` : "";
  return {
    method,
    url: `${deps.auth.connecting.baseUrl()}${details.path}${query}`,
    keys: request.accountKeyHint === null && request.connectionId === null ? "api" : "both",
    isWrite: operation?.kind === "write",
    ...(details.bytesIn !== undefined && { body: (operation && firstExample(operation)) ?? {} }),
  };
}

/** Opens the same operation and connection, with the ids of the path filled in. */
export function explorerLink(
  view: View,
  { operation: id, facts: { path } }: OpenedRequest,
  connection: string,
): string {
  const parts = path.split("/");
  const filled = (operationOf(id)?.path ?? "").split("/").flatMap((part, at) => {
    const [name] = idsIn(part);
    return name === undefined ? [] : [[parameterPrefix + name, decoded(parts[at] ?? "")] as const];
  });
  return linkTo(view, "/console/explorer", { connection, operation: id, ...Object.fromEntries(filled) });
}

/** A truncated or scrubbed part may not be valid percent-encoding any more. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
