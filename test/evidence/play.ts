/** Plays an evidence file: lets the connector handle what was seen, and compares what comes out. */
import { isDeepStrictEqual } from "node:util";
import type {
  Connector,
  GetHandler,
  Job,
  ListHandler,
  StartHandler,
  WriteHandler,
} from "../../src/contract/connector.ts";
import { Failure } from "../../src/contract/failure.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { type Session, XmlDocument } from "../../src/contract/session.ts";
import type { Notice } from "../../src/contract/webhooks.ts";
import { differences } from "./differences.ts";
import {
  casesOf,
  type Evidence,
  type EvidenceFile,
  type Exchange,
  factsOf,
  kindOf,
  type Outcome,
  type SeenCall,
  type SeenFailure,
  type SeenPost,
  type SeenReply,
  type SeenRequest,
  type SharedReplies,
} from "./files.ts";
import { graphQlCallIn, isSameMutation } from "./graphql.ts";
import type { EvidenceVendor, ReceivedRequest } from "./vendor.ts";
import { documentName, withTexts } from "./xml.ts";

/** Functions of a connector that read from the vendor besides its operations. */
const functions = [
  "closedUntil",
  "companies",
  "company",
  "companyCurrency",
  "defaultTaxCode",
  "environments",
  "fiscalYearStarts",
  "openAmount",
  "restrictions",
  "task",
  "user",
] as const;
type FunctionName = (typeof functions)[number];

/** Functions of a connector's webhooks that call the vendor. */
const webhookFunctions = ["isActive", "renew", "subscribe"] as const;
type WebhookFunctionName = (typeof webhookFunctions)[number];

const isWebhookFunction = (topic: string): topic is WebhookFunctionName =>
  (webhookFunctions as readonly string[]).includes(topic);
const isFunction = (topic: string): topic is FunctionName => (functions as readonly string[]).includes(topic);
const isOperation = (topic: string): topic is OperationId => Object.hasOwn(operations, topic);

/** Faults of the file itself. */
export function faultsOf({ topic, evidence }: EvidenceFile, connector: Connector): readonly string[] {
  const cases = casesOf(evidence);
  return [
    ...(kindOf(evidence) === undefined
      ? [
          "source has to say where this was seen, and end with (recording), (vendor sample), (live run of …) or (documentation)",
        ]
      : []),
    ...(/^\d{4}(?:-\d{2}){0,2}$/.test(evidence.seen) ? [] : ["seen has to be a day, a month or a year"]),
    ...(factsOf(evidence).every((fact) => fact.trim() !== "") ? [] : ["fact has to say what this shows"]),
    ...([evidence.request, evidence.reply, evidence.post].some((part) => part !== undefined)
      ? []
      : ["the file has neither a request, a reply nor a post"]),
    ...(isKnown(topic, connector) ? [] : [`${topic} is not an operation of ${connector.name}`]),
    ...cases.flatMap((each) => (isEmpty(each) ? [`"${[each.fact].flat()[0]}" has an empty record`] : [])),
  ];
}

const isKnown = (topic: string, connector: Connector): boolean =>
  topic === "refusals" ||
  (topic === "webhooks" && connector.webhooks !== undefined) ||
  (isWebhookFunction(topic) && connector.webhooks?.[topic] !== undefined) ||
  (isFunction(topic) && connector[topic] !== undefined) ||
  (isOperation(topic) && connector.operations[topic] !== undefined);

const isBlank = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** A list may be empty, and a write may show only the accepted body. */
function isEmpty({ request, record, records, total, warnings, failure, receipt, lookedUp: found }: Evidence): boolean {
  if (request?.body !== undefined && request.method !== undefined && request.method !== "GET") return false;
  if (typeof record === "object" && record !== null) return Object.keys(record).length === 0;
  if (failure !== undefined) return Object.keys(failure).length === 0;
  if (total === undefined && warnings === undefined && records?.length !== 0 && records?.every(isBlank)) return true;
  return [record, records, total, warnings, receipt, found].every((value) => value === undefined);
}

/** What the vendor and its connector are played with. */
export interface Players {
  readonly connector: Connector;
  readonly vendor: EvidenceVendor;
  readonly shared: Pick<SharedReplies, "call" | "exchanges">;
}

/** The differences between the outcome and the file. */
export async function play(
  { topic }: EvidenceFile,
  evidence: Evidence,
  { connector, vendor, shared }: Players,
): Promise<readonly string[]> {
  if (evidence.post !== undefined && evidence.reply === undefined && evidence.further === undefined)
    return differencesOf(evidence, received(connector, evidence.post));
  const own = exchangesOf(topic, evidence);
  const stage = vendor.open(connector, { own, shared: shared.exchanges }, { ...shared.call, ...evidence.call });
  const outcome = await outcomeOf(connector, topic, evidence, stage.session);
  const unasked = own.filter((exchange) => !stage.used.has(exchange));
  return [
    ...stage.unanswered.map((line) => `the file has no reply to ${line}`),
    ...differencesOf(evidence, outcome),
    ...unasked.map(({ request: { method = "GET", path } }) => `the connector does not request ${method} ${path}`),
    ...differencesOfWrite(evidence, stage.received),
    ...own.flatMap(({ request: expected }) => differencesOfHeaders(expected, stage.received)),
  ];
}

