/** One request, from the caller to the target system and back, on a shared time axis. */
import { actorOf } from "../../contract/actors.ts";
import { failures } from "../../contract/failure.ts";
import { findRequest, type OpenedRequest } from "../../store/console/requests.ts";
import { html, type Markup, type Part } from "../../web/html.ts";
import { actionForm } from "../parts/actionForm.ts";
import { codeSamples } from "../parts/codeSamples.ts";
import { quote, sayFailure } from "../parts/issueTitles.ts";
import type { Frame } from "../parts/layout.ts";
import { connectionLink, facts, idOf, stateBadge } from "../parts/list.ts";
import { type Outcome, outcomeBox } from "../parts/outcome.ts";
import { may } from "../parts/permissions.ts";
import { duration, exactTime, timeOf } from "../parts/time.ts";
import { badge, statusTone } from "../parts/tones.ts";
import { linkTo, nameOfSystem, type View } from "../parts/view.ts";
import { sayWord } from "../texts/phrases.ts";
import { explorerLink, followUpStep, sampleOf } from "./requestRelated.ts";
import { mark, type Step, stepItem } from "./requestStep.ts";

export async function requestPage(view: View, id: string, outcome?: Outcome): Promise<Frame | undefined> {
  const { say, client, scope, deps } = view;
  const request = await findRequest(client, scope.tenantId, id);
  if (request === undefined) return undefined;
  const steps = [...stepsOf(view, request), ...(await followUpStep(view, request))];
  const failing = request.code === null ? undefined : failingStep(steps, request);
  return {
    title: `${request.method} ${request.operation === "none" ? request.facts.path : request.operation}`,
    content: html`<p class="verdict ${request.code === null ? "good" : statusTone(request.status)}">${verdict(view, request)}</p>
${remarks(view, request)}
${header(view, request)}
<h2>${say("timeline")}</h2>
<ol class="timeline">${steps.map((step) => stepItem(view, step, { total: request.milliseconds, isOpen: step === failing }))}</ol>
${outcome && (outcome.shown ?? outcomeBox(view, outcome))}
${deps.requestBodyHours > 0 && outcome?.shown === undefined && may(view, "request.bodies") && actionForm(view, { action: `/console/requests/${id}/bodies`, label: say("showBodies") })}
<h2>${say("codeSamples")}</h2>
${isCompletedByExamples(request) && html`<p class="muted">${say("codeSamplesHelp")}</p>`}${codeSamples(view, sampleOf(view, request))}`,
  };
}

const isCompletedByExamples = ({ facts: { parameters = [], bytesIn } }: OpenedRequest): boolean =>
  parameters.length > 0 || bytesIn !== undefined;

/** The result, its reason and who needs to act, in one sentence. */
function verdict(view: View, { code, facts: { failure }, targetSystem, vendorCalls }: OpenedRequest): string {
  const { say } = view;
  if (code === null)
    return vendorCalls === 0
      ? say("verdictWithoutCall")
      : say("verdictGood", { system: nameOfSystem(view, targetSystem) });
  const [first] = failure?.errors ?? [];
  const { message, targetMessage } = first ?? {};
  return `${sayFailure(view, { code, message, targetMessage })} ${say(`mustAct.${actorOf(code)}`)}`;
}

/** Remarks that the caller may have overlooked because the request succeeded. */
function remarks(
  view: View,
  { facts: { differences = [], verified, warnings = [] }, targetSystem }: OpenedRequest,
): Part {
  const { say } = view;
  const system = nameOfSystem(view, targetSystem);
  const items = [
    ...(differences.length > 0 ? [say("differsFrom", { system, fields: differences.join(", ") })] : []),
    ...(verified === false ? [say("notVerified")] : []),
    ...warnings.map((text) => html`<span lang="en">${text}</span>`),
  ];
  return (
    items.length > 0 && html`<ul class="verdict attention remarks">${items.map((text) => html`<li>${text}</li>`)}</ul>`
  );
}

