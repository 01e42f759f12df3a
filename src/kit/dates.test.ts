import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  accountingDay,
  calendarDay,
  daysBetween,
  firstDayOfMonth,
  instant,
  lastDayOfYear,
  localTime,
  microsoftDay,
  microsoftInstant,
  numberOfMonth,
} from "./dates.ts";

describe("instant", () => {
  test("is converted to UTC, whatever the offset", () => {
    const hours = fc.integer({ min: -14, max: 14 });
    const quarters = fc.constantFrom("00", "00", "30", "45");
    const moments = fc.date({ min: new Date("1970-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(moments, hours, quarters, (moment, offset, quarter) => {
        const local = moment.toISOString().slice(0, 23);
        const zone = `${offset < 0 ? "-" : "+"}${String(Math.abs(offset)).padStart(2, "0")}:${quarter}`;
        const expected = `${new Date(`${local}${zone}`).toISOString().slice(0, 19)}Z`;
        expect(instant(`${local}${zone}`)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test("agrees with Date for any text with one character changed, or is refused", () => {
    const zones = fc.constantFrom("Z", ".5Z", "+01:00", "-11:00", ".125+00:00");
    const signs = fc.constantFrom("", ..."0123456789:.-+TZ x".split(""));
    fc.assert(
      fc.property(zones, fc.integer({ min: 10, max: 30 }), signs, (zone, at, sign) => {
        const timestamp = `2026-02-22T12:34:56${zone}`;
        const text = timestamp.slice(0, at) + sign + timestamp.slice(at + 1);
        const moment = new Date(text);
        if (Number.isNaN(moment.getTime())) expect(() => instant(text)).toThrow(/not a valid date and time/);
        else expect(instant(text)).toBe(`${moment.toISOString().slice(0, 19)}Z`);
      }),
      { numRuns: 2000 },
    );
  });

  test("crosses midnight and drops fractions", () => {
    expect(instant("2026-01-01T00:30:00+01:00")).toBe("2025-12-31T23:30:00Z");
    expect(instant("2026-02-22T09:15:00.999Z")).toBe("2026-02-22T09:15:00Z");
  });

  test("is absent for empty values and refuses invalid ones", () => {
    expect([instant(null), instant(undefined), instant("")]).toEqual([undefined, undefined, undefined]);
    expect(() => instant("yesterday")).toThrow(/not a valid date and time/);
  });
});

test("keeps the vendor's calendar day for accounting days", () => {
  expect(accountingDay("2026-02-22")).toBe("2026-02-22T00:00:00Z");
  expect(accountingDay("2026-02-22T00:00:00+01:00")).toBe("2026-02-22T00:00:00Z");
  expect(accountingDay(null)).toBeUndefined();
});

test("takes the calendar day of a timestamp, whatever its zone", () => {
  expect(["2026-02-22T00:00:00+13:00", "2026-02-22T23:59:59-11:00"].map(calendarDay)).toEqual([
    "2026-02-22",
    "2026-02-22",
  ]);
});

test("reads the old Microsoft date format as an instant or a day", () => {
  expect(microsoftInstant("/Date(1539993600500+1300)/")).toBe("2018-10-20T00:00:00Z");
  expect(microsoftDay("/Date(1539993600000+0000)/")).toBe("2018-10-20T00:00:00Z");
  expect(microsoftInstant("/Date(-1)/")).toBe("1969-12-31T23:59:59Z");
  expect([microsoftDay(null), microsoftInstant(undefined)]).toEqual([undefined, undefined]);
  expect(() => microsoftDay("2018-10-20")).toThrow(/not a valid date and time/);
});

test("ends a year on the day before the next one starts, also in leap years", () => {
  expect(["2026-07-01", "2026-01-01", "2024-02-29", "2023-03-01"].map(lastDayOfYear)).toEqual([
    "2027-06-30",
    "2026-12-31",
    "2025-02-28",
    "2024-02-29",
  ]);
});

test("counts calendar days between timestamps, also across daylight saving changes", () => {
  expect(daysBetween("2026-03-28T00:00:00+01:00", "2026-03-30T00:00:00+02:00")).toBe(2);
  expect(daysBetween("2026-03-01", "2026-02-27T23:59:59Z")).toBe(-2);
});

describe("local time", () => {
  const zurich = localTime("Europe/Zurich");

  test.each([
    ["2026-02-22 10:30:00", "2026-02-22T09:30:00Z"],
    ["2026-07-22T00:30:00.000", "2026-07-21T22:30:00Z"],
    ["2026-01-01 00:00:00", "2025-12-31T23:00:00Z"],
    // An hour before and after clocks go forward, and an hour after they go back.
    ["2026-03-29 01:30:00", "2026-03-29T00:30:00Z"],
    ["2026-03-29 03:30:00", "2026-03-29T01:30:00Z"],
    ["2026-10-25 03:30:00", "2026-10-25T02:30:00Z"],
  ])("%s in Zurich is %s", (local, utc) => {
    expect(zurich.read(local)).toBe(utc);
    expect(zurich.write(new Date(utc))).toBe(local.slice(0, 19).replace("T", " "));
  });

  test("is empty if the vendor sends nothing, and refused if it is no time", () => {
    expect(zurich.read("")).toBeUndefined();
    expect(zurich.read(null)).toBeUndefined();
    expect(() => zurich.read("yesterday")).toThrow(/not a valid date and time/);
  });

  test("survives a round trip at any time in any zone", () => {
    const zones = fc.constantFrom("Europe/Zurich", "America/St_Johns", "Asia/Kathmandu", "Pacific/Auckland", "UTC");
    // Not in the hour that clocks repeat in autumn, which has two meanings.
    const moments = fc.date({ min: new Date("2026-05-01"), max: new Date("2026-08-31"), noInvalidDate: true });
    fc.assert(
      fc.property(zones, moments, (zone, moment) => {
        const { read, write } = localTime(zone);
        expect(read(write(moment))).toBe(`${moment.toISOString().slice(0, 19)}Z`);
      }),
    );
  });
});

test("months have numbers and first days, and January follows December", () => {
  expect(["January", "December", "Januar", "", null].map(numberOfMonth)).toEqual([
    1,
    12,
    undefined,
    undefined,
    undefined,
  ]);
  expect([1, 12, 13].map(firstDayOfMonth)).toEqual(["01-01", "12-01", "01-01"]);
});
