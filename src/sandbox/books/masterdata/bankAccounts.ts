/** The bank accounts of a company. */
import { centsText } from "../basics/amounts.ts";
import { addDays, type Calendar } from "../basics/calendar.ts";
import type { NativeRecord } from "../basics/types.ts";

const banks = [
  ["1200", "Geschäftskonto", "Musterbank Beispielhausen", "mt940", "active"],
  ["1210", "Fremdwährungskonto", "Musterbank Beispielhausen", "csv", "active"],
  ["1220", "Altes Tagesgeldkonto", "Sparkasse Probedorf (Muster)", "csv", "archived"],
] as const;

export function bankAccountRecords(time: Calendar, balances: ReadonlyMap<string, number>): NativeRecord[] {
  return banks.map(([number, name, bankName, fileType, status], index) => ({
    id: `bank-${number}`,
    balance: centsText(balances.get(number) ?? 0),
    bank_name: bankName,
    bic: "XMPLDEFFXXX",
    currency: "EUR",
    description: status === "archived" ? "Aufgelöst" : null,
    file_type: fileType,
    iban: `DE00000000000000000${number}`,
    name,
    number,
    system: "Kontoauszug",
    status,
    type: "bank",
    created_at: time.instant(time.start, number),
    updated_at: time.instant(index === 2 ? addDays(time.start, 30) : time.day, number),
  }));
}
