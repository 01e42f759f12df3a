/** Field descriptions for everything around the books: sign-in pages, connections, webhooks, tasks, the tenant. */
import type { Meanings, MeaningsOf } from "./types.ts";

/** The fields that the key-entry page can show. */
const pageFields: Meanings = {
  apiKey: "API key",
  baseUrl: "base URL",
  clientSecret: "client secret",
  database: "database",
  mandant: "client (Mandant)",
  password: "password",
  tenantId: "tenant",
  username: "user name",
};
const pageTexts: Meanings = Object.fromEntries(
  Object.entries(pageFields).flatMap(([name, label]) => [
    [`${name}LabelText`, `The label above the ${label} field. Plain text; HTML is not interpreted.`],
    [`${name}HelpText`, `The help text below the ${label} field, for example where to find the value.`],
  ]),
);

const style: Meanings = {
  backgroundColor: "The background colour of the page.",
  cancelButtonColor: "The colour of the button that cancels the flow.",
  cancelButtonTextColor: "The label colour of the button that cancels the flow.",
  errorTextColor: "The text colour of error messages.",
  inputBackgroundColor: "The background colour of input fields.",
  submitButtonColor: "The colour of the button that continues.",
  submitButtonTextColor: "The label colour of the button that continues.",
  textColor: "The colour of body text and typed text.",
  titleColor: "The colour of the page heading.",
  logoPng: "Your logo as a base64-encoded PNG, up to 64 kB. Use either this or `logoSvg`.",
  logoSvg: "Your logo as SVG markup, up to 64 kB. Scripts and external references are rejected.",
  pageLocalizations: "Your texts, one entry per language. Merged with earlier entries by `locale`.",
};

const flow: Meanings = {
  callbackUrl: "Where the browser returns with `accountKey`. Default: your registered callback URL.",
  company: "The company to use at the target system. Overrides the end user's selection.",
  companyId: "The company to use at the target system. Same as `company`.",
  environment: "The environment to use at the target system. Overrides the end user's selection.",
  environmentSelection: "true shows a page on which the end user selects environment and company.",
  include_signature:
    "true signs the callback with your signing secret (`ts`, `service_signature` and `service_signature_v2`).",
  locale: "The language of the pages, as a BCP 47 tag. Default: the browser's language.",
  openerOrigin: "The origin of your page that opens the flow with `/connect.js` and receives the result.",
  tenantId: "Prefills the tenant field of the key-entry page.",
  webhookCallbackUrl:
    "Where the account key is posted after the end user has connected, signed with your signing secret.",
};

const subscription: Meanings = {
  callbackUrl: "Your URL that receives the events.",
  createdDate: "When the subscription was created.",
  updatedDate: "When the subscription was last changed or renewed.",
  eventType: "The event type to subscribe to. Absent for all types.",
  resource: "The kind of record to subscribe to. Absent for all kinds.",
  id: "The subscription's id, sent as `X-SERVICE-SUBSCRIPTION` with each delivery.",
};