/** What the connector makes of an operation's replies. */
export function outcomeOfReplies(
  { topic }: EvidenceFile,
  evidence: Evidence,
  { connector, vendor, shared }: Players,
): Promise<Outcome> {
  const knowledge = { own: exchangesOf(topic, evidence), shared: shared.exchanges };
  const { session } = vendor.open(connector, knowledge, { ...shared.call, ...evidence.call });
  return outcomeOf(connector, topic, evidence, session);
}

function exchangesOf(
  topic: string,
  { request = { path: "/" }, reply, further = [], post }: Evidence,
): readonly Exchange[] {
  const seen = topic === "refusals" ? { status: 400, ...reply } : reply;
  // An accepted write may be known without its reply.
  return [...(post === undefined ? [{ request, reply: seen ?? unseenReply(request) }] : []), ...further];
}

const unseenReply = ({ isXml }: SeenRequest): SeenReply => (isXml ? { text: "" } : { body: {} });

async function outcomeOf(connector: Connector, topic: string, evidence: Evidence, session: Session): Promise<Outcome> {
  const { call = {}, post } = evidence;
  try {
    if (post !== undefined) return await lookedUp(connector, post, session);
    if (topic === "refusals") return { record: await refusedRead(evidence.request, session) };
    if (isWebhookFunction(topic)) return { record: await webhookResultOf(connector, topic, call, session) };
    if (isFunction(topic)) return { record: await resultOf(connector, topic, call, session) };
    return await outcomeOfOperation(connector, topic as OperationId, evidence, session);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { failure: failureOf(connector, topic, call, error) };
  }
}

/** A vendor that is asked in XML refuses in XML. */
function refusedRead({ path, body, isXml }: SeenRequest = { path: "/" }, session: Session): Promise<unknown> {
  return isXml ? session.readByPost(path, new XmlDocument(withTexts(body))) : session.read(path);
}

async function outcomeOfOperation(
  { operations: handlers, isReconciled, taxCodeOfContact }: Connector,
  id: OperationId,
  { call = {}, reply }: Evidence,
  session: Session,
): Promise<Outcome> {
  const handler = handlers[id] as unknown as Partial<GetHandler<unknown> & ListHandler<unknown>> &
    Partial<StartHandler<unknown>> &
    Partial<WriteHandler<unknown, unknown>>;
  const { ids = {}, order, window = { page: 1, limit: 20 } } = call;
  const plain = { ids, filters: filtersOf(call) };
  if (handler.get) {
    const found = await handler.get(plain, session);
    if (taxCodeOfContact !== undefined && /^(?:contacts|customers|suppliers)\.get$/.test(id))
      return { ...found, taxCodes: taxCodesOf(found.raw, taxCodeOfContact) };
    return id === "payments.get" && isReconciled ? { ...found, isReconciled: isReconciled(found.raw) } : found;
  }
  const listed = { ...plain, order, window: window ?? undefined };
  if (handler.list) return handler.list(listed, session);
  if (handler.start && handler.job)
    return { records: await recordsOfJob(handler.job, await handler.start(listed, session), session) };
  const write = handler as WriteHandler<unknown, unknown>;
  const input = { ...plain, body: call.body, files: [], marker: call.marker ?? "kontor-1" };
  const answer = await session.send(write.request(input, await write.prepare?.(input, session)));
  if (reply === undefined) return {};
  const completed = write.complete === undefined ? answer : await write.complete(answer, input, session);
  return write.answer(completed, input);
}

const taxCodesOf = (native: unknown, codeOf: NonNullable<Connector["taxCodeOfContact"]>) => ({
  BILL: codeOf(native, "BILL"),
  INVOICE: codeOf(native, "INVOICE"),
});

/** The records of a job that the vendor has finished. */
async function recordsOfJob(job: Job<unknown>, started: unknown, session: Session): Promise<readonly unknown[]> {
  const { state } = await job.poll(started, session);
  if (state !== "done") throw new Failure("target_rejected", `The job is ${state}.`);
  const records: unknown[] = [];
  for await (const page of job.records(started, session)) records.push(...page.map(({ record }) => record));
  return records;
}

const filtersOf = ({ filters = {} }: SeenCall) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, name === "lastModifiedAt" ? new Date(String(value)) : value]),
  );

