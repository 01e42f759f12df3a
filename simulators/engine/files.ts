/** Uploaded and stored files, and the PDF documents that a vendor prints. */
import { Busboy } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";

export interface StoredFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  /** By field name. */
  readonly files: Readonly<Record<string, StoredFile>>;
}

/** Returns `undefined` if the request is not `multipart/form-data`. */
export async function readForm({ headers, body }: FastifyRequest): Promise<Form | undefined> {
  const type = headers["content-type"] ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) return undefined;
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    const files: Record<string, StoredFile> = {};
    const form = new Busboy({ headers: { "content-type": type } });
    form.on("field", (field: string, value: string) => void (fields[field] = value));
    form.on("file", (field, stream, ...[name, , contentType]) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => void (files[field] = { name, type: contentType, bytes: Buffer.concat(parts) }));
    });
    form.on("finish", () => resolve({ fields, files }));
    form.on("error", reject);
    form.end(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
  });
}

/** A small, valid PDF with one page. */
export function pdf(...lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${line.replaceAll(/[^\x20-\x7e]|[()\\]/g, "?")}) Tj T*`).join(" ");
  const content = `BT /F1 14 Tf 18 TL 72 770 Td ${shown} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let written = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = written.length;
    written += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${offsets.join("")}`;
  return Buffer.from(`${written}${table}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${written.length}\n%%EOF\n`);
}
