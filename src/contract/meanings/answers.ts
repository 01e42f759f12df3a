/** Field descriptions for responses that are not accounting records: target systems, dry runs, errors, health. */
import type { Meanings, MeaningsOf } from "./types.ts";

const targetSystem: Meanings = {
  id: "The slug that identifies the target system in paths.",
  name: "The vendor's name for the system.",
  about: "One sentence that helps people choose a target system.",
  auth: "How an end user signs in, and which fields that takes.",
  needs: "The choices that must be made before data can be read, outermost level first.",
  rawData: "true if `rawData=true` has an effect.",
  webhooks: "How Kontor learns about changes in this target system.",
};

export const answerMeanings: MeaningsOf = {
  TargetSystem: { ...targetSystem, operations: "The ids of the supported operations." },
  TargetSystemDetails: { ...targetSystem, operations: "The supported operations, each with its capabilities." },
  TargetSystemAuth: {
    kind: "oauth2 redirects the end user to the vendor's sign-in page. All other kinds ask for credentials: an API key created there, or a user name and password.",
    asks: "The fields that the end user, or a caller without a page, has to provide.",
  },
  SignInField: {
    name: "The field name that `/auth/accounts/{targetSystem}` accepts.",
    secret: "true if the value must be hidden on screen.",
  },
  ChangeSources: {
    native: "Resources whose changes the target system reports by webhook, usually within seconds.",
    polled: "Resources whose changes Kontor detects by polling.",
    batches: "true if each delivery is an array of events instead of a single event.",
  },
  OfferedOperation: {
    id: "The operation's id, such as `invoices.list`.",
    method: "The HTTP method of the operation.",
    path: "The path relative to this service, with `{parameters}` in braces.",
    fields: "The fields that responses can contain. Nested fields are written with a dot.",
    filters: "The filters that have an effect. Any other filter is ignored with a warning.",
    orders: "The `orderField` values that have an effect.",
    requires: "For lists, the filters that the target system requires. For writes, the body fields that it requires.",
    readsWholeList: "true if Kontor may read the whole list to return one page.",
    rules: "Further rules that apply to this operation in this target system.",
    evidence: "What the support of this operation rests on. The built-in sandbox has none.",
    writableFields:
      "For writes: the body fields that the target system can store. Any other field is dropped with a warning.",
  },
  OperationEvidence: {
    restsOn:
      "The strongest evidence for this operation: a run against the real program, recorded replies, or the documentation alone.",
    recordings:
      "How many of the target system's replies or accepted requests were recorded and are replayed in Kontor's tests.",
    liveRun: "The program, its version and the day of the run.",
  },
  DryRun: {
    valid: "true if no problem was found.",
    problems: "The problems that would cause a rejection, each with the affected field.",
    request: "The request that would be sent to the target system.",
  },
  DryRunProblem: {
    code: "The error code that the write would fail with.",
    field: "The affected body field, such as `lineItems[0].quantity`.",
    message: "A sentence that says what is expected.",
  },
  DryRunRequest: {
    method: "The HTTP method at the target system.",
    path: "The path at the target system.",
    query: "The query parameters at the target system, by name.",
    body: "The JSON that would be sent, in the target system's format.",
    form: "The multipart form that would be sent instead of JSON.",
    file: "The file that would be sent as the whole body.",
  },
  DryRunForm: {
    parts: "The text parts of the form, by name.",
    files: "The file parts of the form. Their content is not shown.",
  },
  DryRunFile: {
    name: "The name of the form part that contains the file.",
    fileName: "The file's name, as the target system would receive it.",
    contentType: "The media type of the file.",
    size: "The size of the file in bytes.",
  },
  Failure: {
    code: "A stable code from the table of errors. Use it in your program.",
    message: "A sentence for people that says what to do. The wording may change.",
    field: "The invalid parameter, header or body field.",
    targetStatus: "The HTTP status of the target system's response.",
    targetMessage: "The target system's error message, with secrets removed.",
    operationId: "The write whose outcome is unknown. Resolve it with `/operations/{operationId}/reconcile`.",
    next: "What to do next: fix the request, wait for `Retry-After`, reconnect the end user, or report it to the operator.",
  },
  FailureBody: {
    errors: "All errors of the request, one entry each.",
    meta: "Contains the request id. Include it in support requests.",
  },
  PassThrough: {
    path: "The path relative to the target system's base URL, with or without a query string.",
    method: "The HTTP method. GET requests have no body.",
    headers: "Headers for the target system. Only a few headers are forwarded.",
    body: "The JSON body, sent to the target system unchanged.",
    query: "Query parameters for the target system: strings, numbers or booleans.",
    accept: "The media types that the target system may respond with.",
    "accept-language": "The preferred languages of the target system's response.",
    "content-type": "The media type of the body.",
    "if-match": "Runs the request only if the record still has this entity tag.",
    "if-none-match": "Runs the request only if no record has this entity tag.",
    "if-modified-since": "Runs the request only if the record has changed since this time.",
    prefer: "Preferences for the target system, such as a page size.",
    "idempotency-key": "The target system's idempotency key, which prevents duplicate execution.",
  },
  PassThroughResponse: {
    status: "The HTTP status of the target system's response.",
    headers: "The target system's response headers that are useful to callers.",
    body: "The target system's response: JSON, text, or base64.",
    base64Encoded: "true if `body` is binary data encoded as base64.",
  },
  ChangelogMonth: { month: "The month, `YYYY-MM`.", entries: "The changes that are visible to callers, in Markdown." },
  Health: {
    status: "ok if the service can handle requests; paused if it was restored from a backup and not resumed yet.",
    version: "The version of Kontor that is running.",
  },
  HealthDetails: {
    status:
      "ok; degraded if background work or disk space needs attention; paused if the service was restored from a backup and not resumed yet; unavailable if the database cannot be reached.",
    database: "Whether the database responds.",
    disk: "low if the data folder's disk is nearly full.",
    freeBytes: "Free disk space for the data folder, in bytes.",
    oldestUndelivered: "The age in seconds of the oldest event that its receiver has not accepted.",
    version: "The version of Kontor that is running.",
    workers: "The number of processes that do background work.",
  },
};
