import { expect, test } from "vitest";
import { type Session } from "../contract/session.ts";
import { file } from "./download.ts";

test("a file is asked for by its type where the vendor wants that", async () => {
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

test("a file is called what the vendor says elsewhere, where it does not say so with the bytes", async () => {
  const download: Session["download"] = async () => ({ bytes: Buffer.from("x"), contentType: "text/plain" });
  const handler = file(() => ({ id: "1", path: "/files/1", fileName: "Beleg.txt" }));
  const { record } = await handler.get({ ids: {}, filters: {} }, { download } as Session);
  expect(record.fileName).toBe("Beleg.txt");
});
