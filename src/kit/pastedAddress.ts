/** Addresses of self-hosted systems, as users copy them from the browser. */

/** Before the path: the scheme, an empty part and the host. */
const partsBeforePath = 3;

/** The parts of an address between slashes, without query, fragment and slashes at its end. */
function partsOf(address: string): string[] {
  const parts = (address.split(/[?#]/)[0] ?? "").split("/");
  const end = parts.findLastIndex((part) => part !== "");
  return parts.slice(0, end + 1);
}

/**
 * The address before the first part of the path that belongs to a page of the program:
 * `addressBefore("https://erp.example/shop/web#id=1", (part) => part === "web")` is `https://erp.example/shop`.
 */
export function addressBefore(
  address: string,
  isPage: (part: string, following: readonly string[]) => boolean,
): string {
  const parts = partsOf(address);
  const end = parts.findIndex((part, index) => index >= partsBeforePath && isPage(part, parts.slice(index + 1)));
  return (end === -1 ? parts : parts.slice(0, end)).join("/");
}
