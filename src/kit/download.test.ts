import { expect, test } from "vitest";
import { type Session } from "../contract/session.ts";
import { file, files } from "./download.ts";

test("requests a file with its media type if the vendor insists on it", async () => {
  const requests: unknown[] = [];
  const download: Session["download"] = async (...request) => {
    requests.push(request);
    return { bytes: Buffer.from("%PDF"), contentType: "application/pdf", fileName: "RE-1.pdf" };
  };
  const handler = file(() => ({ id: "1", path: "/invoices/1/pdf", accept: "application/pdf" }));
  const { record } = await handler.get({ ids: {}, filters: {} }, { download } as Session);
  expect(requests).toEqual([["/invoices/1/pdf", "application/pdf"]]);
  expect(record).toMatchObject({ id: "1", base64Encoded: true, content: "JVBERg==", fileName: "RE-1.pdf" });
});

test("uses the known file name if the download has none", async () => {
  const download: Session["download"] = async () => ({ bytes: Buffer.from("x"), contentType: "text/plain" });
  const handler = file(() => ({ id: "1", path: "/files/1", fileName: "Beleg.txt" }));
  const { record } = await handler.get({ ids: {}, filters: {} }, { download } as Session);
  expect(record.fileName).toBe("Beleg.txt");
});

test("downloads listed files, except empty and too large ones", async () => {
  const requests: string[] = [];
  const download: Session["download"] = async (path) => {
    requests.push(path);
    return { bytes: Buffer.from("x"), contentType: "text/plain" };
  };
  const file = { path: "/files/1", raw: { from: "vendor" } };
  const handler = files(async () => [
    { ...file, id: "1", fileName: "Beleg.txt", size: 1 },
    { ...file, id: "2", fileName: "leer.txt", size: 0 },
    { ...file, id: "3", size: 5 * 1024 * 1024 + 1, link: "https://vendor.example/3" },
  ]);
  const { records, raw, total } = await handler.list({ ids: {}, filters: {} }, { download } as Session);
  expect(records).toEqual([
    { id: "1", fileName: "Beleg.txt", contentType: "text/plain", base64Encoded: true, content: "eA==" },
    { id: "2", fileName: "leer.txt" },
    { id: "3", base64Encoded: false, content: "https://vendor.example/3" },
  ]);
  expect([raw, total, requests]).toEqual([[file.raw, file.raw, file.raw], 3, ["/files/1"]]);
});
