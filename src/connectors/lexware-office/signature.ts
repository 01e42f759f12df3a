/** Lexware Office signs its webhook calls with its private key. Kontor reads the public key when it subscribes. */
import { createPublicKey, verify } from "node:crypto";
import type { VendorPost } from "../../contract/webhooks.ts";

export function isSigned({ headers, body }: Pick<VendorPost, "headers" | "body">, publicKey: string): boolean {
  const signature = headers["x-lxo-signature"];
  if (signature === undefined) return false;
  return verify("RSA-SHA512", body, createPublicKey(publicKey), Buffer.from(signature, "base64"));
}
