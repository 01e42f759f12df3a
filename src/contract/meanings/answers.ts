/** What is said about requests, dry runs, target systems and the service itself. */
import type { Meanings, MeaningsOf } from "./types.ts";

const targetSystem: Meanings = {
  id: "The slug that paths name the target system by.",
  name: "What the vendor calls the system.",
  about: "One sentence for people who choose a target system.",
  auth: "How an end user signs in, and what is asked for.",
  needs: "What has to be chosen before data can be read, the outermost first.",
  rawData: "true where `rawData=true` has an effect.",
  webhooks: "How changes at this target system become known.",
};

export const answerMeanings: MeaningsOf = {
  TargetSystem: { ...targetSystem, operations: "The ids of the operations that it offers." },
  TargetSystemDetails: { ...targetSystem, operations: "Each operation that it offers, with all that it can do." },
  TargetSystemAuth: {
    kind: "oauth2 sends the end user to the vendor's own page; the others ask for what signs in: a key that was made there, or a user name and password.",
    asks: "What the end user, or a caller without a page, has to give.",
  },
  Asked: {
    name: "The field, as `/auth/accounts/{targetSystem}` takes it.",
    secret: "true where it must not be shown on a screen.",
  },
  ChangeSources: {
    native: "Changes that the target system tells itself, usually within seconds.",
    polled: "Changes that are found by asking its lists again and again.",
    batches: "true where deliveries are arrays of events instead of one event.",
  },
  OfferedOperation: {
    id: "Names the operation, such as `invoices.list`.",
    method: "The HTTP method that it is called with.",
    path: "The path below this service, with `{names}` in braces.",
    fields: "The fields that answers can have here; a field below another is named with a dot.",
    filters: "The filters that have an effect here; others are ignored with a warning.",
    orders: "The values of `orderField` that have an effect here.",
    requires:
      "Of a list, the filters without which the target system cannot answer; of a write, the body's fields without which it refuses.",
    rules: "What else a caller has to know of this operation at this target system.",
    writableFields:
      "Of a write: the fields of the body that the target system can store; others are left out with a warning.",
  },
  DryRun: {
    valid: "true where nothing speaks against the write.",
    problems: "What would be refused, each with the field that it is about.",
    request: "What the target system would be sent.",
  },
  DryRunProblem: {
    code: "The code of the error that the write would get.",
    field: "The field of the body that it is about, such as `lineItems[0].quantity`.",
    message: "What would be right, in a sentence.",
  },
  DryRunRequest: {
    method: "The HTTP method at the target system.",
    path: "The path at the target system.",
    query: "The query at the target system, by name.",
    body: "The JSON that would be sent, in the target system's own words.",
    form: "The multipart form that would be sent instead of JSON.",
    file: "The file that would be sent by itself.",
  },
  DryRunForm: {
    parts: "The parts of the form that are texts, by name.",
    files: "The parts of the form that are files; their bytes are not shown.",
  },
  DryRunFile: {
    name: "The part of the form that the file stands in.",
    fileName: "What the file is called.",
    contentType: "The media type of the file.",
    size: "How many bytes the file has.",
  },
  Failure: {
    code: "What went wrong, from the table of errors. Stable: made to be compared with.",
    message: "What to do about it, in a sentence for people. It may change.",
    field: "The parameter, header or field of the body that is wrong.",
    targetStatus: "The HTTP status that the target system answered with.",
    targetMessage: "What the target system itself said, without anything secret.",
    operationId: "The write whose outcome is not known; it can be settled with `/operations/{operationId}/reconcile`.",
    next: "Who has to act: fix the request, wait for `Retry-After`, reconnect the end user, or report it to the operator.",
  },
  FailureBody: {
    errors: "Everything that is wrong, one entry for each.",
    meta: "Names the request, for questions about it.",
  },
  PassThrough: {
    path: "The path below the target system's address, with a query of its own or without.",
    method: "The HTTP method; a GET has no body.",
    headers: "Headers for the target system, of the few that are handed on.",
    body: "The JSON for the target system, as it is.",
    query: "The query for the target system: texts, numbers, yes or no.",
    accept: "Which media types the target system may answer with.",
    "accept-language": "Which languages the target system may answer in.",
    "content-type": "The media type of the body.",
    "if-match": "Goes through only while the record has this tag.",
    "if-none-match": "Goes through only while no record has this tag.",
    "if-modified-since": "Goes through only where the record has changed since.",
    prefer: "What the target system is asked to prefer, such as a size of pages.",
    "idempotency-key": "The target system's own key against doing it twice.",
  },
  PassedThrough: {
    status: "The HTTP status that the target system answered with.",
    headers: "Of the target system's headers those that a caller may need.",
    body: "What the target system answered: JSON, or text, or base64.",
    base64Encoded: "true where `body` is no text and is shown as base64.",
  },
  ChangelogMonth: { month: "The month, `YYYY-MM`.", entries: "What callers notice of it, in Markdown." },
  Health: { status: "ok while requests can be answered." },
  HealthDetails: {
    status: "ok; degraded where background work or the disk needs somebody; unavailable without the database.",
    database: "Whether the database answers just now.",
    disk: "low where the data folder is nearly full.",
    freeBytes: "Room that is left for the data folder, in bytes.",
    oldestUndelivered: "Seconds that the oldest event has waited which its receiver has not taken.",
    version: "The version of the program that answers.",
    workers: "How many processes do background work.",
  },
};
