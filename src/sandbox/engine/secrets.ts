/** Secrets: made at random or derived, stored as hashes, compared in constant time. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export const randomSecret = (): string => randomBytes(32).toString("base64url");

export const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

export const isSame = (left: string, right: string): boolean => timingSafeEqual(hashOf(left), hashOf(right));

/** The PKCE challenge of a verifier (RFC 7636, S256). */
export const challengeOf = (verifier: string): string => hashOf(verifier).toString("base64url");

export const hmac = (key: string | Buffer, body: string, encoding: "hex" | "base64" | "base64url" = "hex"): string =>
  createHmac("sha256", key).update(body).digest(encoding);

/** The same parts give the same secret on one installation. The JSON list keeps ["a", "bc"] and ["ab", "c"] apart. */
export const derive = (seed: Buffer, ...parts: readonly string[]): string =>
  hmac(seed, JSON.stringify(parts), "base64url");
