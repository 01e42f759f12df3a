/** What the suite has to be told of a connector; everything else it finds in the connector itself. */

import type { Simulation } from "../../simulators/simulation.ts";
import type { Exchange } from "../../simulators/start.ts";
import type { Connector, FilterName } from "../../src/contract/connector.ts";
import type { InputOf, OperationId } from "../../src/contract/operations.ts";
import type { Description } from "../specs/description.ts";
import type { Row } from "../support/service.ts";

export type Ids = Readonly<Record<string, string>>;
export type Query = Readonly<Record<string, string | number>>;

/** For bodies that name other records: the records of a list, and ids out of it. */
export interface Known {
  rows(list: OperationId): Promise<readonly Row[]>;
  /** The id of the first record of a list that fits. */
  id(list: OperationId, fits?: (row: Row) => boolean): Promise<string>;
  /** What an earlier write of this suite made. */
  written(id: OperationId): Row | undefined;
  /** Different in every call, for fields that must not repeat. */
  fresh(): string;
}

export type Wanted<Body> = Body | ((known: Known) => Body | Promise<Body>);

export interface Facts {
  readonly connector: Connector;
  readonly simulation: Simulation;
  /** Bodies of writes. Without one, a body is made from the contract and from what the connector says it writableFields. */
  readonly requests?: { readonly [Id in OperationId]?: Wanted<InputOf<Id>> };
  /** Writes that are sent as multipart, with a small PDF. */
  readonly withFile?: readonly OperationId[];
  /** Sent with every call of a list: a fiscal year, for example, or the record that it is about. */
  readonly always?: { readonly [Id in OperationId]?: Query | ((known: Pick<Known, "id">) => Promise<Query>) };
  /** The ids in the path, where the records of the parent list do not lead there. */
  readonly ids?: { readonly [Id in OperationId]?: Ids };
  /** Values for filters, where the records do not tell them. */
  readonly values?: { readonly [Id in OperationId]?: { readonly [Name in FilterName]?: string } };
  /** The vendor's own id, where ours is made from it. */
  readonly vendorId?: (id: string, list: OperationId) => string;
  /**
   * What a finding begins with → why it is right all the same: `{ "invoices.list: claims taxRule": "only of …" }`. Between
   * slashes it is a pattern: `/^invoices\.\w+: claims tax/`. An excuse that nothing needs is a finding itself.
   */
  readonly excuses?: Readonly<Record<string, string>>;
  /** Where the connector's files are; `src/connectors/<slug>` unless given. */
  readonly folder?: string;
  /** The vendor's own description, for `npm run test:specs -- <folder>`. */
  readonly description?: Description;
  /** Compares what went over the wire with it, where that takes something of its own. */
  readonly spec?: (exchanges: readonly Exchange[]) => readonly string[] | Promise<readonly string[]>;
}
