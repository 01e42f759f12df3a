/**
 * The connector contract. A connector is a value that describes a vendor: who it is, how one signs in, what has to be
 * chosen, how it refuses, and which operations it offers. Leaving an operation, a filter, an ordering or a field out is
 * the way to say "not supported"; nothing is declared twice.
 */

import type { FailureCode, Fault } from "./failure.ts";
import type { InputOf, OperationId, OperationOf, RecordOf } from "./operations.ts";
import type { Day } from "./parameters.ts";
import type { Company, Environment, UserInfo } from "./records/connection.ts";
import type { AsyncTask } from "./records/documents.ts";
import type { Scope, Session, UploadedFile, VendorReply, VendorRequest } from "./session.ts";
import type { SignIn, SiteFacts } from "./signIn.ts";
import type { Webhooks } from "./webhooks.ts";

export interface Connector {
  /** The slug in paths: lower case, digits, dashes. */
  readonly id: string;
  readonly name: string;
  /** One sentence for people who choose a target system. */
  readonly about: string;
  /** How pages draw it: one or two letters in the product's colours. Ours, never the vendor's logo. */
  readonly mark?: { readonly letters: string; readonly ground: string; readonly ink: string };
  /**
   * The address that every path is relative to. A function where it depends on who asks; with `{names}` of the credentials
   * where each customer has a host or path of their own: `https://{tenantId}.vendor.example/api`.
   */
  readonly site: string | ((facts: SiteFacts) => string);
  /** The target system is the demo inside this service, which an operator may leave out. */
  readonly builtIn?: true;
  /** Other addresses of its API, with the same sign-in and the same company: paths that begin with one of them go there. */
  readonly alsoSites?: readonly string[];
  /**
   * Other hosts of the vendor, read without sign-in: for what is public there, and for files that it redirects to. A `*`
   * is any part of a name without a dot: `files-*.vendor.example`.
   */
  readonly alsoAt?: readonly string[];
  readonly signIn: SignIn;
  /** What has to be chosen before data can be read, outermost first. */
  readonly needs: readonly Need[];
  /** A path outside any company that answers only to right credentials; a function where that takes more than reading it. */
  readonly proof: string | ((session: Session) => Promise<unknown>);
  /** What can be chosen, where something has to be. */
  readonly environments?: (session: Session) => Promise<readonly Environment[]>;
  readonly companies?: (session: Session, environment: string | undefined) => Promise<readonly Company[]>;
  /** Who signed in, where the vendor tells. */
  readonly user?: (session: Session) => Promise<UserInfo>;
  /** How the choice reaches the vendor. */
  readonly scope?: (scope: Scope) => { readonly path?: string; readonly headers?: Readonly<Record<string, string>> };
  readonly refusals: Refusals;
  /** The last day of what is closed for good, where the vendor tells. */
  readonly closedUntil?: (session: Session) => Promise<Day | undefined>;
  /** The first days of its fiscal years, where the vendor tells: `2026-07-01`, or `07-01` where all begin alike. */
  readonly fiscalYearStarts?: (session: Session) => Promise<readonly string[]>;
  /** Whether `rawData=true` has an effect. */
  readonly rawData: boolean;
  /** How the vendor itself tells of changes. What it does not tell of is found by asking its lists again and again. */
  readonly webhooks?: Webhooks;
  /** Whether events leave as a list, several in one body. */
  readonly batches?: true;
  /** Seconds between two polls for changes at least, where the vendor's limits ask for more patience than ours. */
  readonly pollEvery?: number;
  readonly operations: Offered;
  /** Tasks of the vendor's own, by the ids that its records tell as `taskId`. */
  readonly task?: GetHandler<AsyncTask>;
  /**
   * Megabytes of JSON that one answer of the vendor's may have, where it hands out whole books in one piece: 10 unless said
   * otherwise, and never more than the operator allows.
   */
  readonly largestAnswer?: number;
  /** How much the vendor takes, from its own pages: all of these hold at once, and the session keeps to them. */
  readonly limits?: readonly VendorLimit[];
}

