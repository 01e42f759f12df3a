import { createHash, randomBytes } from "node:crypto";
import { openRandomBytes } from "./randomBytes.ts";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A ULID: 48 bits of time and 80 random bits; sorts by creation time. */
export const newId = (now: number = Date.now()): string => idOf(now, randomBytes(randomness));

const randomness = 10;

function idOf(now: number, random: Buffer): string {
  let time = "";
  for (let rest = now, digit = 0; digit < 10; digit++, rest = Math.floor(rest / 32)) time = alphabet[rest % 32] + time;
  return time + base32(random);
}

/** For ids that are needed often. */
export function openIds(): () => string {
  const nextRandom = openRandomBytes(randomness);
  return () => idOf(Date.now(), nextRandom());
}

/** Crockford's base 32: no letters that people mistake for digits. Takes a multiple of five bytes. */
export function base32(bytes: Buffer): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += 5) {
    let chunk = bytes.readUIntBE(start, 5);
    let part = "";
    for (let digit = 0; digit < 8; digit++, chunk = Math.floor(chunk / 32)) part = alphabet[chunk % 32] + part;
    text += part;
  }
  return text;
}

export const newToken = (): string => base32(randomBytes(20)).toLowerCase();

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
