/** Quotes and orders: drafts, sent or archived, under one number wherever they are. */
import type { Call } from "../../contract/connector.ts";
import { type Session } from "../../contract/session.ts";
import { amounts } from "../../kit/columns.ts";
import { file } from "../../kit/download.ts";
import { type Encoder, taking } from "../../kit/encode.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { get, ifFound, noRecord, partOf, partsOf } from "../../kit/reading.ts";
import type { Vocabulary } from "../../kit/vocabulary.ts";
import { changedSince, create, numbered, older } from "./conventions.ts";
import * as documents from "./documents.ts";
import type { Document, Line } from "./types.ts";

/** The folder that a document's address names: drafts, sent, archived. */
const folderOf = ({ self }: Document): string => self?.split("/").at(-2) ?? "";

export const head = <State extends string>(states: Vocabulary<State>) => ({
  ...documents.head,
  ...amounts({ totalGrossAmount: "grossAmount", totalNetAmount: "netAmount", totalTaxAmount: "vatAmount" }),
  status: (document: Document) => states.ours(folderOf(document)),
});

/** What is sent is sent from the vendor's own screens. */
export const draftOnly = taking(["DRAFT"], "; it is sent from its own screens");

interface Trade<Input extends object, Record, Native, LineItem> {
  /** The vendor's name of the lot, and of the number. */
  readonly name: "quotes" | "orders";
  readonly number: keyof Native & string;
  /** Ours of its id. */
  readonly id: string;
  readonly states: Vocabulary<string>;
  readonly listed: Mapping<Record, Native>;
  readonly map: Mapping<Record, Native>;
  readonly line: Mapping<LineItem, Line>;
  readonly encoder: Encoder<Input>;
  readonly rules?: readonly string[];
}

export function trade<
  Input extends { readonly contactId?: string },
  Record extends { readonly id?: string },
  Native extends Document,
  LineItem,
>({ name, number, id, states, listed, map, line, encoder, rules = [] }: Trade<Input, Record, Native, LineItem>) {
  const folders = ["drafts", "sent", "archived"] as const;
  const pathIn = (folder: string, key: string | undefined) => numbered(`/${name}/${folder}`, key);
  /** Wherever it is by now. */
  const find = async (session: Session, key: string | undefined): Promise<Native> => {
    for (const folder of folders) {
      const found = (await ifFound(session.read(pathIn(folder, key)))) as Native | undefined;
      if (found !== undefined) return found;
    }
    throw noRecord();
  };
  const read = ({ ids }: Call, session: Session) => find(session, ids[id]);
  const parts = { read, parts: ({ lines }: Native) => lines, map: line };
  return {
    list: older<Record, Native>({
      map: listed,
      sources: ({ filters: { status, lastModifiedAt } }) => {
        const wanted = status === undefined ? folders : states.theirs(status, "status");
        return folders
          .filter((folder) => wanted.includes(folder))
          .map((folder) => ({
            path: `/${name}/${folder}`,
            // Only drafts and what was sent tell when they changed.
            query: folder === "archived" ? {} : changedSince(lastModifiedAt),
          }));
      },
      filters: ["status", "lastModifiedAt"],
      rules: [
        "Lists have no lines; ask for a single one, or for its lineItems.",
        "Drafts come first, then what was sent, then what was archived. When something was archived nobody says: with lastModifiedAt all of that is listed.",
      ],
    }),
    get: get<Record, Native>({ read, map }),
    document: file(async (call, session) => {
      const key = call.ids[id] ?? "";
      const path = `${pathIn(folderOf(await read(call, session)), key)}/pdf`;
      return { id: key, path, accept: "application/pdf", fileName: `${key}.pdf` };
    }),
    lines: partsOf(parts),
    line: partOf({ ...parts, id: documents.lineId }),
    create: create<Input, Record, Native>(`/${name}/drafts`, {
      ...{ encoder, map, prepare: documents.templateFor, body: documents.fromTemplate, rules },
      readBack: (reply: Native, _call, session) => find(session, String(reply[number])),
      stub: (reply: Native) => ({ id: String(reply[number]) }) as Partial<Record>,
      requires: ["contactId", "lineItems.itemId" as never],
    }),
  };
}
