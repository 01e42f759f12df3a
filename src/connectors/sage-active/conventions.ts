/** Conventions of Sage Active's lists and mutations. */

import type { Session } from "../../contract/session.ts";
import { instants } from "../../kit/columns.ts";
import { instant } from "../../kit/dates.ts";
import { invalidField } from "../../kit/encode.ts";
import { anyOf, type Condition, compare } from "../../kit/graphql/conditions.ts";
import { act as actAt, type Mutation, mutation as mutationAt } from "../../kit/graphql/mutations.ts";
import { graphQlReads } from "../../kit/graphql/reads.ts";
import { ask as askAt, type GraphQlRequest } from "../../kit/graphql/request.ts";
import type { Stamped, Text } from "./types.ts";

const path = "/graphql";

const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The largest page is the vendor's (page on pagination, 2026-11). */
export const { all, one, list, get } = graphQlReads({ path, largest: 500, idType: "UUID", isId });

export const mutation = (sent: Mutation) => mutationAt(path, sent);
export const act = (session: Session, sent: Mutation, values: object): Promise<object> =>
  actAt(session, path, sent, values);
export const ask = (session: Session, request: GraphQlRequest): Promise<Readonly<Record<string, unknown>>> =>
  askAt(session, path, request);

/** `modificationDate` is null until the first change. */
const changedSince = (at: Date): Condition => {
  const since = at.toISOString();
  return anyOf(...["creationDate", "modificationDate"].map((field) => compare(field, "gte", "DateTime", since)));
};

export const modified = { lastModifiedAt: changedSince };

const created = instants({ createdDate: "creationDate" });

export const updatedDate = ({ creationDate, modificationDate }: Stamped): string | undefined =>
  instant(modificationDate) ?? instant(creationDate);

export const stamps = { ...created, updatedDate };

/** Unchanging, so that pages do not shift. */
export const orderOfCreation = "creationDate";

/** An id of a record that a body refers to: the schema refuses everything else as a whole. */
export function checkedId(id: string, field: string): string {
  if (!isId(id)) throw invalidField("This target system's ids are UUIDs.", field);
  return id;
}

/** For encoders: `contactId: idAs("customerId")`. */
export const idAs = (name: string) =>
  Object.assign((id: string, _input: unknown, field: string): object => ({ [name]: checkedId(id, field) }), {
    path: [name],
  });

/** The latest of several moments. */
export const latest = (moments: readonly Text[]): string | undefined =>
  moments
    .flatMap((moment) => instant(moment) ?? [])
    .toSorted()
    .at(-1);

interface Created {
  readonly data?: Readonly<Record<string, { readonly id?: string } | null | undefined>> | null;
}

/** The id of the record that a mutation made or changed. */
export const idIn = ({ data }: Created): string | undefined => Object.values(data ?? {})[0]?.id;
