import { expect, test } from "vitest";
import { type Session } from "../contract/session.ts";
import { file, files } from "./download.ts";

test("requests a file with its media type if the vendor insists on it", async () => {
  const asked: unknown[] = [];
  const download: Session["download"] = async (...request) => {
    asked.push(request);
    return { bytes: Buffer.from("%PDF"), contentType: "application/pdf", fileName: "RE-1.pdf" };
  };
  const handler = file(() => ({ id: "1", path: "/invoices/1/pdf", accept: "application/pdf" }));
  const { record } = await handler.get({ ids: {}, filters: {} }, { download } as Session);
  expect(asked).toEqual([["/invoices/1/pdf", "application/pdf"]]);
  expect(record).toMatchObject({ id: "1", base64Encoded: true, content: "JVBERg==", fileName: "RE-1.pdf" });
});

test("uses the known file name if the download has none", async () => {
  const download: Session["download"] = async () => ({ bytes: Buffer.from("x"), contentType: "text/plain" });
  const handler = file(() => ({ id: "1", path: "/files/1", fileName: "Beleg.txt" }));
  const { record } = await handler.get({ ids: {}, filters: {} }, { download } as Session);
  expect(record.fileName).toBe("Beleg.txt");
});

test("downloads listed files, except empty and too large ones", async () => {
  const asked: string[] = [];
  const download: Session["download"] = async (path) => {
    asked.push(path);
    return { bytes: Buffer.from("x"), contentType: "text/plain" };
  };
  const one = { path: "/files/1", raw: { from: "vendor" } };
  const handler = files(async () => [
    { ...one, id: "1", fileName: "Beleg.txt", size: 1 },
    { ...one, id: "2", fileName: "leer.txt", size: 0 },
    { ...one, id: "3", size: 5 * 1024 * 1024 + 1, link: "https://vendor.example/3" },
  ]);
  const { records, raw, total } = await handler.list({ ids: {}, filters: {} }, { download } as Session);
  expect(records).toEqual([
    { id: "1", fileName: "Beleg.txt", contentType: "text/plain", base64Encoded: true, content: "eA==" },
    { id: "2", fileName: "leer.txt" },
    { id: "3", base64Encoded: false, content: "https://vendor.example/3" },
  ]);
  expect([raw, total, asked]).toEqual([[one.raw, one.raw, one.raw], 3, ["/files/1"]]);
});