/** So many calls in any stretch of so many seconds, or so many under way at one moment. */
export type VendorLimit = {
  /**
   * What the vendor counts together: a connection's calls, those of our app to one company whoever connected it (calls
   * outside any company do not count), or all of our app, which is one OAuth client.
   */
  readonly per: "connection" | "company" | "app";
} & ({ readonly calls: number; readonly seconds: number } | { readonly atOnce: number });

export type Need = "environment" | "company";

export interface Refusals {
  /** The vendor's own explanation, from its error body: an object where that is JSON, otherwise its words as a text. */
  readonly message: (body: unknown) => string | undefined;
  /** The vendor's own names of the fields that are at fault, where its error body has them: `line_items[0].tax_code`. */
  readonly fields?: (body: unknown) => readonly (string | null | undefined)[];
  /**
   * The status that an answer should have had, for vendors that put errors into a 200 or say that a session has ended
   * otherwise than with 401; undefined where it is right as it is. The body is as `message` sees it.
   */
  readonly status?: (body: unknown, status: number) => number | undefined;
  /** Statuses that mean something else here than what HTTP says; a function where the body tells. */
  readonly codes?: Readonly<Record<number, FailureCode | ((body: unknown) => FailureCode)>>;
  /** Seconds to wait, where the vendor says so otherwise than with seconds or a date in `Retry-After`. */
  readonly wait?: (headers: VendorReply["headers"], now: number) => number | undefined;
}

export type Offered = { readonly [Id in OperationId]?: Handler<Id> };

type Handler<Id extends OperationId> = OperationOf<Id>["kind"] extends "list"
  ? ListHandler<RecordOf<Id>> | StartHandler<RecordOf<Id>>
  : OperationOf<Id>["kind"] extends "get"
    ? GetHandler<RecordOf<Id>>
    : WriteHandler<InputOf<Id>, OperationOf<Id>["many"] extends true ? readonly RecordOf<Id>[] : RecordOf<Id>>;

/** Which fields a mapping fills; a field that is an object or a list of objects has a table of its own. */
export interface FieldTable {
  readonly [field: string]: true | FieldTable;
}

interface Reading {
  readonly fields: FieldTable;
  /** What a caller has to know of this operation at this vendor. Shown with the target system's capabilities. */
  readonly rules?: readonly string[];
}

export interface Listable extends Reading {
  readonly filters: readonly FilterName[];
  /**
   * Where the vendor knows only the day of a change: `lastModifiedAt` is then the first moment of a day in UTC, and what
   * changed on it before the moment that the caller named is left out afterwards. With "midnight" callers have to name
   * a whole day themselves.
   */
  readonly modifiedBy?: "day" | "midnight";
  readonly orders: readonly string[];
  /** Filters without which this vendor cannot answer. */
  readonly requires: readonly FilterName[];
}

export interface ListHandler<Record> extends Listable {
  list(call: ListCall, session: Session): Promise<Listing<Record>>;
  /** What is gone from the list since then, by the ids that it had, where the vendor tells; what it does not know is nothing. */
  deletedSince?(since: Date, session: Session): Promise<readonly string[]>;
}

/** A list that the vendor puts together in its own time: the caller gets a task, and the records from it. */
export interface StartHandler<Record> extends Listable {
  /** Begins it, and tells what names it at the vendor: a value of JSON. */
  start(call: ListCall, session: Session): Promise<unknown>;
  readonly job: Job<Record>;
}

/** Work that a vendor does in its own time, named by what it answered when the work began. */
export interface Job<Record> {
  poll(begun: unknown, session: Session): Promise<JobReport>;
  /** What came of it, once it is done: a page at a time, so that any number of records takes little memory. */
  records(begun: unknown, session: Session): AsyncIterable<readonly Found<Record>[]>;
}

