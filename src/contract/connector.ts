/**
 * The connector contract. A connector is a value that describes a target system: its name, how end users sign in, what they
 * must select, how it reports errors, and which operations it supports. Operations, filters, sort orders and fields that
 * are not listed are not supported.
 */

import type { Announcements } from "./announcements.ts";
import type { FailureCode, Fault } from "./failure.ts";
import type { InputOf, OperationId, OperationOf, RecordOf } from "./operations.ts";
import type { Day } from "./parameters.ts";
import type { Company, Environment, UserInfo } from "./records/connection.ts";
import type { AsyncTask } from "./records/documents.ts";
import type { VendorCredit } from "./records/purchasing.ts";
import type { Scope, Session, UploadedFile, VendorQuery, VendorReply, VendorRequest } from "./session.ts";
import type { SignIn, SiteFacts } from "./signIn.ts";
import type { Webhooks } from "./webhooks.ts";

export interface Connector {
  /** The slug in paths: lower-case letters, digits and dashes. */
  readonly id: string;
  /** The vendor's name for the target system. */
  readonly name: string;
  /** One sentence that helps people choose a target system. */
  readonly about: string;
  /** The icon on pages: one or two letters in the product's colours. Never the vendor's logo. */
  readonly mark?: { readonly letters: string; readonly ground: string; readonly ink: string };
  /**
   * The base URL of every path. Credential names in braces are replaced if each customer has a separate host or path:
   * `https://{tenantId}.vendor.example/api`. Use a function if the URL depends on more than that.
   */
  readonly site: string | ((facts: SiteFacts) => string);
  /** Marks the built-in demo system, which an operator can disable. */
  readonly builtIn?: true;
  /** Marks an edition for developers, with the vendor's test companies. End users are not offered it. */
  readonly testEdition?: true;
  /** Further base URLs of the API with the same sign-in and company. An absolute path that starts with one of them is sent there. */
  readonly otherSites?: readonly string[];
  /**
   * Hosts that are read without credentials, for public data and for files that the vendor redirects to. A `*` matches any
   * characters except a dot: `files-*.vendor.example`.
   */
  readonly publicHosts?: readonly string[];
  /** How end users sign in. */
  readonly signIn: SignIn;
  /** The choices that must be made before data can be read, outermost level first. */
  readonly needs: readonly Need[];
  /** A path outside any company that succeeds only with valid credentials. Use a function if one read is not enough. */
  readonly proof: string | ((session: Session) => Promise<unknown>);
  /** Lists the environments, if one must be selected. */
  readonly environments?: (session: Session) => Promise<readonly Environment[]>;
  /** Lists the companies, if one must be selected. */
  readonly companies?: (session: Session, environment: string | undefined) => Promise<readonly Company[]>;
  /** Reads the company that was selected at sign-in, if the credentials cover only that one and cannot list companies. */
  readonly company?: (session: Session, id: string) => Promise<Company>;
  /** Reads the signed-in user, if the vendor provides it. */
  readonly user?: (session: Session) => Promise<UserInfo>;
  /** Adds the selected environment and company to every request, as a path prefix, as query parameters or as headers. */
  readonly scope?: (scope: Scope) => {
    readonly path?: string;
    readonly query?: VendorQuery;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** How the vendor reports errors. */
  readonly refusals: Refusals;
  /**
   * Missing rights of the connected user, a sentence each, for the answer to the sign-in. Without it, Kontor tries to read
   * the lists that most users may read.
   */
  readonly restrictions?: (session: Session) => Promise<readonly string[]>;
  /** Reads the last day of the closed period, if the vendor provides it. */
  readonly closedUntil?: (session: Session) => Promise<Day | undefined>;
  /** Reads the first days of the fiscal years, if the vendor provides them: `2026-07-01`, or `07-01` if it is the same every year. */
  readonly fiscalYearStarts?: (session: Session) => Promise<readonly string[]>;
  /** Reads the company's own currency, if the vendor provides it. */
  readonly companyCurrency?: (session: Session) => Promise<string | undefined>;
  /** Reads what is still open of a document, if the vendor provides it. Payments of more are refused. */
  readonly openAmount?: (document: PaidDocument, session: Session) => Promise<OpenAmount | undefined>;
  /** Whether a vendor's payment was matched with a line of a bank statement, if its records say so. It cannot be deleted. */
  readonly isReconciled?: (payment: unknown) => boolean;
  /** Reads a vendor credit before it is changed or deleted: the contract has no operation for a single one. */
  readonly vendorCredit?: GetHandler<VendorCredit>;
  /**
   * Reads the company's default tax code for a percentage, if the vendor has several with the same percentage or none. Null
   * if a line without a code has this percentage. With a rule, reads the code that stands for the rule: undefined if the
   * vendor marks no code with it, so that the names of the codes decide.
   */
  readonly defaultTaxCode?: (tax: TaxChoice, session: Session) => Promise<string | null | undefined>;
  /**
   * The default tax code of an account, from the vendor's record of it as `accounts.list` reads it. It decides between codes
   * with the same percentage, for lines without an item that has a code.
   */
  readonly taxCodeOfAccount?: (native: unknown) => string | undefined;
  /** The same for the document's contact, from the vendor's record of the customer or supplier. It decides after the account. */
  readonly taxCodeOfContact?: (native: unknown, usage: "INVOICE" | "BILL") => string | undefined;
  /**
   * The tax rules that a tax code stands for, from the vendor's record of it as `taxRates.list` reads it. Undefined if the
   * record does not say, so that the code's name decides.
   */
  readonly rulesOfTaxCode?: (native: unknown) => readonly string[] | undefined;
  /** The vendor answers a list without records with 204 and no body. */
  readonly emptyListHasNoContent?: true;
  /** Whether `rawData=true` has an effect. */
  readonly rawData: boolean;
  /** The vendor's webhooks. Changes that they do not report are detected by polling. */
  readonly webhooks?: Webhooks;
  /** The vendor's WebSocket, which says when a connection has to be polled. Only for vendors with OAuth. */
  readonly announcements?: Announcements;
  /** Whether events are delivered to callers in batches, as an array. */
  readonly batches?: true;
  /** Minimum seconds between two polls, if the vendor's limits require more than Kontor's default. */
  readonly pollEvery?: number;
  /** The supported operations. */
  readonly operations: OperationHandlers;
  /** The evidence for each operation. Operations that are not listed rest on the vendor's documentation alone. */
  readonly evidence?: EvidenceTable;
  /** Reads the vendor's own tasks, by the ids that its records return as `taskId`. */
  readonly task?: GetHandler<AsyncTask>;
  /**
   * The maximum size of a JSON response in megabytes, for vendors that return whole books in one response. Default: 10. The
   * operator's limit also applies.
   */
  readonly maxResponseMegabytes?: number;
  /** The vendor's documented rate limits. The session observes all of them. */
  readonly limits?: readonly VendorLimit[];
}

export type EvidenceTable = { readonly [Id in OperationId]?: OperationEvidence };

export interface OperationEvidence {
  /** The number of replies or accepted requests that others recorded or the vendor published. */
  readonly recordings?: number;
  /** The program, its version and the day of a run: `Example 6.0.29, 2026-11-16`. */
  readonly liveRun?: string;
}

/** A document that a payment names. */
export interface PaidDocument {
  readonly documentType: "INVOICE" | "BILL";
  readonly id: string;
}

/** The open amount of a document, in its own currency. */
export interface OpenAmount {
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
}

/** A tax percentage for which a code is needed, and the kind of document it is for. */
export interface TaxChoice {
  readonly percentage: number;
  /** Why there is no tax, if the body says so: `REVERSE_CHARGE`. The percentage is 0 then. */
  readonly rule?: string;
  readonly usage: "INVOICE" | "BILL" | "JOURNAL_ENTRY";
}

/** A maximum number of calls in a sliding window of seconds, or of concurrent calls. */
export type VendorLimit = {
  /**
   * What the limit applies to: the calls of a connection, the calls of the app to one company across connections (calls
   * outside any company do not count), or all calls of the app, which is one OAuth client.
   */
  readonly per: "connection" | "company" | "app";
} & ({ readonly calls: number; readonly seconds: number } | { readonly atOnce: number });

/** A selection that a target system requires. */
export type Need = "environment" | "company";

/** How a vendor reports errors. */
export interface Refusals {
  /** Extracts the vendor's explanation from the error body, which is an object if it is JSON, otherwise a string. */
  readonly message: (body: unknown) => string | undefined;
  /** Extracts the vendor's names of the invalid fields, if the error body has them: `line_items[0].tax_code`. */
  readonly fields?: (body: unknown) => readonly (string | null | undefined)[];
  /**
   * Corrects the status, for vendors that return errors with 200 or report an expired session without 401. Undefined if the
   * status is right. The body is the same as in `message`.
   */
  readonly status?: (body: unknown, status: number) => number | undefined;
  /** Error codes for statuses that deviate from HTTP. Use a function if the code depends on the body. */
  readonly codes?: Readonly<Record<number, FailureCode | ((body: unknown) => FailureCode)>>;
  /**
   * Set if the vendor answers 401 to a missing right, too, without a difference in the body. If `proof`, a path, can still be
   * read with the same token, the right is missing.
   */
  readonly rightsAsUnauthorized?: true;
  /** Seconds to wait, if the vendor does not use a standard `Retry-After` header. */
  readonly wait?: (headers: VendorReply["headers"], now: number) => number | undefined;
}

/** A handler for each supported operation. */
export type OperationHandlers = { readonly [Id in OperationId]?: Handler<Id> };

type Handler<Id extends OperationId> = OperationOf<Id>["kind"] extends "list"
  ? ListHandler<RecordOf<Id>> | StartHandler<RecordOf<Id>>
  : OperationOf<Id>["kind"] extends "get"
    ? GetHandler<RecordOf<Id>>
    : WriteHandler<InputOf<Id>, OperationOf<Id>["many"] extends true ? readonly RecordOf<Id>[] : RecordOf<Id>>;

/** The fields that a mapping provides. A field that is an object or a list of objects has a nested table. */
export interface FieldTable {
  readonly [field: string]: true | FieldTable;
}

/** The words that a vendor accepts for a field. Fields that accept every word of the contract are not listed. */
export interface AcceptedWords {
  readonly [field: string]: readonly string[];
}

interface HandlerFacts {
  /** The fields that responses can contain. */
  readonly fields: FieldTable;
  /** Rules for callers that are specific to this vendor. Shown with the target system's capabilities. */
  readonly rules?: readonly string[];
}

export interface ListFacts extends HandlerFacts {
  /** Set if a page may take as many requests as the whole list. Kontor says so in the rules that callers see. */
  readonly readsWholeList?: true;
  /** The filters that have an effect. */
  readonly filters: readonly FilterName[];
  /**
   * For vendors that know only the day of a change. "day": the handler gets `lastModifiedAt` as midnight UTC, and Kontor
   * drops earlier changes of that day afterwards. "midnight": callers must pass midnight themselves.
   */
  readonly modifiedBy?: "day" | "midnight";
  /** The values of `orderField` that have an effect. */
  readonly orders: readonly string[];
  /** Filters that this vendor requires. */
  readonly requires: readonly FilterName[];
}

export interface ListHandler<Record> extends ListFacts {
  /** Reads one page, or the whole list if the call has no window. */
  list(call: ListCall, session: Session): Promise<Listing<Record>>;
  /** The largest page that takes one request, a multiple of 50. Kontor's own reads use it; callers may ask for 100. */
  readonly largestPage?: number;
  /** Returns the ids of records deleted since then, if the vendor reports deletions. */
  deletedSince?(since: Date, session: Session): Promise<readonly string[]>;
}

/** A list that the vendor produces in the background. The caller gets a task and reads the records from it. */
export interface StartHandler<Record> extends ListFacts {
  /** Starts the job and returns what identifies it at the vendor, as a JSON value. */
  start(call: ListCall, session: Session): Promise<unknown>;
  /** How to poll the job and read its records. */
  readonly job: Job<Record>;
}

/** Work that a vendor does in the background. `started` is the JSON value that the start of the job returned. */
export interface Job<Record> {
  /** Reads the state of the job. */
  poll(started: unknown, session: Session): Promise<JobReport>;
  /** Reads the results of a finished job, page by page to save memory. */
  records(started: unknown, session: Session): AsyncIterable<readonly JobRecord<Record>[]>;
}

export interface JobRecord<Record> extends FoundRecord<Record> {
  /** Of a bulk write: the position of the entry that it was made from, beginning with 0. Kontor compares both. */
  readonly entry?: number;
}

export interface JobReport {
  readonly state: "running" | "done" | "failed";
  /** Error messages. If the job is done, they concern single entries. */
  readonly faults?: readonly string[];
}

export interface GetHandler<Record> extends HandlerFacts {
  /** Reads one record by the ids in the path. */
  get(call: Call, session: Session): Promise<FoundRecord<Record>>;
}

/**
 * A write. `request` is a pure function, so that a dry run can show the request without sending it. The connector knows how
 * to find out whether an interrupted attempt succeeded (`find`); Kontor decides when to ask.
 */
export interface WriteHandler<Input, Record> extends HandlerFacts {
  /** The body fields that the vendor can store. Any other field causes a warning. */
  readonly writableFields: FieldTable;
  /** The words that the vendor accepts, for fields where it does not accept all: `lineAmountTypes: ["EXCLUSIVE"]`. */
  readonly accepts?: AcceptedWords;
  /** The body fields that this vendor requires; `lineItems.taxRateId` if each line requires it. */
  readonly requires: readonly string[];
  /** Builds the request to the vendor. */
  request(call: WriteCall<Input>, prepared?: unknown): VendorRequest;
  /** Reads what `request` needs from the vendor, such as the current version of the record. */
  prepare?(call: WriteCall<Input>, session: Session): Promise<unknown>;
  /**
   * Validates the request at the vendor without executing it, if the vendor supports that. Returns the faults with the
   * vendor's field names. Used by dry runs, where it takes precedence over Kontor's own validation.
   */
  check?(request: VendorRequest, session: Session): Promise<readonly Fault[]>;
  /** Translates the vendor's field names in a rejection to body fields, as far as possible: `lineItems[1].taxCode`. */
  rejectedFields?(call: Pick<WriteCall<Input>, "body">, rejection: RejectionDetails): readonly string[];
  /** Converts the vendor's reply to a record, without further requests. */
  answer(reply: unknown, call: WriteCall<Input>): FoundRecord<Record>;
  /**
   * Follow-up steps after the vendor has accepted the request, such as attaching files, posting or reading the record back.
   * Returns the reply for `answer`. After a crash it runs again, so each step must be repeatable. If it fails, the write
   * still counts as made, unless the failure has `undone`.
   */
  complete?(reply: unknown, call: WriteCall<Input>, session: Session): Promise<unknown>;
  /** Converts the first reply alone to a record, if it has less than `answer` needs. */
  incomplete?(reply: unknown, call: WriteCall<Input>): FoundRecord<unknown>;
  /**
   * Deletes what this write has created, if the vendor lets drafts be deleted. Used only for drafts without a number that
   * were stored differently from the body.
   */
  undo?(id: string, session: Session): Promise<unknown>;
  /** Marks an idempotent write, such as a replacement or a deletion. */
  readonly repeatable?: true;
  /** Finds the vendor's reply to an earlier, successful attempt with the same marker, if any. */
  find?(call: WriteCall<Input>, session: Session): Promise<unknown>;
  /**
   * Finds the record of a write that the vendor has accepted with this reply. Reads only: used to look up an outcome that is
   * unknown because the record could not be read back.
   */
  findAccepted?(reply: unknown, call: WriteCall<Input>, session: Session): Promise<unknown>;
  /** For a bulk write at a vendor that takes one record at a time: the operation that writes each entry. */
  readonly entryOperation?: OperationId;
  /** For writes that only start a job at the vendor. `raw` of the result identifies the job. */
  readonly job?: Job<unknown>;
}

/** The vendor's explanation of a rejection: its field names, if any, and its message. */
export interface RejectionDetails {
  readonly fields: readonly string[];
  readonly message: string | undefined;
}

export interface WriteCall<Input> extends Call {
  /** The request body, validated against the contract. */
  readonly body: Input;
  /** The uploaded files. */
  readonly files: readonly UploadedFile[];
  /** Identifies this write at the vendor, in a field that can store it. Identical in every attempt. */
  readonly marker: string;
}

/** Filter values that callers can pass, already parsed. */
export interface Filters {
  readonly lastModifiedAt?: Date;
  readonly fiscalYearStartDate?: Day;
  readonly transactionDateFrom?: Day;
  readonly billDateFrom?: Day;
  readonly dueDateFrom?: Day;
  readonly isActive?: boolean;
  readonly fiscalYear?: string;
  readonly status?: string;
  readonly paymentStatus?: string;
  readonly bookingType?: string;
  readonly debitCreditIndicator?: string;
  readonly types?: string;
  readonly classFilter?: string;
  readonly type?: string;
  readonly name?: string;
  readonly email?: string;
  readonly number?: string;
  readonly itemNumber?: string;
  readonly accountNumber?: string;
  readonly accountCode?: string;
  readonly documentNumber?: string;
  readonly invoiceId?: string;
  readonly journalCode?: string;
}
export type FilterName = keyof Filters;

export interface Call {
  /** The ids in the path, by name. */
  readonly ids: Readonly<Record<string, string>>;
  readonly filters: Filters;
}

export interface ListCall extends Call {
  readonly order?: Order | undefined;
  /** The requested page. Absent to read the whole list. */
  readonly window?: PageWindow | undefined;
}

export interface Order {
  readonly field: string;
  readonly direction: "ASC" | "DESC";
}

export interface PageWindow {
  /** Starts at 1. */
  readonly page: number;
  readonly limit: number;
}

/** A record in the contract's format together with the vendor's original. */
export interface FoundRecord<Record> {
  readonly record: Record;
  /** The vendor's original record. */
  readonly raw: unknown;
  readonly warnings?: readonly string[];
}

/** The result of a list call. */
export interface Listing<Record> {
  readonly records: readonly Record[];
  /** The vendor's original records, in the same order. */
  readonly raw: readonly unknown[];
  /** The number of records in the whole list. Absent if the vendor does not report it and counting is expensive. */
  readonly total?: number | undefined;
  readonly warnings?: readonly string[];
}
