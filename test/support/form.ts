/** Multipart bodies made by hand, so that tests can also send invalid ones. */
import { call } from "./calling.ts";
import type { Service } from "./service.ts";

export const boundary = "----test-boundary";
export type PartOf = readonly [header: string, content: string | Buffer];
export const part = (name: string, content: string | Buffer, more = ""): PartOf => [
  `content-disposition: form-data; name="${name}"${more}`,
  content,
];
export const file = (name: string, fileName: string, content: string | Buffer = "%PDF"): PartOf =>
  part(name, content, `; filename="${fileName}"\r\ncontent-type: application/pdf`);

export function formOf(parts: readonly PartOf[], end = `--${boundary}--\r\n`): Buffer {
  const pieces = parts.flatMap(([header, content]) => [
    Buffer.from(`--${boundary}\r\n${header}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...pieces, Buffer.from(end)]);
}

export const formHeaders = { "content-type": `multipart/form-data; boundary=${boundary}` };
export const postForm = (
  service: Service,
  path: string,
  parts: readonly PartOf[],
  headers: Record<string, string> = {},
) =>
  call(service, path, { method: "POST", headers: { ...formHeaders, ...headers }, body: new Uint8Array(formOf(parts)) });
