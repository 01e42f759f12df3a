/** Quotes (our offers) and orders. They keep their number whether they are drafts, sent or archived. */
import type { Call } from "../../contract/connector.ts";
import type * as inputs from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import { type Session } from "../../contract/session.ts";
import { amounts } from "../../kit/columns.ts";
import { file } from "../../kit/download.ts";
import { type Encoder, encoder, listAs, onlyAccepts } from "../../kit/encode.ts";
import { type Mapping, mapping, nestedList } from "../../kit/mapping.ts";
import { get, noRecord, partOf, partsOf, undefinedIfMissing } from "../../kit/reading.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { type Vocabulary, vocabulary } from "../../kit/vocabulary.ts";
import { changedSince, create, numbered, older, pdfAt, today } from "./conventions.ts";
import * as documents from "./documents.ts";
import { ids, linkedId, links } from "./fields.ts";
import type { Document, Line, Order, Quote } from "./types.ts";

/** The folder in the document's URL: drafts, sent or archived. */
const folderOf = ({ self }: Document): string => self?.split("/").at(-2) ?? "";

const head = <State extends string>(states: Vocabulary<State>) => ({
  ...documents.head,
  ...amounts({ totalGrossAmount: "grossAmount", totalNetAmount: "netAmount", totalTaxAmount: "vatAmount" }),
  status: (document: Document) => states.toContract(folderOf(document)),
});

const draftOnly = onlyAccepts(["DRAFT"], "; documents are sent in its own user interface");

interface Trade<Input extends object, Record, Native, LineItem> {
  /** The vendor's name of the list. */
  readonly name: "quotes" | "orders";
  /** The vendor's name of the number. */
  readonly number: keyof Native & string;
  /** The name of the id in our paths. */
  readonly id: string;
  readonly states: Vocabulary<string>;
  readonly listed: Mapping<Record, Native>;
  readonly map: Mapping<Record, Native>;
  readonly line: Mapping<LineItem, Line>;
  readonly encoder: Encoder<Input>;
  readonly rules?: readonly string[];
}

function handlers<
  Input extends { readonly contactId?: string },
  Record extends { readonly id?: string },
  Native extends Document,
  LineItem,
>(trade: Trade<Input, Record, Native, LineItem>) {
  const { name, number, id, states, listed, map, line, rules = [] } = trade;
  const folders = ["drafts", "sent", "archived"] as const;
  const pathIn = (folder: string, key: string | undefined) => numbered(`/${name}/${folder}`, key);
  /** In whichever folder it is by now. */
  const find = async (session: Session, key: string | undefined): Promise<Native> => {
    for (const folder of folders) {
      const found = (await undefinedIfMissing(session.read(pathIn(folder, key)))) as Native | undefined;
      if (found !== undefined) return found;
    }
    throw noRecord();
  };
  const read = ({ ids: { [id]: key } }: Call, session: Session) => find(session, key);
  const parts = { read, parts: ({ lines }: Native) => lines, map: line };
  const operations = {
    list: older<Record, Native>({
      map: listed,
      sources: ({ filters: { status, lastModifiedAt } }) => {
        const vendorStates = status === undefined ? folders : states.toVendor(status, "status");
        return folders
          .filter((folder) => vendorStates.includes(folder))
          .map((folder) => ({
            path: `/${name}/${folder}`,
            // Archived documents have no time of change.
            query: { sort: number, ...(folder === "archived" ? {} : changedSince(lastModifiedAt)) },
          }));
      },
      filters: ["status", "lastModifiedAt"],
      rules: [
        "Lists have no lines. Get a single record or its lineItems for them.",
        "Drafts come first, then sent documents, then archived ones. The target system does not say when a document was archived, so lastModifiedAt lists all archived ones.",
      ],
    }),
    get: get<Record, Native>({ read, map }),
    create: create<Input, Record, Native>(`/${name}/drafts`, {
      encoder: trade.encoder,
      map,
      prepare: documents.templateFor,
      body: documents.fromTemplate,
      rules,
      readBack: (reply: Native, _call, session) => find(session, String(reply[number])),
      stub: (reply: Native) => ({ id: String(reply[number]) }) as Partial<Record>,
      requires: ["contactId", "lineItems.itemId" as never],
    }),
  };
  const lineItems = { list: partsOf(parts), get: partOf({ ...parts, id: documents.lineId }) };
  const document = file(async (call, session) => {
    const { [id]: key = "" } = call.ids;
    return pdfAt(key, pathIn(folderOf(await read(call, session)), key));
  });
  return { operations, lineItems, document };
}

/** The vendor does not say what became of an archived quote. */
const quoteStates = vocabulary({ drafts: "DRAFT", sent: "SENT" });
const quoteLine = mapping<records.OfferLineItem, Line>(documents.tradeLine);
const quoteFields = twoWay({ offerDate: day("date") });
const quoteHead = {
  ...head(quoteStates),
  ...documents.namedFields.reads,
  ...quoteFields.reads,
  ...ids({ id: "quoteNumber", offerNumber: "quoteNumber" }),
};

const quotes = handlers({
  name: "quotes",
  number: "quoteNumber",
  id: "offerId",
  states: quoteStates,
  line: quoteLine,
  listed: mapping<records.Offer, Quote>(quoteHead),
  map: mapping<records.Offer, Quote>({ ...quoteHead, lineItems: nestedList(quoteLine, ({ lines }) => lines) }),
  encoder: encoder<inputs.OfferInput>({
    ...documents.customerField.writes,
    ...documents.currencyField.writes,
    ...documents.namedFields.writes,
    ...quoteFields.writes,
    addresses: documents.recipientAs,
    lineItems: listAs("lines", encoder<inputs.OfferLineItemInput>(documents.tradeLineEncoders)),
    status: draftOnly,
  }),
});

const orderStates = vocabulary({ drafts: "DRAFT", sent: "OPEN", archived: "CLOSED" });
const orderLine = mapping<records.SalesOrderLineItem, Line>(documents.tradeLine);
const orderFields = twoWay({
  comment: plainValue("notes.textLine1"),
  deliveryDate: day("delivery.deliveryDate"),
  orderDate: day("date"),
  projectId: linkedId("project.projectNumber"),
});
const orderHead = {
  ...head(orderStates),
  ...orderFields.reads,
  ...ids({ id: "orderNumber" }),
  ...links({ billingContactId: "customer.customerNumber" }),
};

const orders = handlers({
  name: "orders",
  number: "orderNumber",
  id: "salesOrderId",
  states: orderStates,
  line: orderLine,
  listed: mapping<records.SalesOrder, Order>(orderHead),
  map: mapping<records.SalesOrder, Order>({ ...orderHead, lineItems: nestedList(orderLine, ({ lines }) => lines) }),
  encoder: encoder<inputs.SalesOrderInput>(
    {
      ...documents.customerField.writes,
      ...documents.currencyField.writes,
      ...orderFields.writes,
      addresses: documents.recipientAs,
      lineItems: listAs("lines", encoder<inputs.SalesOrderLineItemInput>(documents.tradeLineEncoders)),
      status: draftOnly,
    },
    ({ orderDate }) => (orderDate === undefined ? { date: today() } : {}),
  ),
  rules: ["orderDate is today by default."],
});

export const offersAndOrders = {
  ...operationsOf("offers", quotes.operations),
  ...operationsOf("offers.lineItems", quotes.lineItems),
  "offers.document.get": quotes.document,
  ...operationsOf("salesOrders", orders.operations),
  "salesOrders.lineItems.list": orders.lineItems.list,
};
