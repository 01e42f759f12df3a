/** The facts that the suite needs about a connector. It reads everything else from the connector itself. */

import type { Simulation } from "../../simulators/simulation.ts";
import type { Exchange } from "../../simulators/start.ts";
import type { Connector, FilterName } from "../../src/contract/connector.ts";
import type { InputOf, OperationId } from "../../src/contract/operations.ts";
import type { Description } from "../specs/description.ts";
import type { Row } from "../support/service.ts";

export type Ids = Readonly<Record<string, string>>;
export type Query = Readonly<Record<string, string | number>>;

/** Known records, for request bodies that refer to them. */
export interface Known {
  rows(list: OperationId): Promise<readonly Row[]>;
  /** The id of the list's first matching record. */
  id(list: OperationId, fits?: (row: Row) => boolean): Promise<string>;
  /** The record that an earlier write of this suite created. */
  written(id: OperationId): Row | undefined;
  /** A new value on every call, for fields that must be unique. */
  fresh(): string;
}

export type RequestBody<Body> = Body | ((known: Known) => Body | Promise<Body>);

export interface Facts {
  readonly connector: Connector;
  readonly simulation: Simulation;
  /** Bodies of writes. By default, the suite makes a body from the contract and the connector's `writableFields`. */
  readonly requests?: { readonly [Id in OperationId]?: RequestBody<InputOf<Id>> };
  /** Writes that are sent as multipart, with a small PDF. */
  readonly withFile?: readonly OperationId[];
  /** Query parameters for every call of a list: a fiscal year, for example, or a parent record. */
  readonly always?: { readonly [Id in OperationId]?: Query | ((known: Pick<Known, "id">) => Promise<Query>) };
  /** The ids in the path, if the suite cannot find them in the parent list. */
  readonly ids?: { readonly [Id in OperationId]?: Ids };
  /** The listed records that a write may change or delete, if a record that the suite creates is locked. */
  readonly changeable?: { readonly [Id in OperationId]?: (row: Row) => boolean };
  /** Values for filters, if the suite cannot find them in the records. */
  readonly values?: { readonly [Id in OperationId]?: { readonly [Name in FilterName]?: string } };
  /** The vendor's id for one of our ids, if they differ. */
  readonly vendorId?: (id: string, list: OperationId) => string;
  /**
   * Accepted findings: the beginning of the finding, and the reason: `{ "invoices.list: claims taxRule": "only of …" }`. A key
   * between slashes is a pattern: `/^invoices\.\w+: claims tax/`. An unused excuse is a finding itself.
   */
  readonly excuses?: Readonly<Record<string, string>>;
  /** The connector's folder, `src/connectors/<slug>` by default. */
  readonly folder?: string;
  /** The vendor's API description, for `npm run test:specs -- <folder>`. */
  readonly description?: Description;
  /** Compares the recorded traffic with the vendor's API description, if the usual comparison does not work. */
  readonly spec?: (exchanges: readonly Exchange[]) => readonly string[] | Promise<readonly string[]>;
}
