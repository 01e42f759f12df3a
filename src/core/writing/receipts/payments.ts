/** Compares a payment with its body: per document the amount, the bank account, the contact and the day. */
import { Big } from "big.js";
import type { Difference } from "../../calling/request.ts";
import { type Fields, linesOf, numberIn, textIn } from "../bodyLines.ts";
import { isWithin, tolerance } from "./totals.ts";

/** Target systems may join the lines of a document, so lines are compared per document. */
export function paymentDifferences(body: Fields, record: Fields, currency: string | undefined): Difference[] {
  const stored = linesOf(record);
  if (stored.length === 0) return [];
  const asked = linesOf(body);
  const documents = new Set(asked.map(documentOf));
  return [...documents].flatMap((id): Difference[] => {
    const ofDocument = (line: Fields): boolean => documentOf(line) === id;
    const at = `paymentLines[${asked.findIndex(ofDocument)}].`;
    const paid = stored.filter(ofDocument);
    if (id !== undefined && paid.length === 0)
      return [{ field: `${at}invoiceId`, asked: id, stored: otherDocument(stored, documents) }];
    const expected = sumOf(asked.filter(ofDocument));
    const found = sumOf(paid);
    if (!isWithin(expected, found, tolerance(currency)))
      return [{ field: `${at}amount`, asked: expected.toNumber(), stored: found.toNumber() }];
    return asked.flatMap((line, index) =>
      ofDocument(line) ? detailDifferences(line, paid, `paymentLines[${index}].`) : [],
    );
  });
}

const documentOf = (line: Fields): string | undefined => textIn(line, "invoiceId");

/** The only document that the target system paid although the body does not name it. */
function otherDocument(stored: readonly Fields[], asked: ReadonlySet<string | undefined>): string | null {
  const others = new Set(stored.map(documentOf).filter((id) => !asked.has(id)));
  const [other] = others;
  return others.size === 1 && other !== undefined ? other : null;
}

const sumOf = (lines: readonly Fields[]): Big =>
  lines.reduce((total, line) => total.plus(numberIn(line, "amount") ?? 0), new Big(0));

const details = ["accountId", "contactId", "customerId", "supplierId", "paymentDate"] as const;

/** A detail that none of the document's lines has. Lines without it are no difference: not every target system returns it. */
const detailDifferences = (asked: Fields, stored: readonly Fields[], at: string): Difference[] =>
  details.flatMap((name): Difference[] => {
    const value = valueOf(asked, name);
    const values = stored.flatMap((line) => valueOf(line, name) ?? []);
    const [first] = values;
    if (value === undefined || first === undefined || values.includes(value)) return [];
    return [{ field: at + name, asked: value, stored: first }];
  });

const valueOf = (line: Fields, name: (typeof details)[number]): string | undefined =>
  name === "paymentDate" ? textIn(line, name)?.slice(0, 10) : textIn(line, name);
