/** Reads a file's name from the `content-disposition` header and makes it a safe file name. */
import { isUtf8 } from "node:buffer";

export function fileNameOf(disposition: string | string[] | undefined): string | undefined {
  const header = typeof disposition === "string" ? disposition.slice(0, 2000) : "";
  return safeName(extendedName(header) ?? continuedName(header) ?? plainName(header) ?? "");
}

/** `filename*0*=UTF-8''%C3%BC; filename*1="ber.pdf"`: a long name in pieces (RFC 2231). */
function continuedName(header: string): string | undefined {
  const pieces = [...header.matchAll(/filename\*(\d{1,2})(\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/gi)];
  const inOrder = pieces.toSorted((a, b) => Number(a[1]) - Number(b[1]));
  try {
    const texts = inOrder.map(([, number, encoded, quoted, bare = ""]) => {
      const text = quoted?.replaceAll(/\\(.)/g, "$1") ?? bare;
      if (encoded === "") return text;
      return decodeURIComponent(number === "0" ? text.replace(/^utf-8'[^']*'/i, "") : text);
    });
    return texts.length === 0 ? undefined : texts.join("");
  } catch {
    return undefined;
  }
}

/** `filename*=UTF-8''r%C3%A9sum%C3%A9.pdf` */
function extendedName(header: string): string | undefined {
  const found = /filename\*\s*=\s*"?utf-8'[^']*'([^;"\s]+)/i.exec(header)?.[1];
  try {
    return found && decodeURIComponent(found);
  } catch {
    return undefined;
  }
}

/** `filename="a \"b\".pdf"` or `filename=a.pdf`. Headers are read as Latin-1; many vendors write UTF-8 into them. */
function plainName(header: string): string | undefined {
  const found = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header);
  const name = found?.[1]?.replaceAll(/\\(.)/g, "$1") ?? found?.[2]?.trim();
  if (name === undefined || /[^\0-\xff]/.test(name)) return name;
  const bytes = Buffer.from(name, "latin1");
  return isUtf8(bytes) ? bytes.toString() : name;
}

function safeName(name: string): string | undefined {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const safe = last
    .replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, "")
    .trim()
    .slice(0, 200);
  return /^\.*$/.test(safe) ? undefined : safe;
}