export const serviceMeanings: MeaningsOf = {
  PageStyle: style,
  PageLocalization: {
    ...pageTexts,
    locale: "The language of the texts, such as `de` or `fr-BE`. An entry without a locale is the default.",
    cancelButtonText: "The label of the button that cancels the flow.",
    freeText: "Your own paragraph between the fields and the buttons.",
    introText: "The paragraph below the heading of the key-entry page.",
    selectionButtonText: "The label of the button that confirms the selected company.",
    selectionFreeText: "Your own paragraph on the company selection page.",
    selectionIntroText: "The paragraph below the heading of the company selection page.",
    selectionTitleText: "The heading of the company selection page.",
    submitButtonText: "The label of the button that continues.",
    titleText: "The heading of the key-entry page.",
  },
  WebhookFlow: flow,
  Reconnect: flow,
  FlowAddress: { url: "The URL to open in the end user's browser. It can be used once and expires." },
  HeadlessCredentials: {
    apiKey: "The API key that the end user created in the target system.",
    clientName: "The name of the client or mandate at the target system.",
    clientSecret: "The client secret, if the target system requires one.",
    companyId: "The company to use, if the target system has several.",
    environmentName: "The environment to use, if the target system has several.",
    database: "The database name of a self-hosted target system.",
    mandant: "The client number (Mandant), if the target system manages several companies.",
    password: "The password of the user who signs in.",
    tenantId: "The account or tenant at the target system.",
    url: "The URL of a self-hosted target system. Same as `baseUrl`.",
    username: "The name of the user who signs in.",
  },
  AccountKey: { accountKey: "The key for `X-ACCOUNT-KEY`. Returned only once; keep it secret." },
  AccountKeyAnswer: { accountKey: "The key for `X-ACCOUNT-KEY`. The same value as in `data`." },
  AccountKeyMeta: { warnings: "What the connected user cannot see at the target system, a sentence each." },
  ConnectionState: {
    id: "The connection's id, as in lists and events.",
    state: "active can be used; needs_reauth requires the end user to authorise again; disabled has ended.",
    healthy: "true if the target system just accepted the credentials.",
    problem: "The error code of the failed check, from the table of errors.",
    warnings: "What the connected user cannot see at the target system, a sentence each. Absent if nothing is missing.",
    createdDate: "When the end user connected.",
    updatedDate: "When the connection last changed, for example through a new sign-in.",
    checkedDate: "When the target system last accepted the daily check.",
    lastFault: "Why the last daily check, renewal or subscription at the target system failed. Absent if it succeeded.",
    resources: "The resources that subscriptions want, and up to when their changes are in the event log.",
  },
  ConnectionResource: {
    reportedBy: "How changes are found: webhook if the target system reports them, poll if Kontor reads its lists.",
    completeUntilDate: "All changes up to this time are in the event log.",
    intervalSeconds: "The longest time until a change that the target system did not report is found.",
    lastFault: "Why the changes could not be read the last time. Absent if they could.",
  },
  BackgroundFault: {
    code: "The error code, from the table of errors.",
    date: "When it last failed.",
  },
  ConsoleSession: {
    kind: "link is a sign-in link that nobody has opened yet, session an open session of the console.",
    person: "The name that was given when the link was created.",
    readOnly: "true if the session can change nothing.",
    fromApiKey: "true if it was created with an API key. It ends with that key.",
    seenDate: "When the session was last used.",
  },
  AccountKeyEnd: { revoked: "true: the account key no longer works." },
  ConnectionEnd: {
    state: "disabled: the credentials are erased and the account key no longer works.",
    revoked: "true if the authorisation was also revoked at the target system.",
  },
  EndUser: {
    id: "The connection's id. Pass it to `/tenants/delete-end-user` to end the connection.",
    state: "The connection's state: active, needs_reauth or disabled.",
    createdDate: "When the end user connected.",
  },
  DeletedConnection: { id: "The id of the connection that was ended." },
  DeletedConnectionAnswer: { message: "A confirmation for people." },
  DeletedWebhookSubscription: { id: "The id of the deleted subscription." },
  Deleted: { id: "The id of the deleted record at the target system." },
  Usage: {
    day: "The day of the calls, in UTC. Only with `by=day`.",
    bytes: "The size of all request and response bodies together.",
    errors: "The calls that failed, were refused or got no response.",
    connectionId: "The connection that the calls were made for.",
    cause:
      "Why Kontor called the target system: your request (caller), reading changes (poll, sweep), a task, a renewal of tokens or subscriptions, or reading a stored record again (receipt).",
    calls: "HTTP requests to the target system, including retries.",
    bytesSent: "The size of the request bodies.",
    bytesReceived: "The size of the response bodies, decompressed.",
  },
  Issue: {
    connectionId:
      "The id of the affected connection, from `/tenants/connections`. Absent if the issue concerns no single connection.",
    kind: "The kind of cause. New kinds may be added.",
    title: "The problem in one sentence.",
    state: "`open` until the cause is gone, then `closed`.",
    actor:
      "Who has to act: your `platform`, the `end_user`, the `vendor` of the target system, or Kontor's `operator`.",
    next: "What to do: `fix` the request or its data, `wait`, let the end user `reconnect`, or `report` it to the operator.",
    count: "How often it was seen.",
    firstSeen: "When it was first seen.",
    lastSeen: "When it was last seen.",
    code: "The error code of the latest failure.",
    message: "The message of the latest failure, or the address of the endpoint that fails.",
    closedAt: "When it was closed. Absent while it is open.",
    subscriptionId: "The subscription whose endpoint fails.",
    operationId: "The latest write that is affected. See `/operations/{operationId}`.",
  },
  UsageMeta: {
    warnings: "Remarks on the request, such as a parameter that was ignored.",
    budgets: "Your daily budgets, by target system, with the calls of today.",
  },
  UsageBudget: {
    callsPerDay: "The calls per day that polls and sweeps try not to exceed.",
    callsToday: "The calls so far today (UTC), whatever their cause.",
    bytesPerDay: "The bytes per day that polls and sweeps try not to exceed.",
    bytesToday: "The bytes so far today (UTC), sent and received.",
  },
  UsageBudgetInput: {
    targetSystem: "The target system whose calls and bytes are limited, by its slug from `/targetSystems`.",
    callsPerDay: "The new number of calls per day. Without it, or with 0, calls are not limited.",
    bytesPerDay: "The new number of bytes per day, sent and received. Without it, or with 0, bytes are not limited.",
  },
  TenantConnection: {
    state: "`active`, or `needs_reauth` if the target system no longer accepts the credentials.",
    needs: "Actions that the end user has to take: `consent` to further scopes, or `reauth`: sign in again.",
    listening: "How the changes of each resource are detected. Empty without subscriptions.",
    scopes: "The OAuth scopes that the end user has granted. Absent if they are not known.",
    missingScopes:
      "OAuth scopes that the connector requests and the end user has not granted. Empty if granted scopes are unknown.",
  },
  ConnectionLink: {
    url: "The page on which the end user authorises the connection again. It works once, until `expiresDate`.",
  },
  EndUserPage: {
    url: "The page for the end user's browser. It works until `expiresDate`.",
  },
  EndUserPageInput: {
    endUserId: "The page shows all open connections with this `endUserId`. Send either this or `ids`.",
    ids: "The page shows these connections, by the ids in `/tenants/connections`. Send either this or `endUserId`.",
    locale: "The language of the page, as a BCP 47 tag. Default: the browser's language.",
    returnUrl: "A page of yours. The end user's page has a link to it.",
  },
  ConnectionLinksInput: {
    needs: "Create links for connections that need this: `consent` or `reauth`.",
    ids: "Only these connections, if they need it. Default: the oldest 100 that do.",
  },
  ConsoleLinkInput: {
    person: "The person who will use the link, as shown in the audit log: 1 to 100 characters.",
    readOnly: "true for read-only access. Default: full access to what the console offers your tenant.",
  },
  ConsoleLink: {
    url: "The URL that signs the person in. It works once; do not share it.",
    expiresDate: "When the link expires if it has not been used.",
  },
  SigningSecret: {
    signingSecret: "64 hex digits that sign callbacks and account key events. Returned only once.",
  },
  RegisteredSystem: { createdDate: "When you registered the client." },
  Difference: {
    field: "The body field, or the total that follows from the lines: `lineItems[1].taxRatePercentage`, `totalAmount`.",
    asked: "The value in your request, or the total that its lines add up to.",
    stored: "The value at the target system now.",
  },
  CustomValue: { name: "The key that the target system expects.", value: "The content. Masked in responses." },
  Requirement: {
    name: "The field name that `/auth/accounts/{targetSystem}` accepts.",
    secret: "true if the value must be hidden on screen.",
    required: "false if the field may be left empty.",
  },
  WebhookSubscription: {
    lastFault: "Why the target system does not report the changes itself. Meanwhile Kontor reads its lists.",
    ...subscription,
    targetSystem: "The target system of the connection. Any other value is rejected.",
  },
  NewWebhookSubscription: subscription,
  ListedWebhookSubscription: {
    lastFault: "Why the target system does not report the changes itself. Meanwhile Kontor reads its lists.",
    ...subscription,
    state:
      "active receives events; paused accepted no delivery for five days and must be renewed; ended receives no more events.",
    companyId: "The company whose changes are sent, if it is not the connection's selected company.",
  },
  NewWebhookSecret: {
    id: "The id of the subscription that the new secret belongs to.",
    previousUntilDate: "Until this time, deliveries are also signed with the previous secret.",
  },
  LoggedEvent: {
    id: "The event's position in the connection's log. Positions only increase.",
    recordedDate: "When the event was added to the log.",
    companyId: "The company in which the change happened, if it is not the connection's selected company.",
  },
  Event: {
    connectionId: "The connection in which the change happened. Only sent to tenant-wide subscriptions.",
    targetSystem: "The slug of the target system in which the change happened. Only sent to tenant-wide subscriptions.",
    companyId: "The company in which the change happened, if it is not the connection's selected company.",
    test: "true for test events. No record has changed.",
  },
  AccountKeyEvent: {
    accountKey: "The key for `X-ACCOUNT-KEY`. Sent only once; keep it secret.",
    createdDate: "When the end user connected, in UTC.",
    eventType: "Always CREATED, because the key is new.",
    resource: "Always ACCOUNT_KEY, which distinguishes it from events about records.",
  },
  EventsAnswer: { cursor: "Pass this as `cursor` in the next request, even if this page is empty." },
  WebhookDelivery: {
    id: "The `webhook-id` header of the requests. Identical in every attempt.",
    attempts: "All attempts so far, oldest first.",
    createdDate: "When the delivery was first due.",
    events: "The content of the request body.",
    nextAttemptDate: "When the next attempt is due. Absent once the delivery is final.",
    settledDate: "When the delivery was accepted or given up. Absent while it is open.",
    state: "open will be retried. All other states are final.",
  },
  WebhookDeliveryAttempt: {
    at: "When the attempt was made, in UTC.",
    status: "The receiver's HTTP status. Absent if there was no response.",
  },
  WebhookTestDelivery: {
    delivered: "true if the receiver responded with a 2xx status.",
    status: "The receiver's HTTP status. Absent if there was no response.",
  },
  WebhookReplayInput: {
    deliveryId: "Resends a single delivery, identified by its `webhook-id`.",
    from: "Resends events recorded at or after this time.",
    to: "Resends only events recorded before this time. Default: now.",
    failed: "true resends deliveries that were given up.",
    undelivered: "true resends deliveries that were given up and those that wait for their next attempt.",
  },
  WebhookReplay: { deliveries: "The number of deliveries that were queued." },
  WriteOperation: {
    id: "The write's id, returned as `X-Operation-Id`.",
    operation: "The operation that was called, such as `invoices.create`.",
    state:
      "The state of the write: done and refused are final, absent means that the target system has no trace of it, all other states can be reconciled.",
    idempotencyKey: "The `Idempotency-Key` that the caller sent with the write.",
    createdDate: "When the write was recorded, before the target system was called.",
    settledDate: "When the outcome became known.",
    status: "The HTTP status of the response to the write.",
  },
  Document: {
    base64Encoded: "true if `content` is base64; false if it is plain text.",
    content: "The file's content, or its URL at the target system if the file is too large.",
    contentType: "The media type of the file, such as `application/pdf`.",
    fileName: "The file name with its extension.",
  },
  DocumentType: {
    name: "The type's name. Use it as `documentType` in uploads.",
    category: "The area that the type belongs to, such as purchasing.",
  },
  DocumentExtensions: { allowed_file_extensions: "The accepted file name extensions, without a dot." },
  FileForm: {
    file: "The file to upload, up to 50 MB.",
    contactId: "The contact id of the customer or supplier that the file concerns.",
    documentDate: "The date on the document, `YYYY-MM-DD`.",
    documentId: "The id of the document at the target system that the file belongs to.",
    documentType: "The `name` of one of the target system's document types.",
    integrationSource: "The origin of the file, as free text.",
    note: "A remark that is stored with the file.",
    resourceId: "The id of the record at the target system that the file belongs to.",
  },
  BookingProposalInputWithFiles: { bookingProposal: "The booking proposal as JSON, without its files." },
  ExpenseInputWithFiles: { expense: "The expense as JSON, without its files." },
  JournalEntryInputWithFiles: { journal_entry: "The journal entry as JSON, without its files." },
  TransactionInputWithFiles: { transaction: "The transaction as JSON, without its files." },
  AsyncTask: {
    information: "Progress messages of the target system, per file.",
    responseData: "The result once the task is done: a record, or pages of `{ records }`.",
    status:
      "OPEN is waiting, IN_PROGRESS is running; SUCCESS and FINISHED succeeded, PARTIAL_SUCCESS succeeded in part, FAILED failed; the other values mean that the task was cancelled or deleted.",
  },
  AsyncTaskInformation: {
    filename: "The file that the message refers to, if any.",
    message: "The message text, as the target system wrote it.",
    timestamp: "When the message was written, in UTC.",
    type: "The severity, as the target system names it.",
  },
  StartedTask: { taskId: "The task's id. Get its status at `/asyncTask/{taskId}`." },
  Environment: {
    id: "The environment's id. Use it as `environmentName`.",
    environmentId: "Same as `id`. Use it as `environmentName`.",
    name: "The environment's name at the target system.",
    type: "The purpose of the environment, such as production or sandbox.",
    tenantId: "The id of the vendor's tenant that owns the environment.",
    applicationFamily: "The vendor's product that runs in the environment.",
    countryCode: "The country edition, as a two-letter code.",
  },
  Company: {
    id: "The company's id. Use it as `companyId`.",
    name: "The company's name at the target system.",
    environmentId: "The environment that contains the company. Use it as `environmentName`.",
    client_number: "The number under which the tax adviser manages the company.",
    consultant_number: "The tax adviser's number.",
    subscription: "The company's plan at the vendor. Some operations require a certain plan.",
  },
  Subscription: {
    id: "The plan's id at the vendor.",
    name: "The vendor's name for the plan.",
    status: "The state of the plan, as the vendor names it.",
    active: "true if the plan can currently be used.",
  },
  UserInfo: {
    id: "The user's id at the target system.",
    account_id: "The id of the vendor account that the user belongs to.",
    family_name: "The surname of the user.",
    name: "The user's full name.",
  },
};