function header(view: View, request: OpenedRequest): Markup {
  const { say, language } = view;
  const { code, status, connectionId, operationId } = request;
  const fields = (request.facts.failure?.errors ?? []).flatMap(({ field }) => field ?? []);
  return facts([
    [say("status"), badge(statusTone(status), String(status))],
    [say("code"), code !== null && html`<a href="${linkTo(view, "/console/requests", { code })}">${code}</a>`],
    [say("nextStep"), nextStep(view, code)],
    [say("field"), fields.length > 0 && html`<code>${fields.join(", ")}</code>`],
    [say("when"), html`${timeOf(view, request.at)} <span class="muted">${exactTime(request.at)}</span>`],
    [
      say("total"),
      `${duration(request.milliseconds, language)} (${say("kontorAndTarget")}: ${duration(request.milliseconds - request.vendorMilliseconds, language)} / ${duration(request.vendorMilliseconds, language)})`,
    ],
    [
      say("tenant"),
      request.tenantId !== null &&
        html`<a href="${linkTo(view, `/console/tenants/${request.tenantId}`)}">${request.tenantName ?? request.tenantId}</a>`,
    ],
    [
      say("connection"),
      connectionId !== null &&
        html`${connectionLink(view, request)} ${request.connectionState !== null && stateBadge(view, request.connectionState)}`,
    ],
    [say("company"), [request.facts.environment, request.facts.company].filter(Boolean).join(" / ")],
    [say("requestId"), idOf(view, request.id)],
    [say("record"), request.facts.recordId !== undefined && idOf(view, request.facts.recordId)],
    [
      say("explorer"),
      connectionId !== null &&
        html`<a href="${explorerLink(view, request, connectionId)}">${say("openInExplorer")}</a>`,
    ],
    [say("write"), operationId !== null && idOf(view, operationId, linkTo(view, `/console/writes/${operationId}`))],
    [
      say("events"),
      connectionId !== null &&
        html`<a href="${linkTo(view, "/console/events", { connection: connectionId })}">${say("connectionEvents")}</a>`,
    ],
  ]);
}

/** What to do. Permissions are given in the target system, so the operator of Kontor cannot help with them. */
function nextStep({ say }: View, code: string | null): string | undefined {
  if (code === null || !(code in failures)) return undefined;
  if (code === "target_forbidden") return say("next.permit");
  return say(`next.${failures[code as keyof typeof failures].next}`);
}

function stepsOf(view: View, request: OpenedRequest): Step[] {
  const { say } = view;
  const start = request.at.getTime();
  const firstCall = request.calls[0]?.at.getTime();
  const checksMs = firstCall === undefined ? request.milliseconds : Math.max(0, firstCall - start);
  const isRejectedByChecks = request.code !== null && request.calls.length === 0;
  return [
    { ...mark(say("step.caller"), 0), about: callerFacts(view, request) },
    {
      title: say("step.checks"),
      offset: 0,
      milliseconds: checksMs,
      about: checkFacts(view, request),
      ...(isRejectedByChecks
        ? ({ tone: statusTone(request.status), word: request.code ?? "" } as const)
        : ({ tone: "good", word: say("state.good") } as const)),
    },
    ...recordedSteps(view, request),
    ...request.calls.map((call, index) =>
      callStep(view, call, { number: index + 1, start, before: request.calls[index - 1] }),
    ),
    ...(request.facts.records === undefined
      ? []
      : [{ ...mark(say("step.mapping"), request.milliseconds), about: mappingFacts(view, request) }]),
    {
      title: say("step.answer"),
      offset: request.milliseconds,
      milliseconds: 0,
      tone: statusTone(request.status),
      word: String(request.status),
      about: responseFacts(view, request),
    },
  ];
}

function callerFacts({ say, deps }: View, { facts: details, ...request }: OpenedRequest): Markup {
  const stored = deps.requestBodyHours > 0 ? "" : `; ${say("notStored")}`;
  const body = [details.contentType, details.bytesIn !== undefined && say("bytes", { count: details.bytesIn })].filter(
    Boolean,
  );
  return facts([
    [say("path"), html`<code>${request.method} ${details.path}</code>`],
    [say("parameters"), details.parameters?.join(", ")],
    [say("apiKey"), request.apiKeyHint !== null && html`<code>${request.apiKeyHint}…</code>`],
    [say("accountKey"), request.accountKeyHint !== null && html`<code>${request.accountKeyHint}…</code>`],
    [say("idempotencyKey"), request.idempotencyKey ?? undefined],
    [say("ipAddress"), details.address],
    [say("userAgent"), details.userAgent],
    [say("body"), body.length > 0 && `${body.join(", ")}${stored}`],
  ]);
}

function checkFacts({ say }: View, { facts: details, tenantId, connectionId }: OpenedRequest): Markup {
  return html`${facts([
    [say("rateLimit"), details.rateLimit],
    [
      say("keysFound"),
      `${say("tenant")}: ${say(tenantId === null ? "no" : "yes")}, ${say("connection")}: ${say(connectionId === null ? "no" : "yes")}`,
    ],
    [say("state"), details.state],
    [say("company"), [details.environment, details.company].filter(Boolean).join(" / ")],
  ])}`;
}

