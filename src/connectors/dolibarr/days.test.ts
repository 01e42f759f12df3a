/** Days that Dolibarr sends as midnights of its server, whose time zone no reply names. */
import { expect, test } from "vitest";
import { readsOf, replying } from "../../../test/support/vendorSession.ts";
import { dolibarr } from "./connector.ts";

const { get } = readsOf(dolibarr);

/** Seconds since 1970, as a server with this offset has them. */
const epoch = (local: string, offset: string): number => Date.parse(`${local}${offset}`) / 1000;

const zones = ["-10:00", "-05:00", "+00:00", "+01:00", "+02:00", "+05:30", "+13:00"];

test.each(zones)("an order keeps its day and its day of delivery on a server at UTC%s", async (offset) => {
  const order = {
    id: "1",
    date: epoch("2026-04-04T00:00:00", offset),
    delivery_date: epoch("2026-04-08T00:00:00", offset),
  };
  const { record } = await get("salesOrders.get", replying({}, order), { ids: { salesOrderId: "1" } });
  expect(record).toMatchObject({ orderDate: "2026-04-04T00:00:00Z", deliveryDate: "2026-04-08T00:00:00Z" });
});

test.each(zones)("a time late on the day of delivery does not move it on a server at UTC%s", async (offset) => {
  const order = {
    id: "1",
    date: epoch("2026-04-04T00:00:00", offset),
    delivery_date: epoch("2026-04-08T22:30:00", offset),
  };
  const { record } = await get("salesOrders.get", replying({}, order), { ids: { salesOrderId: "1" } });
  expect(record).toMatchObject({ deliveryDate: "2026-04-08T00:00:00Z" });
});

test.each(zones)("a purchase order that was placed keeps its day on a server at UTC%s", async (offset) => {
  const order = {
    id: "1",
    date: epoch("2026-04-04T00:00:00", offset),
    date_creation: epoch("2026-04-03T09:12:31", offset),
  };
  const { record } = await get("purchaseOrders.get", replying({}, order), { ids: { purchaseOrderId: "1" } });
  expect(record).toMatchObject({ orderDate: "2026-04-04T00:00:00Z" });
});
