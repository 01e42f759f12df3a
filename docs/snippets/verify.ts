import { createHmac, timingSafeEqual } from "node:crypto";

/** The signature is lower-case hex; the key is the signing secret, decoded from hex. */
function isSigned(message: string | Buffer, signature: string, secret: string): boolean {
  const expected = Buffer.from(createHmac("sha256", Buffer.from(secret, "hex")).update(message).digest("hex"));
  const received = Buffer.from(signature);
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/** Checks a redirect: all three values come in the query. It may be at most 300 seconds old. */
function isOurCallback(accountKey: string, ts: string, signature: string, secret: string): boolean {
  const isFresh = Math.abs(Date.now() / 1000 - Number(ts)) <= 300;
  return isFresh && isSigned(`accountKey=${accountKey}&ts=${ts}`, signature, secret);
}

/** Checks a webhook: the raw body, before parsing, and the header X-SERVICE-SIGNATURE. */
function isOurEvent(body: string | Buffer, signature: string, secret: string): boolean {
  return isSigned(body, signature, secret);
}

// node verify.ts <accountKey> <ts> <signature> <secret>, or <body> <signature> <secret>
const [a = "", b = "", c = "", d] = process.argv.slice(2);
process.exit((d === undefined ? isOurEvent(a, b, c) : isOurCallback(a, b, c, d)) ? 0 : 1);