function recordedSteps({ say }: View, { facts: { steps = [] }, at, writeState }: OpenedRequest): Step[] {
  return steps.map((step): Step => {
    if (step.kind === "journal")
      return {
        ...mark(say("step.journal"), 0),
        tone: step.key === "reused" ? "attention" : "good",
        word: sayWord(say, "key", step.key),
        about: facts([
          [say("id"), html`<code>${step.operationId}</code>`],
          [say("stateBefore"), sayWord(say, "state", step.before)],
          [say("stateAfter"), writeState !== null && sayWord(say, "state", writeState)],
        ]),
      };
    if (step.kind === "lookUp")
      return { ...mark(say("step.lookUp"), 0), word: sayWord(say, "found", step.found), about: undefined };
    const { renewal } = step;
    return {
      title: say("step.token"),
      tone: "good",
      word: sayWord(say, "why", renewal.why),
      offset: Math.max(0, renewal.at - at.getTime()),
      milliseconds: renewal.milliseconds,
      about: facts([
        [say("oldExpiry"), renewal.endsBefore],
        [say("newExpiry"), renewal.endsAfter],
      ]),
    };
  });
}

type Call = OpenedRequest["calls"][number];

interface CallPosition {
  readonly number: number;
  readonly start: number;
  /** The previous call, which this one may retry. */
  readonly before: Call | undefined;
}

const hasFailed = ({ status }: Call): boolean => status === null || status >= 400;

/** The wait for a permit, or the pause after a failed call. */
function waitOf({ at, facts: { waitedMs = 0 } }: Call, before: Call | undefined): number {
  if (before === undefined || !hasFailed(before)) return waitedMs;
  return Math.max(waitedMs, at.getTime() - before.at.getTime() - before.milliseconds);
}

function callStep(view: View, call: Call, { number, start, before }: CallPosition): Step {
  const { say } = view;
  const { facts: details, status, reason } = call;
  const offset = Math.max(0, call.at.getTime() - start);
  const isGood = !hasFailed(call);
  const waited = waitOf(call, before);
  return {
    title: say("step.call", { number }),
    tone: isGood ? "good" : status !== null && status < 500 ? "attention" : "bad",
    word: reason === null ? String(status) : sayWord(say, "reason", reason),
    offset,
    milliseconds: call.milliseconds,
    waited,
    isCall: true,
    about: facts([
      [say("path"), html`<code>${call.method} ${call.path}</code>`],
      [say("host"), call.host],
      [say("bytesSentReceived"), `${details.bytesOut} / ${details.bytesIn}`],
      [say("waited"), waited > 0 && duration(waited, view.language)],
      [say("message"), details.message !== undefined && quote(view, details.message)],
      [say("retryAfter"), details.retryAfter !== undefined && say("seconds", { count: details.retryAfter })],
      [say("vendorRequestId"), details.vendorRequestId !== undefined && html`<code>${details.vendorRequestId}</code>`],
      [say("mayHaveArrived"), details.mayHaveArrived !== undefined && say(details.mayHaveArrived ? "yes" : "no")],
    ]),
  };
}

function mappingFacts({ say }: View, { facts: details }: OpenedRequest): Markup {
  const { records, warnings = [] } = details;
  return facts([
    [say("records"), records],
    [
      say("warnings"),
      warnings.length === 0 ? say("none") : html`<ul>${warnings.map((text) => html`<li lang="en">${text}</li>`)}</ul>`,
    ],
  ]);
}

function responseFacts(view: View, { facts: details }: OpenedRequest): Markup {
  const { say, deps } = view;
  const stored = deps.requestBodyHours > 0 ? "" : `; ${say("notStored")}`;
  const { failure, bytesOut, wasHeard } = details;
  return html`${facts([
    [say("body"), bytesOut !== undefined && `${say("bytes", { count: bytesOut })}${stored}`],
    [say("cause"), failure?.cause],
  ])}${wasHeard === false && html`<p>${say("callerGone")}</p>`}
${failure && html`<ul class="errors">${failure.errors.map(({ code, field, message, targetMessage }) => html`<li><code>${code}</code>${field !== undefined && html` <code>${field}</code>`} <span lang="en">${message}</span>${targetMessage !== undefined && html`<br>${quote(view, targetMessage)}`}</li>`)}</ul>`}`;
}

/** The last failed call, or the response if no call was made or failed. */
function failingStep(steps: readonly Step[], { calls }: OpenedRequest): Step | undefined {
  if (calls.length === 0) return steps.at(-1);
  return steps.findLast(({ isCall, tone }) => isCall === true && tone !== "good") ?? steps.at(-1);
}
