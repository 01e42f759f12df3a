import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { isSigned } from "./signature.ts";

const signed = '{"a":1}';
const post = (signature: string, body = signed) => ({
  headers: { "x-lxo-signature": signature },
  body: Buffer.from(body),
});

test("accepts a signature only for the bytes that were signed", () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const signature = sign("RSA-SHA512", Buffer.from(signed), privateKey).toString("base64");
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  expect(isSigned(post(signature), pem)).toBe(true);
  expect(isSigned(post(signature, "{}"), pem)).toBe(false);
  expect(isSigned(post("garbage"), pem)).toBe(false);
  expect(isSigned({ headers: {}, body: Buffer.from(signed) }, pem)).toBe(false);
});
