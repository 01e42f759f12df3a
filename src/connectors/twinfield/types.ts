/** Twinfield's documents as the kit reads XML: attributes begin with `@`, and an element with attributes has `#text`. */
import type { XmlList, XmlText } from "../../kit/xml/xmlValues.ts";

/** An empty element is text. */
type Element<Content> = Content | string | null | undefined;

/** `<office name="Voorbeeld" shortname="">001</office>` */
export interface Named {
  readonly "@name"?: string;
  readonly "#text"?: string;
}

export interface Address {
  readonly "@type"?: string;
  readonly name?: XmlText;
  readonly country?: XmlText;
  readonly city?: XmlText;
  readonly postcode?: XmlText;
  readonly telephone?: XmlText;
  readonly telefax?: XmlText;
  readonly email?: XmlText;
  readonly field2?: XmlText;
  readonly field3?: XmlText;
  readonly field4?: XmlText;
}

export interface Bank {
  readonly "@default"?: string;
  readonly ascription?: XmlText;
  readonly bankname?: XmlText;
  readonly biccode?: XmlText;
  readonly iban?: XmlText;
}

/** A ledger account, a customer, a supplier, a cost centre or a project. */
export interface Dimension {
  readonly "@status"?: string;
  readonly code?: XmlText;
  readonly name?: XmlText;
  readonly modified?: XmlText;
  readonly vatnumber?: XmlText;
  readonly financials?: Element<{
    readonly ebillmail?: XmlText;
    readonly substitutewith?: XmlText;
    readonly vatcode?: XmlText;
  }>;
  readonly addresses?: Element<{ readonly address?: XmlList<Address> }>;
  readonly banks?: Element<{ readonly bank?: XmlList<Bank> }>;
}

interface Percentage {
  readonly date?: XmlText;
  readonly percentage?: XmlText;
}

export interface Vat {
  readonly "@status"?: string;
  readonly code?: XmlText;
  readonly name?: XmlText;
  readonly type?: XmlText;
  readonly modified?: XmlText;
  readonly percentages?: Element<{ readonly percentage?: XmlList<Percentage> }>;
}

interface MatchedLine {
  readonly code?: XmlText;
  readonly method?: XmlText;
}

interface MatchSet {
  readonly matchdate?: XmlText;
  readonly lines?: Element<{ readonly line?: XmlList<MatchedLine> }>;
}

/** The dimension that a line is booked for. Older replies name the type of dimension differently (recorded). */
export interface DimensionReference {
  readonly "@dimensiontype"?: string;
  readonly "@type"?: string;
  readonly "#text"?: string;
}

export interface Line {
  readonly "@id"?: string;
  readonly "@type"?: string;
  readonly dim1?: XmlText;
  readonly dim2?: DimensionReference | string | null;
  readonly dim3?: DimensionReference | string | null;
  readonly debitcredit?: XmlText;
  readonly value?: XmlText;
  readonly basevalue?: XmlText;
  readonly description?: XmlText;
  readonly invoicenumber?: XmlText;
  readonly vatcode?: XmlText;
  readonly vatvalue?: XmlText;
  readonly matchstatus?: XmlText;
  readonly openvalue?: XmlText;
  readonly basevalueopen?: XmlText;
  readonly matches?: Element<{ readonly set?: XmlList<MatchSet> }>;
}

interface Header {
  readonly code?: XmlText;
  readonly number?: XmlText;
  readonly date?: XmlText;
  readonly duedate?: XmlText;
  readonly currency?: XmlText;
  readonly invoicenumber?: XmlText;
  readonly paymentreference?: XmlText;
  readonly inputdate?: XmlText;
  readonly modificationdate?: XmlText;
}

export interface Transaction {
  readonly "@location"?: string;
  readonly header?: Element<Header>;
  readonly lines?: Element<{ readonly line?: XmlList<Line> }>;
}

/** A cell of a browse: `<td field="fin.trs.line.valuesigned">121.00</td>` */
interface Cell {
  readonly "@field"?: string;
  readonly "#text"?: string;
}

export interface BrowseRow {
  readonly td?: XmlList<Cell>;
  readonly key?: Element<{ readonly code?: XmlText; readonly number?: XmlText }>;
}

interface General {
  readonly basecurrency?: XmlText;
}

/** The documents that Kontor reads, by their root elements. */
export interface Reply {
  readonly offices?: Element<{ readonly office?: XmlList<Named> }>;
  readonly office?: Element<{ readonly general?: Element<General> }>;
  readonly dimension?: Dimension;
  readonly dimensions?: Element<{ readonly dimension?: XmlList<Dimension> }>;
  readonly vat?: Vat;
  readonly transaction?: Transaction;
  readonly transactions?: Element<{ readonly transaction?: XmlList<Transaction> }>;
  readonly browse?: Element<{ readonly tr?: XmlList<BrowseRow> }>;
}

/** A code and a name, and more in some finders. */
export interface FinderRow {
  readonly string?: XmlList<string>;
}

interface Message {
  readonly Type?: string;
  readonly Text?: string;
}

export interface FinderReply {
  readonly SearchResult?: Element<{ readonly MessageOfErrorCodes?: XmlList<Message> }>;
  readonly data?: Element<{
    readonly TotalRows?: string;
    readonly Items?: Element<{ readonly ArrayOfString?: XmlList<FinderRow | string> }>;
  }>;
}