export interface JobReport {
  readonly state: "running" | "done" | "failed";
  /** What went wrong; with a job that is done, with some of its entries. */
  readonly faults?: readonly string[];
}

export interface GetHandler<Record> extends Reading {
  get(call: Call, session: Session): Promise<Found<Record>>;
}

/**
 * A write. What would be sent is a pure function of what was asked for, so that it can be shown without being sent; how
 * to find out whether an interrupted attempt got through is the connector's knowledge, when to ask is not.
 */
export interface WriteHandler<Input, Record> extends Reading {
  /** The fields of the body that the vendor can store; others are named in a warning. */
  readonly writableFields: FieldTable;
  /** Fields of the body without which this vendor refuses; `lineItems.taxRateId` where each line has to have it. */
  readonly requires: readonly string[];
  request(call: WriteCall<Input>, prepared?: unknown): VendorRequest;
  /** For vendors that want something of theirs back, such as a version: read just before, and handed to `request`. */
  prepare?(call: WriteCall<Input>, session: Session): Promise<unknown>;
  /**
   * For vendors that say whether they would take a request without taking it: what they would refuse of it, in their
   * fields. A dry run asks, and believes it more than our own reckoning.
   */
  check?(request: VendorRequest, session: Session): Promise<readonly Fault[]>;
  /** The fields of the body that the vendor means when it refuses, as far as that can be told: `lineItems[1].taxCode`. */
  meant?(call: Pick<WriteCall<Input>, "body">, said: FieldNotes): readonly string[];
  /** The vendor's reply as a record. Nothing is asked of the vendor here. */
  answer(reply: unknown, call: WriteCall<Input>): Found<Record>;
  /**
   * What still has to be done once the vendor has taken it, such as adding files, posting it or reading it back: the
   * reply that `answer` then reads. A crash may cut it short, and it is done again: each step has to bear that. Where it
   * fails the write stays made, unless the failure says `undone`.
   */
  complete?(reply: unknown, call: WriteCall<Input>, session: Session): Promise<unknown>;
  /** What is known of the record from the first reply alone, where that is less than `answer` needs. */
  incomplete?(reply: unknown, call: WriteCall<Input>): Found<unknown>;
  /** Whether doing it twice is the same as doing it once, as with a replacement or a deletion. */
  readonly repeatable?: true;
  /** The vendor's answer to an earlier attempt with the same marker, if there was one that got through. */
  find?(call: WriteCall<Input>, session: Session): Promise<unknown>;
  /** Where the write only begins work that the vendor does later: `raw` of the answer is what names it. */
  readonly job?: Job<unknown>;
}

/** What a refusal says of the request: the vendor's own names of fields, where it gives them, and its words. */
export interface FieldNotes {
  readonly fields: readonly string[];
  readonly message: string | undefined;
}

export interface WriteCall<Input> extends Call {
  readonly body: Input;
  readonly files: readonly UploadedFile[];
  /** Names this write at the vendor, where it has a place for such a thing: the same for every attempt. */
  readonly marker: string;
}

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
  /** Absent where the whole list is asked for. */
  readonly window?: Window | undefined;
}

export interface Order {
  readonly field: string;
  readonly direction: "ASC" | "DESC";
}

export interface Window {
  /** Starts at 1. */
  readonly page: number;
  readonly limit: number;
}

export interface Found<Record> {
  readonly record: Record;
  /** The vendor's own record. */
  readonly raw: unknown;
  readonly warnings?: readonly string[];
}

export interface Listing<Record> {
  readonly records: readonly Record[];
  readonly raw: readonly unknown[];
  /** Absent when the vendor does not tell and cannot be asked cheaply. */
  readonly total?: number | undefined;
  readonly warnings?: readonly string[];
  /** Made for this call alone: it is emptied once it was used (`kit/release.ts`). */
  readonly isFresh?: true;
}