async function resultOf(
  connector: Connector,
  name: FunctionName,
  { ids = {}, parameters = [] }: SeenCall,
  session: Session,
): Promise<unknown> {
  if (name === "task") return (await connector.task?.get({ ids, filters: {} }, session))?.record;
  const read = connector[name] as ((...values: readonly unknown[]) => Promise<unknown>) | undefined;
  const isSessionFirst = name !== "defaultTaxCode" && name !== "openAmount";
  return read?.(...(isSessionFirst ? [session, ...parameters] : [...parameters, session]));
}

function webhookResultOf(
  { webhooks }: Connector,
  name: WebhookFunctionName,
  { parameters = [] }: SeenCall,
  session: Session,
): Promise<unknown> | undefined {
  const ask = webhooks?.[name] as ((...values: readonly unknown[]) => Promise<unknown>) | undefined;
  return ask?.(session, ...parameters);
}

function failureOf(connector: Connector, topic: string, { body }: SeenCall, failure: Failure): SeenFailure {
  const { targetFields = [], targetMessage, targetStatus, retryAfter, field } = failure.details;
  const handler = connector.operations[topic as OperationId] as WriteHandler<unknown, unknown> | undefined;
  const fields = handler?.rejectedFields?.({ body }, { fields: targetFields, message: targetMessage }) ?? [];
  const named = field === undefined ? fields : [field];
  return {
    code: failure.code,
    message: targetMessage ?? failure.message,
    fields: named.length === 0 ? targetFields : named,
    ...(targetStatus !== undefined && { status: targetStatus }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

const postOf = ({ headers = {}, query = {}, body, text, secret = "", facts }: SeenPost) => ({
  headers,
  query,
  body: Buffer.from(text ?? JSON.stringify(body)),
  secret,
  facts,
});

const received = ({ webhooks }: Connector, post: SeenPost): Outcome => ({ receipt: webhooks?.receive(postOf(post)) });

async function lookedUp({ webhooks }: Connector, post: SeenPost, session: Session): Promise<Outcome> {
  const receipt = webhooks?.receive(postOf(post));
  const [notice]: readonly Notice[] = receipt?.kind === "notices" ? receipt.notices : [];
  return { receipt, lookedUp: notice && (await webhooks?.lookUp?.(notice, session)) };
}

function differencesOf(expected: Outcome, actual: Outcome): readonly string[] {
  const isComplete = expected.complete === true;
  const names = [
    "record",
    "records",
    "total",
    "warnings",
    "failure",
    "receipt",
    "isReconciled",
    "taxCodes",
    "lookedUp",
  ] as const;
  const compared = names.flatMap((name) =>
    expected[name] === undefined ? [] : differences(expected[name], actual[name], isComplete, name),
  );
  // An unknown word of the vendor is a finding, and not a fallback in silence.
  const unlisted = (actual.warnings ?? []).filter((warning) => expected.warnings?.includes(warning) !== true);
  const isUnexpected = actual.failure !== undefined && expected.failure === undefined;
  return [
    ...(isUnexpected ? [`failed with ${JSON.stringify(actual.failure)}`] : []),
    ...compared,
    ...unlisted.map((warning) => `the file does not list the warning: ${warning}`),
  ];
}

/** The encoder's body has to be the accepted one, no more and no less. */
function differencesOfWrite({ request, call }: Evidence, requests: readonly ReceivedRequest[]): readonly string[] {
  if (request?.body === undefined || call?.body === undefined || request.method === undefined) return [];
  const { method, path, body } = request;
  const toPath = requests.filter((each) => each.method === method && each.path === path);
  const sent = toPath.find((each) => calleeOf(each.body) === calleeOf(body));
  return sent === undefined
    ? [
        `the connector does not send ${method} ${path}, but ${JSON.stringify(requests.map(({ headers: _headers, ...rest }) => rest))}`,
      ]
    : isDeepStrictEqual(sent.body, body) || isSameMutation(body, sent.body, request.unsent)
      ? []
      : [`the connector sends ${JSON.stringify(sent.body)}, but ${JSON.stringify(body)} was accepted`];
}

/**
 * All calls of JSON-RPC and SOAP have the same path: the body names the method, the document, and at Odoo the model, too. At
 * GraphQL, it is the field.
 */
function calleeOf(body: unknown): string {
  const query = graphQlCallIn(body);
  if (query !== undefined) return query.name;
  const { method, params } = (body ?? {}) as {
    readonly method?: string;
    readonly params?: { readonly args?: unknown };
  };
  const { args } = params ?? {};
  return JSON.stringify([method, Array.isArray(args) ? args.slice(3, 5) : undefined, documentName(body)]);
}

/** A listed header has to be sent as it was accepted. */
const differencesOfHeaders = (
  { method = "GET", path, headers = {} }: Exchange["request"],
  requests: readonly ReceivedRequest[],
): readonly string[] => {
  const sent = requests.find((each) => each.method === method && each.path === path);
  return differences(headers, sent?.headers ?? {}, false, `the headers of ${method} ${path}`);
};
