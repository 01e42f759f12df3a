import { expect, test } from "vitest";
import { isOnThisMachine } from "./target.ts";

test.each(["http://127.0.0.1:4100", "http://127.8.8.8", "http://localhost/books", "http://[::1]:80"])(
  "%s is on this machine",
  (site) => expect(isOnThisMachine(site)).toBe(true),
);

test.each([
  undefined,
  "http://10.0.0.7:4100",
  "https://127.0.0.1.example",
  "https://localhost.example",
  "http://1.127.0.0",
])("%s is elsewhere", (site) => expect(isOnThisMachine(site)).toBe(false));
