import { expect, test } from "vitest";
import { addressBefore } from "./pastedAddress.ts";

const before = (address: string) => addressBefore(address, (part, following) => part === "web" && following.length < 2);

test("cuts an address before the first page of the program", () => {
  expect(before("https://erp.example/shop/web/login")).toBe("https://erp.example/shop");
  expect(before("https://erp.example/shop")).toBe("https://erp.example/shop");
});

test("shows the parts after a page", () => {
  expect(before("https://erp.example/web/shop/web")).toBe("https://erp.example/web/shop");
});

test("leaves out query, fragment and slashes at the end", () => {
  expect(before("https://erp.example/shop//?id=1")).toBe("https://erp.example/shop");
  expect(before("https://erp.example/web#action=1")).toBe("https://erp.example");
});

test("never takes the host for a page", () => {
  expect(before("http://web/shop")).toBe("http://web/shop");
});
