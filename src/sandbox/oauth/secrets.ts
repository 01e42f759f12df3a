/** What the OAuth server hands out, and what it keeps of it. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { hashOf } from "../server/tokens.ts";

export const newSecret = (kind: "access" | "refresh" | "code" | "session"): string =>
  `sandbox_${kind}_${randomBytes(32).toString("base64url")}`;

/** The same for the same parts on the same installation; the list keeps ["a", "bc"] and ["ab", "c"] apart. */
export const derive = (seed: Buffer, ...parts: readonly string[]): string =>
  createHmac("sha256", seed).update(JSON.stringify(parts)).digest("base64url");

export const same = (some: string, other: string): boolean => timingSafeEqual(hashOf(some), hashOf(other));

/** RFC 7636: what a verifier is announced as. */
export const challengeOf = (verifier: string): string => hashOf(verifier).toString("base64url");
